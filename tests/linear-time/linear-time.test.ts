import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { Pattern } from "./list-patterns.ts";
import { findSlowText } from "./measure-pattern.ts";

/** Patterns that are built when their function is called, with parts that the owner or the code chooses. */
const BUILT_LATER = [
  "electron/connect/instructions/insert-instructions.ts",
  "electron/platform/server-proof.ts",
  "electron/secrets/secrets.ts",
  "electron/core/secret-store.ts",
  "electron/servers/source.ts",
  "renderer/features/activity/detail/find.tsx",
  "renderer/features/memories/reading/fold.ts",
];

describe("regular expressions", () => {
  let patterns: readonly Pattern[] = [];
  let unbuilt: readonly string[] = [];

  beforeAll(async () => {
    const program = path.join(import.meta.dirname, "list-patterns.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [program], { maxBuffer: 64 * 1024 * 1024 });
    ({ patterns, unbuilt } = JSON.parse(stdout) as { patterns: Pattern[]; unbuilt: string[] });
  });

  it("are all found: the literals and the ones that the code builds", () => {
    expect(patterns.length).toBeGreaterThan(700);
    expect(unbuilt.filter((place) => !BUILT_LATER.includes(place.replace(/:\d+$/, "")))).toEqual([]);
  });

  it("take a time that grows no faster than the text", () => {
    const distinct = [...new Map(patterns.map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern])).values()];
    const slow = distinct.flatMap((pattern) => {
      const found = findSlowText(pattern);
      return found === null
        ? []
        : [`${pattern.place}: /${pattern.source.slice(0, 80)}/ with ${found.text}: ${found.growth}`];
    });
    expect(slow).toEqual([]);
  });

  it("include expressions of which the time grows faster than the text, which the measurement finds", () => {
    for (const source of ["a+$", "pass\\w*:", "\\s*(?:x\\s*)+;", "<[^>]*>", "(?:ab)+c", ":[^/]*$", "(?:aa?)*b"]) {
      expect(findSlowText({ place: "", source, flags: "i" }), source).not.toBeNull();
    }
  });
});
