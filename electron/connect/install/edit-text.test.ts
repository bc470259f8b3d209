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
    ["an alias instead of a map", yaml, "a: &a {}\nextensions: *a\n"],
    ["a list of tables", toml, "[[mcp_servers]]\na = 1\n"],
    ["a value that is not TOML", toml, "a = 1\nb = x\n"],
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

  it.each([
    ["a string of 200,000 characters", `a = "${"x".repeat(200_000)}"\nb = 1\n`],
    [
      "long strings in all forms",
      `a = """\n[mcp_servers.recollect] # "\n""""\nb = '''c:\\d'''\nc = "a\\"]"\nd = '#'\n`,
    ],
    ["integers over 2^53", "a = 9223372036854775807\nb = -9007199254740993\nc = 0xdead_beef_dead\n"],
    ["special numbers", "a = inf\nb = -inf\nc = nan\nd = 1e300\n"],
    ["dates and times", "a = 1979-05-27T07:32:00-08:00\nb = 1979-05-27\nc = 07:32:00\nd = 1979-05-27T07:32:00\n"],
    ["lists of tables", "[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2\n[[a.e]]\n"],
    ["values over several lines", 'a = [ # ]\n  1, # "\n  [2, { b = "}" }],\n]\n[c]\n'],
    ["quoted and dotted keys", '"a.b" . c = 1\n\'d "e\' = 2\n[ "f#" . g ]\nh.i = 3\n'],
    ["comments at the end", "a = 1 # a\n# b\n\n# c"],
    ["Windows line ends", 'a = 1\r\n\r\n[mcp_servers.b]\r\ncommand = "x" # y\r\n'],
  ])("adds and removes an entry in TOML with %s", (_name, text) => {
    const connected = putEntry(text, toml, ENTRY);
    expect(connected.startsWith(text)).toBe(true);
    expect(readEntry(connected, toml)).toEqual(ENTRY);
    const replaced = putEntry(connected, toml, { ...ENTRY, command: "y" });
    expect(removeEntry(replaced, toml, false).trimEnd()).toBe(text.trimEnd());
  });

  const list: EntryPlace = { ...yaml, form: "list" };
  const item = { name: "recollect", command: "x" };
  it.each([
    ["~", yaml, "extensions: ~\nb: 1\n", 'extensions: \n  recollect:\n    name: "recollect"\n    command: "x"\nb: 1\n'],
    [
      "null with a comment",
      yaml,
      "extensions: null # none\n",
      'extensions:  # none\n  recollect:\n    name: "recollect"\n    command: "x"\n',
    ],
    [
      "~ at the end of the text",
      list,
      "a: 1\nextensions: ~",
      'a: 1\nextensions: \n  - name: "recollect"\n    command: "x"\n',
    ],
    [
      "an end of the document",
      yaml,
      "a: 1\n...\n",
      'a: 1\nextensions:\n  recollect:\n    name: "recollect"\n    command: "x"\n...\n',
    ],
    [
      "an end of the document after a comment",
      yaml,
      "---\na: 1\n# b\n... # c\n",
      '---\na: 1\n# b\nextensions:\n  recollect:\n    name: "recollect"\n    command: "x"\n... # c\n',
    ],
    [
      "a hyphen on its own line",
      list,
      "extensions:\n  -\n    name: a\n  - # b\n    name: c\n",
      'extensions:\n  - name: "recollect"\n    command: "x"\n  -\n    name: a\n  - # b\n    name: c\n',
    ],
    [
      "anchors",
      yaml,
      "extensions: &all\n  a: &a\n    cmd: x\n  b: *a\n",
      'extensions: &all\n  recollect:\n    name: "recollect"\n    command: "x"\n  a: &a\n    cmd: x\n  b: *a\n',
    ],
    [
      "a block scalar",
      yaml,
      "a: |\n  # b\n  c\n\n",
      'a: |\n  # b\n  c\n\nextensions:\n  recollect:\n    name: "recollect"\n    command: "x"\n',
    ],
    [
      "a block scalar without a line end",
      yaml,
      "# t\na: |\n  b",
      '# t\nextensions:\n  recollect:\n    name: "recollect"\n    command: "x"\na: |\n  b',
    ],
  ] as const)("adds an entry to YAML with %s, and removes it", (_name, place, text, expected) => {
    const connected = putEntry(text, place, item);
    expect(connected).toBe(expected);
    expect(readEntry(removeEntry(connected, place, true), place)).toBeUndefined();
  });

  it("keeps the other items when an item with its hyphen on its own line is replaced or removed", () => {
    const text = "extensions:\n  -\n    name: recollect\n    command: old\n  -\n    name: a\n";
    expect(putEntry(text, list, item)).toBe('extensions:\n  - name: "recollect"\n    command: "x"\n  -\n    name: a\n');
    expect(removeEntry(text, list, true)).toBe("extensions:\n  -\n    name: a\n");
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
