import { describe, expect, it } from "vitest";
import type { TextTerm } from "../core/search.ts";
import { parseQuery } from "./query-syntax.ts";

const NOW = Date.UTC(2026, 10, 21);
const parse = (query: string) => parseQuery(query, NOW);
const show = (term: TextTerm): string =>
  term.kind === "word" ? term.token : term.kind === "prefix" ? `${term.token}*` : `"${term.tokens.join(" ")}"`;
const isSpelling = ({ insteadOf }: TextTerm): boolean => insteadOf !== undefined;
const anyOf = (query: string): string[] =>
  parse(query)
    .terms.any.filter((term) => !isSpelling(term))
    .map(show);
const allOf = (query: string): string[] => parse(query).terms.all.map(show);

describe("words", () => {
  it("folds words and drops English stop words", () => {
    expect(anyOf("Where did the Café open?")).toEqual(["cafe", "open"]);
  });

  it("keeps stop words in a query without other words", () => {
    expect(anyOf("who am I")).toEqual(["who", "am", "i"]);
  });

  it("splits Chinese into pairs and searches a single character as a prefix", () => {
    expect(anyOf("数据库")).toEqual(["数据", "据库"]);
    expect(anyOf("数据")).toEqual(["数据"]);
    expect(anyOf("水")).toEqual(["水*"]);
  });

  it("does not split Cyrillic and Arabic words", () => {
    expect(anyOf("Ёлка")).toEqual(["елка"]);
    expect(anyOf("مُحَمَّد")).toEqual(["محمد"]);
  });

  it("searches a repeated word once", () => {
    expect(anyOf("cache Cache CACHE")).toEqual(["cache"]);
  });
});

describe("identifiers", () => {
  it("searches snake_case by its parts, as one word, and as a phrase", () => {
    expect(anyOf("get_user_name")).toEqual(["get", "user", "name", "getusername", '"get user name"']);
  });

  it("searches camelCase by its parts, as one word, and as a phrase", () => {
    expect(anyOf("getUserName")).toEqual(["getusername", '"get user name"', "get", "user", "name"]);
  });

  it("does not search a name such as JavaScript by its halves", () => {
    expect(anyOf("JavaScript")).toEqual(["javascript", '"java script"']);
  });

  it("does not search a single letter of an identifier", () => {
    expect(anyOf("transactional e-mails")).toEqual(["transactional", "mails", "emails", '"e mails"']);
    expect(anyOf("x-y")).toEqual(["x", "y", "xy", '"x y"']);
  });

  it("searches paths and versions as phrases too", () => {
    expect(anyOf("src/app.ts 1.2.3")).toEqual(["src", "app", "ts", "1", "2", "3", '"src app ts"', '"1 2 3"']);
  });
});

describe("other spellings", () => {
  const spellingsOf = (query: string) =>
    parse(query)
      .terms.any.filter(isSpelling)
      .map((term) => [show(term), term.insteadOf?.join(" ")]);

  it.each([
    ["Müller", ["mueller", "muller"]],
    ["Node.js", ["nodejs", "node js"]],
    ["RFC 4648", ["rfc4648", "rfc 4648"]],
    ["RFC4648", ['"rfc 4648"', "rfc4648"]],
    ["a 10ms timeout for it", ['"10 ms"', "10ms"]],
    ["OAuth 2.0", ["oauth2", "oauth 2"]],
    ["web socket", ["websocket", "web socket"]],
    ["nodejs", ['"node js"', "nodejs"]],
    ["النسخ", ["نسخ", "النسخ"]],
  ])("of %s contain the ones with these words", (query, spelling) => {
    expect(spellingsOf(query)).toContainEqual(spelling);
  });

  it("split no word of a query of three words, and join no function words and no numbers", () => {
    expect(spellingsOf("the websocket closes early")).not.toContainEqual(['"web socket"', "websocket"]);
    expect(spellingsOf("what is it")).toEqual([]);
    expect(spellingsOf("10 20")).toEqual([]);
  });
});

describe("phrases", () => {
  it("requires a phrase and also searches its words", () => {
    expect(allOf('"write ahead log" sqlite')).toEqual(['"write ahead log"']);
    expect(anyOf('"write ahead log" sqlite')).toEqual(['"write ahead log"', "write", "ahead", "log", "sqlite"]);
  });

  it("keeps stop words in straight and curly quotes", () => {
    expect(allOf("“to be or not”")).toEqual(['"to be or not"']);
  });

  it("reduces a phrase of one word to the word", () => {
    expect(allOf('"Postgres"')).toEqual(["postgres"]);
  });

  it("splits phrases in scripts without spaces like the index", () => {
    expect(allOf('"数据库 test"')).toEqual(['"数据 据库 库 test"']);
    expect(allOf('"数据库"')).toEqual(['"数据 据库"']);
    expect(allOf('"水"')).toEqual(["水*"]);
  });

  it("ignores quotes without a word and treats an unclosed quote as text", () => {
    expect(allOf('"" "!?" cache')).toEqual([]);
    expect(allOf('say "hello')).toEqual([]);
    expect(anyOf('say "hello')).toEqual(["say", "hello"]);
  });

  it("treats a long quotation as text", () => {
    expect(allOf(`"${"word ".repeat(40)}"`)).toEqual([]);
  });
});

