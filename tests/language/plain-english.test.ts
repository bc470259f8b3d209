import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..", "..");

/** Phrases from the table in docs/STYLE.md that never occur in plain technical English. */
const PHRASES = [
  /\banew\b/i,
  /\bmeanwhile\b/i,
  /\bturn(s|ed)? away\b/i,
  /\b(is|are|was|were) told\b/i,
  /\balike\b/i,
  /\b(goes|go|went) on\b/i,
  /\bstands? (in|at|for|above|there|still)\b/i,
  /\bso long as\b/i,
  /\blet (in|be|go)\b/i,
  /\b(whoever|whom)\b/i,
  /\bmuch like it\b/i,
  /\bway in\b/i,
  /\bof (its|their|our|one's) own accord\b/i,
  /\btells? (of|whether|how|what|which|why)\b/i,
];

/** Text that a person or a model reads. */
const TEXTS = [
  "electron/text/en/**/*.ts",
  "electron/text/en.ts",
  "electron/mcp/**/*.ts",
  "electron/cli/**/*.ts",
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "docs/ARCHITECTURE.md",
  "docs/stdio-shim.md",
  "docs/guide/*.md",
];

it("finds no phrase of the style guide's word list in text for people and models", () => {
  const files = globSync(TEXTS, { cwd: ROOT, exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => {
    const lines = readFileSync(path.join(ROOT, file), "utf8").split("\n");
    return lines.flatMap((line, index) =>
      PHRASES.filter((phrase) => phrase.test(line)).map(
        (phrase) => `${file}:${index + 1} ${phrase.source}: ${line.trim()}`,
      ),
    );
  });
  expect(found).toEqual([]);
});

it("addresses the reader of Chinese texts in one form, 你", () => {
  const files = globSync("electron/text/zh/**/*.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => readFileSync(path.join(ROOT, file), "utf8").includes("您"))).toEqual([]);
});
