import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { splitFrontMatter, tagsOf } from "./front-matter.ts";

const read = (...lines: string[]) => splitFrontMatter(lines.join("\n"), parse);
const withField = (line: string) => read("---", line, "---", "", "Text.");

describe("splitFrontMatter", () => {
  it.each([
    ["title: Fwd: Household hints: part 2", "Fwd: Household hints: part 2"],
    ['title: "Quoted" and more', '"Quoted" and more'],
    ["title: 'It's late'", "It's late"],
    ["title: [WIP] Parser", "[WIP] Parser"],
    ["title: @home", "@home"],
    ["title: *starred*", "*starred*"],
    ["title: &Partners", "&Partners"],
    ["title: !important", "!important"],
    ["title: 100% `sure`", "100% `sure`"],
    ["title: {{date}} notes", "{{date}} notes"],
    ["title: Fix #12 of 30", "Fix #12 of 30"],
    ["title: > 50% off", "> 50% off"],
    ["Title: 2024", "2024"],
    ["title: 2024-05-06", "2024-05-06"],
    ["title: 1.10", "1.10"],
    ["title: 007", "007"],
    ["title: true", "true"],
    ["title: No", "No"],
    ["title:Written together", "Written together"],
    ['title: "A: B"', "A: B"],
    ["title: >-\n  Two\n  lines", "Two lines"],
    ["title: Two\n  lines: here", "Two lines: here"],
    ["title: [a, b]", "[a, b]"],
    ["title: {a: b}", "{a: b}"],
    ["title: ~", ""],
  ])("reads the text of %j", (line, title) => {
    const { fields, body } = withField(line);
    expect([fields.title, body]).toEqual([title, "Text."]);
  });

  it.each([
    "tags: work, home",
    'tags: "work", home',
    "tags: 'work','home'",
    "tags: work home",
    "tags: work; home",
    "tags: '#work #home'",
    "tags: #work #home",
    "tags: #work#home",
    "tags: #work, #home",
    "tags: [work, home]",
    "tags: [#work, #home]",
    'tags: ["work", "home"]',
    'tags: "work, home"',
    "tags:\n  - work\n  - home",
    "tags:\n- #work\n- #home",
    "tags:\n  - work, home",
    "tags:\n  - '#work'\n  - \"home\"",
    "tags: [work,\n  home]",
    "tags:\n  work, home",
    "tags: work，home",
    "tags: work | home",
    "tags: 'work' | 'home'",
    "Tags: work\ntitle: a: b\ntags: home",
    "tag: work\nkeywords: home",
    '"tags": [work, home]',
    "{tags: [work, home]}",
  ])("reads two tags of %j", (lines) => {
    expect(tagsOf(withField(lines).fields)).toEqual(["work", "home"]);
  });

  it("keeps spaces in the tags of a list, and signs in a tag", () => {
    expect(tagsOf(withField("tags: [brewing, 'hot drinks']").fields)).toEqual(["brewing", "hot drinks"]);
    expect(tagsOf(withField("tags: hot drinks, C#").fields)).toEqual(["hot drinks", "C#"]);
    expect(tagsOf(withField("tags: 2024").fields)).toEqual(["2024"]);
    expect(tagsOf(withField("tags:").fields)).toEqual([]);
  });

  it.each([
    ["text", "---\nA text between two rules.\n---\nMore."],
    ["several paragraphs", "---\n\nOne.\n\nTwo.\n\n---\n\nThree."],
    ["a list", "---\n- one\n- two\n---\nMore."],
    ["a heading", "---\n# Heading\n---\nMore."],
    ["a sentence with a colon", "---\nRemember: call Ana.\n---\nMore."],
    ["sentences with colons", "---\nRemember: call Ana: soon.\nWhy: it is late.\n---\nMore."],
    ["an address", "---\nhttps://example.org\n---\nMore."],
    ["a table", "---\n| a | b |\n|---|---|\n---\nMore."],
    ["no second rule", "---\ntitle: Open\n\nMore."],
    ["a longer rule", "----\ntitle: Open\n----\nMore."],
  ])("leaves text between two rules in the text: %s", (_case, text) => {
    expect(splitFrontMatter(text, parse)).toEqual({ fields: {}, body: text, isRepaired: false });
  });

  it("keeps the lines of an invalid front matter that have no known field", () => {
    const { fields, body, isRepaired } = read(
      ..."---|title: A: B|what: this: is|just a line|tags: [open|date: 2024-05-06|---||Text.".split("|"),
    );
    expect(fields).toMatchObject({ title: "A: B", date: "2024-05-06" });
    expect(tagsOf(fields)).toEqual(["open"]);
    expect([body, isRepaired]).toEqual(["just a line\nwhat: this: is\n\nText.", true]);
  });

  it("reads nested and repeated fields of an invalid front matter, and loses none", () => {
    const nested = read("---", "name: a: b", "metadata:", "  type: user", "---", "Text.");
    expect(nested.fields).toMatchObject({ name: "a: b", metadata: { type: "user" } });
    const repeated = read("---", "title: One", "title: Two", "---", "Text.");
    expect([repeated.fields.title, repeated.body]).toEqual(["One", "title: Two\n\nText."]);
    const tabs = read("---", "title: One", "tags:", "\t- work", "\t- home", "---", "Text.");
    expect([tabs.fields.title, tagsOf(tabs.fields)]).toEqual(["One", ["work", "home"]]);
  });

  it("reads names in any case, with a byte order mark, other line ends, and dots at the end", () => {
    for (const text of [
      "\ufeff---\ntitle: A\nvalid_from: 2024\n---\nText.",
      "---\r\nTitle: A\r\nValid-From: 2024\r\n---\r\nText.",
      "---  \rTITLE: A\rvalidFrom: 2024\r---\rText.",
      "---\ntitle: A\nvalid from: 2024\n...\nText.",
    ]) {
      expect(splitFrontMatter(text, parse)).toMatchObject({ fields: { title: "A", validfrom: "2024" }, body: "Text." });
    }
    expect(read("---", "---", "", "Text.")).toMatchObject({ fields: {}, body: "Text." });
  });
});