describe("filters", () => {
  it("extracts filters from the text", () => {
    const { text, filter, notices } = parse(
      "ns:decisions cache tag:perf -tag:old domain:acme/shop source:src/ client:claude since:7d before:2026-11-20 size",
    );
    expect(text).toBe("cache size");
    expect(notices).toEqual([]);
    expect(filter).toEqual({
      namespaces: ["decisions"],
      tags: ["perf"],
      withoutTags: ["old"],
      domains: ["acme/shop"],
      source: "src/",
      client: "claude",
      since: NOW - 7 * 86_400_000,
      before: new Date(2026, 10, 20).getTime(),
    });
  });

  it("accepts quoted values and lists", () => {
    const { filter, text } = parse('tag:"build tools",ci ns:apis,config source:"My Notes/a b.md" domain:_');
    expect(text).toBe("");
    expect(filter).toEqual({
      tags: ["build-tools", "ci"],
      namespaces: ["apis", "config"],
      source: "My Notes/a b.md",
      domains: ["_"],
    });
  });

  it("returns no terms for a query of filters only", () => {
    expect(parse("ns:decisions").terms).toEqual({ any: [], all: [] });
  });

  it("accepts an address or an absolute path as a source", () => {
    expect(parse("source:https://example.org/a").filter).toEqual({ source: "https://example.org/a" });
    expect(parse("source:/home/me/notes.md").filter).toEqual({ source: "/home/me/notes.md" });
  });

  it.each([
    "https://example.org:8080/a?b=c",
    "std::vector",
    "at 12:30",
    "foo:bar",
    "ns::name",
    "client://host",
    "tag:",
    'tag:"open',
    "note: tag: this",
    "mytag:value",
    '"ns:decisions"',
    "C:\\Users\\me",
  ])("keeps %j as text", (query) => {
    const { filter, text, notices } = parse(query);
    expect(filter).toEqual({});
    expect(notices).toEqual([]);
    expect(text).toBe(query.replace(/^"(ns.*)"$/, "$1"));
  });

  it("ignores an invalid moment with a notice", () => {
    const { filter, text, notices } = parse("since:soonish cache");
    expect(filter).toEqual({});
    expect(text).toBe("cache");
    expect(notices).toEqual([{ reason: "time_ignored", params: { filter: "since:soonish" } }]);
  });

  it("searches an invalid namespace or domain as text, with a notice", () => {
    expect(parse("ns:No_Such! x")).toMatchObject({
      filter: {},
      text: "ns:No_Such! x",
      notices: [{ reason: "filter_searched_as_text", params: { filter: "ns:No_Such!" } }],
    });
    expect(parse("domain:org x")).toMatchObject({ filter: {}, text: "domain:org x", notices: [expect.any(Object)] });
  });
});

describe("any input", () => {
  it.each([
    "",
    "   ",
    '"',
    '""""""',
    "* OR NEAR( ^ AND NOT -x +y col:term {a b}",
    "🎉🔥",
    "\u0000\ud800\udfff",
    "'; DROP TABLE memories; --",
    "tag:".repeat(2000),
    '"'.repeat(10_000),
    "“".repeat(10_000),
    "a_".repeat(5000),
    "x".repeat(10_240),
    "中".repeat(5000),
  ])("parses input %# into valid tokens", (query) => {
    const { terms } = parse(query);
    for (const term of [...terms.any, ...terms.all]) {
      const parts = term.kind === "phrase" ? term.tokens : [term.token];
      for (const part of parts) expect(part).toMatch(/^[\p{L}\p{N}\p{M}\p{Co}]+$/u);
    }
  });

  it("keeps all words of ten kilobytes of prose", () => {
    const prose = Array.from({ length: 1500 }, (_, index) => `word${index}`).join(" ");
    expect(parse(prose).terms.any).toHaveLength(1500);
  });
});

it("takes the word that the window shows for a filter", () => {
  for (const query of ["project:acme/shop refunds", "domain:acme/shop refunds"]) {
    expect(parse(query).filter).toEqual({ domains: ["acme/shop"] });
    expect(anyOf(query)).toEqual(["refunds"]);
  }
});
