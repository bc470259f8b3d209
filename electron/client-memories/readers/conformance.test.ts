import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { copyClient, temporaryHome } from "../../app/testing/test-client-memories.ts";
import { CLIENTS } from "../../connect/registry.ts";
import { MEMORY_CLIENTS } from "../../core/client-memories.ts";
import { readTextFile } from "../read-text-file.ts";
import { READERS } from "../sources.ts";
import type { ClientMemoryReader, ReaderSystem } from "./reader.ts";

/** A file has at most about as many characters. A reader that needs quadratic time would take minutes for them. */
const MILLION = 1_000_000;
const FIXTURES = path.join(import.meta.dirname, "testing", "fixtures");
/** Words that must not be read. Every fixture contains them. */
const DROPPED =
  /TRANSCRIPT-TEXT|NOT-MARKDOWN|TASK-KEYWORDS|RAW-MEMORY|ROLLOUT-SUMMARY|SKILL-TEXT|WORKSPACE-DIFF|INDEX-OF-MEMORY/;

const systemOf = (home: string): ReaderSystem => ({ home, env: {}, platform: process.platform });

async function readAll(reader: ClientMemoryReader, home: string) {
  const { files, problems } = await reader.find(systemOf(home));
  expect(problems).toEqual([]);
  const all = await Promise.all(
    files.map(async (file) => {
      const entries = reader.read(file, (await readTextFile(file)).text);
      return { path: path.relative(home, file.path).split(path.sep).join("/"), folder: file.folder, entries };
    }),
  );
  return all.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function snapshot(folder: string): unknown {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file, readFileSync(file, "utf8"), statSync(file).mtimeMs]);
}

it("has one reader for each client whose own memories can be watched", () => {
  expect(READERS.map(({ client }) => client)).toEqual([...MEMORY_CLIENTS]);
  const known = CLIENTS.map(({ id }) => id as string);
  expect(MEMORY_CLIENTS.filter((client) => !known.includes(client))).toEqual([]);
});

describe.each(READERS.map((reader) => [reader.client, reader] as const))("the reader of %s", (client, reader) => {
  const expected = JSON.parse(readFileSync(path.join(FIXTURES, client, "expected.json"), "utf8"));

  it(`finds and reads only the memories of ${client}, and changes no file`, async () => {
    const home = temporaryHome();
    copyClient(client, home);
    const before = snapshot(home);
    const found = await readAll(reader, home);
    expect(found).toEqual(expected);
    expect(JSON.stringify(found)).not.toMatch(DROPPED);
    expect(snapshot(home)).toEqual(before);
    for (const { entries } of found) expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
  });

  it(`finds nothing where ${client} is not installed`, async () => {
    expect(await reader.find(systemOf(path.join(temporaryHome(), "nobody")))).toMatchObject({
      files: [],
      problems: [],
    });
  });

  it(`never throws for hostile text in a file of ${client}, and needs linear time`, async () => {
    const home = temporaryHome();
    copyClient(client, home);
    const { files } = await reader.find(systemOf(home));
    const texts = [
      "",
      "---",
      "---\n---\n",
      `---\nname: [${"[".repeat(5000)}\n---\nx`,
      `---\nname: x\n${"a: &a [*a]\n".repeat(100)}---\nx`,
      "#".repeat(100_000),
      `${"# a\n".repeat(20_000)}text`,
      "```\n# never closed",
      "- [".repeat(50_000),
      `applies_to: cwd=${"/x".repeat(50_000)}`,
      `# a${" ".repeat(MILLION)}b`,
      `- [a](${".md".repeat(MILLION / 3)}`,
      `# Task Group: a\n\n## Notes\n\na${" ".repeat(MILLION)}b\n${"[Task 1]".repeat(MILLION / 8)}b`,
      "# Task Group: a\n## Notes\nx\n## Notes\ny\n# Task Group: a\n## Notes\nz\n## Notes (2)\nw",
      "\u0000\uFFFF\uD800",
    ];
    for (const file of files) {
      for (const text of texts) {
        const entries = reader.read(file, text);
        expect(entries.every(({ content }) => content.trim() !== "")).toBe(true);
        expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
      }
    }
  });
});
