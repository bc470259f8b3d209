import { parse as parseToml, stringify as stringifyToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml, stringify as stringifyYaml } from "yaml";
import type { EntryPlace } from "../client.ts";
import { putEntry, readEntry, removeEntry } from "./edit-text.ts";

const ENTRY = { command: "/opt/a b/recollect", args: ["x", 'say "hi"', "back\\slash"], env: { A: "ü", B: "" } };
const RUNS = 150;

/** Reproducible random integers below a bound (a linear congruential generator). */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed * 2_654_435_761 + 12_345;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

type Random = ReturnType<typeof randomFrom>;

const TEXTS = [
  "",
  "a",
  "recollect",
  "x y",
  'q"uote',
  "it's",
  "#no",
  "# c",
  "- x",
  "a: b",
  "{",
  "}",
  "[t]",
  "é😀",
  "\\",
  "//",
  "/*",
  ",",
  "true",
  "01",
  "tab\t",
  "two\nlines\n",
];

function randomText(random: Random): string {
  return TEXTS[random(TEXTS.length)] ?? "";
}

function randomValue(random: Random, depth: number): unknown {
  const kind = random(depth > 0 ? 6 : 4);
  if (kind === 0) return random(2) === 0;
  if (kind === 1) return random(1000) - 500;
  if (kind < 4) return randomText(random);
  if (kind === 4) return Array.from({ length: random(3) }, () => randomText(random));
  return randomObject(random, depth - 1);
}

function randomObject(random: Random, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: random(4) }, () => [`${randomText(random)}${random(9)}`, randomValue(random, depth)]),
  );
}

function randomFile(random: Random, { container, form }: EntryPlace): Record<string, unknown> {
  const others = randomObject(random, 2);
  const servers =
    form === "list"
      ? Array.from({ length: random(3) }, (_, index) => ({ name: `s${index}`, ...randomObject(random, 1) }))
      : Object.fromEntries(Array.from({ length: random(3) }, (_, index) => [`s${index}`, randomObject(random, 2)]));
  const entries = Object.entries(others);
  if (random(4) > 0) entries.splice(random(entries.length + 1), 0, [container, servers]);
  return Object.fromEntries(entries);
}

/** JSON with comments, trailing commas and white space in random places. */
function looseJson(value: unknown, random: Random, depth = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const gap = () => ["", " ", "\n", "\n\t", " /* c, */ ", " // d }\n", "\n\n  "][random(7)] ?? "";
  const parts = Array.isArray(value)
    ? value.map((item) => looseJson(item, random, depth + 1))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}${gap()}:${gap()}${looseJson(item, random, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const trailing = parts.length > 0 && random(3) === 0 ? `,${gap()}` : "";
  return `${open}${parts.map((part) => gap() + part + gap()).join(",")}${trailing}${gap()}${close}`;
}

const commentsIn = (text: string) => text.match(/\/\* c, \*\/|\/\/ d \}/g)?.length ?? 0;