it.each([
  ['tags: ["a, b", c]', ["a, b", "c"]],
  ["tags: ['a; b', \"c\"]", ["a; b", "c"]],
  ["tags: [it's, rock 'n' roll]", ["it's", "rock 'n' roll"]],
  ["tags: null", []],
  ["tags: ~", []],
  ["tags: [null-pointer]", ["null-pointer"]],
])("reads the tags of %s", (line, expected) => {
  expect(tagsOf(splitFrontMatter(`---\ntitle: x\n${line}\n---\nText`, parse).fields)).toEqual(expected);
});

describe("front matter in other formats", () => {
  const FIELDS = { title: "A: B", date: "2024-05-06", tags: ["work", "home office"] };
  it.each([
    ['+++\ntitle = "A: B"\ndate = 2024-05-06\ntags = ["work", "home office"]\n+++\nText.'],
    ["+++\r\ntitle = 'A: B'\r\ndate = 2024-05-06\r\ntags = ['work',\r\n 'home office']\r\n+++\r\n\r\nText.\r\n"],
    [
      '\ufeff+++\n# a comment\ntitle = "A: B"\ndate = "2024-05-06"\n[taxonomies]\ntags = ["work", "home office"]\n+++\nText.',
    ],
    ['---toml\ntitle = "A: B"\ndate = 2024-05-06\ntags = ["work", "home office"]\n---\nText.'],
    [';;;\n{"title": "A: B", "date": "2024-05-06", "tags": ["work", "home office"]}\n;;;\nText.'],
    [';;;\n"title": "A: B",\n"date": "2024-05-06",\n"tags": ["work", "home office"]\n;;;\nText.'],
    ['---json\r\n{"title": "A: B", "date": "2024-05-06", "tags": "work, home office"}\r\n---\r\nText.'],
    ['{\n  "title": "A: B",\n  "date": "2024-05-06",\n  "tags": ["work", "home office"]\n}\n\nText.'],
    ['\ufeff{"title": "A: B", "date": "2024-05-06", "tags": ["work", "home office"]}\nText.'],
    ["--- yaml\ntitle:\tA: B\ndate:\t2024-05-06\ntags:\t[work, home office]\n---\nText."],
    ["---\r\n\ttitle: A: B\r\n\tdate: 2024-05-06\r\n\ttags:\r\n\t\t- work\r\n\t\t- home office\r\n---\r\nText."],
  ])("reads the fields of %j", (text) => {
    const { fields, body } = splitFrontMatter(text, parse);
    expect([fields.title, fields.date, tagsOf(fields), body]).toEqual([
      FIELDS.title,
      FIELDS.date,
      FIELDS.tags,
      "Text.",
    ]);
  });

  it("reads TOML that is not valid line by line, and keeps its other lines", () => {
    const { fields, body, isRepaired } = splitFrontMatter(
      "+++\ntitle = Not quoted\nowner = Ana\ntags = work, home\n+++\nText.",
      parse,
    );
    expect([fields.title, tagsOf(fields), body, isRepaired]).toEqual([
      "Not quoted",
      ["work", "home"],
      "owner = Ana\n\nText.",
      true,
    ]);
  });

  it("reads times, numbers and booleans of TOML as text", () => {
    const { fields } = splitFrontMatter(
      "+++\ntitle = 2024\ndate = 2024-05-06T10:00:00+02:00\ndraft = true\n+++",
      parse,
    );
    expect(fields).toMatchObject({ title: "2024", draft: "true" });
    expect(new Date(String(fields.date)).getTime()).toBe(Date.UTC(2024, 4, 6, 8));
  });

  it.each([
    ["+++\nA text between two signs.\n+++\nMore."],
    ["+++\nx = 1\n+++\nMore."],
    ['+++\ntitle = "Open"\n\nMore.'],
    [';;;\n"title": broken,\n;;;\nMore.'],
    ['{\n  "name": "shop",\n  "version": "1.0.0"\n}\n\nThe package of the shop.'],
    ['{"title": "Only an object"}'],
    ['{"title": broken}\nMore.'],
    ["{{< note >}}\nMore."],
    ["+++ title +++\nMore."],
  ])("leaves %j in the text", (text) => {
    expect(splitFrontMatter(text, parse)).toEqual({ fields: {}, body: text, isRepaired: false });
  });
});