describe("adding and removing our entry in random files", () => {
  const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);

  it("keeps every value and comment of JSON", () => {
    const place: EntryPlace = { language: "json", container: "mcpServers", form: "map" };
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const text = looseJson(randomFile(random, place), random);
      const connected = putEntry(text, place, ENTRY);
      expect(readEntry(connected, place)).toEqual(ENTRY);
      expect(commentsIn(connected)).toBe(commentsIn(text));
      const left = removeEntry(connected, place, false);
      expect(readEntry(left, place)).toBeUndefined();
      expect(commentsIn(left)).toBe(commentsIn(text));
      expect(putEntry(connected, place, ENTRY)).toBe(connected);
    }
  });

  it("keeps every value and line of TOML", () => {
    const place: EntryPlace = { language: "toml", container: "mcp_servers", form: "map" };
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const content = randomFile(random, place);
      const text = `# top\n${stringifyToml(content)}`;
      const connected = putEntry(text, place, ENTRY);
      expect(connected.startsWith(text)).toBe(true);
      expect(readEntry(connected, place)).toEqual(ENTRY);
      expect(parseToml(removeEntry(connected, place, false))).toEqual(parseToml(text));
      expect(removeEntry(connected, place, false).trimEnd()).toBe(text.trimEnd());
    }
  });

  it.each(["map", "list"] as const)("keeps every value and line of YAML with a %s", (form) => {
    const place: EntryPlace = { language: "yaml", container: "servers", form };
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const content = randomFile(random, place);
      const text = stringifyYaml(content, { indent: random(2) === 0 ? 2 : 4, indentSeq: random(2) === 0 });
      if (text === "{}\n") continue;
      const connected = putEntry(text, place, ENTRY.env.A === "" ? ENTRY : { name: "recollect", ...ENTRY });
      expect(readEntry(connected, place)).toEqual({ name: "recollect", ...ENTRY });
      const lines = connected.split("\n");
      for (const line of text.split("\n")) {
        // Empty braces are replaced by lines.
        if (!/^servers: (\{\}|\[\])$/.test(line)) expect(lines).toContain(line);
      }
      const { servers: _before, ...others } = content;
      const { servers: _after, ...left } = parseYaml(removeEntry(connected, place, false)) as Record<string, unknown>;
      expect(left).toEqual(others);
    }
  });
});

describe("unusual files", () => {
  const json: EntryPlace = { language: "json", container: "mcpServers", form: "map" };
  const toml: EntryPlace = { language: "toml", container: "mcp_servers", form: "map" };
  const yaml: EntryPlace = { language: "yaml", container: "extensions", form: "map" };

  it.each([
    ["a list at the top", json, "[1]"],
    ["servers that are not an object", json, '{"mcpServers": []}'],
    ["a duplicate key of the servers", json, '{"mcpServers": {}, "mcpServers": {}}'],
    ["a duplicate entry of ours", json, '{"mcpServers": {"recollect": 1, "recollect": 2}}'],
    ["an inline table of servers", toml, "mcp_servers = { a = {} }\n"],
    ["a duplicate table", toml, "[a]\n[a]\n"],
    ["a flow map of servers", yaml, "extensions: {a: {cmd: x}}\n"],
    ["a flow map at the top", yaml, "{a: 1}\n"],
    ["a list instead of a map", yaml, "extensions:\n  - a\n"],
    ["two documents", yaml, "a: 1\n---\nb: 2\n"],
    ["an explicit end of the document", yaml, "a: 1\n...\n"],
    ["bad indentation", yaml, "a:\n b: 1\n   c: 2\n"],
  ])("refuses %s", (_name, place, text) => {
    expect(() => putEntry(text, place, ENTRY)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it("replaces an entry in every form of TOML", () => {
    for (const text of [
      '[mcp_servers]\nrecollect = { command = "x" }\nother = { command = "y" }\n',
      'mcp_servers.recollect.command = "x"\nmcp_servers.recollect.args = []\nb = 1\n',
      '[mcp_servers."recollect"]\ncommand = "x"\n\n[mcp_servers.recollect.env]\nA = "1"\n\n[b]\n',
    ]) {
      const connected = putEntry(text, toml, ENTRY);
      expect(readEntry(connected, toml)).toEqual(ENTRY);
      expect(readEntry(removeEntry(connected, toml, false), toml)).toBeUndefined();
    }
  });

  it("keeps the comments next to our entry", () => {
    const text = '{\n  "mcpServers": {\n    "a": {}, // a\n    "recollect": {}, // was ours\n    "b": {}\n  }\n}\n';
    expect(removeEntry(text, json, false)).toBe(
      '{\n  "mcpServers": {\n    "a": {}, // a\n    // was ours\n    "b": {}\n  }\n}\n',
    );
    const last = '{\n  "mcpServers": {\n    "a": {} // a\n    ,"recollect": {} }}';
    expect(removeEntry(last, json, false)).toBe('{\n  "mcpServers": {\n    "a": {} // a\n     }}');
  });
});
