import { describe, expect, test } from "vitest";
import type { TextTerm } from "../core/search.ts";
import { parseQuery } from "./query-syntax.ts";

const NOW = Date.UTC(2026, 10, 21);
const parse = (query: string) => parseQuery(query, NOW);
const show = (term: TextTerm): string =>
  term.kind === "word" ? term.token : term.kind === "prefix" ? `${term.token}*` : `"${term.tokens.join(" ")}"`;
const anyOf = (query: string): string[] => parse(query).terms.any.map(show);
const allOf = (query: string): string[] => parse(query).terms.all.map(show);

describe("words", () => {
  test("are folded, and English stop words left out", () => {
    expect(anyOf("Where did the Café open?")).toEqual(["cafe", "open"]);
  });

  test("stop words stay when nothing else is there", () => {
    expect(anyOf("who am I")).toEqual(["who", "am", "i"]);
  });

  test("of Chinese are pairs, and a single character is a prefix", () => {
    expect(anyOf("数据库")).toEqual(["数据", "据库"]);
    expect(anyOf("数据")).toEqual(["数据"]);
    expect(anyOf("水")).toEqual(["水*"]);
  });

  test("of Cyrillic and Arabic are taken whole", () => {
    expect(anyOf("Ёлка")).toEqual(["елка"]);
    expect(anyOf("مُحَمَّد")).toEqual(["محمد"]);
  });

  test("are asked for once however often they stand there", () => {
    expect(anyOf("cache Cache CACHE")).toEqual(["cache"]);
  });
});

describe("identifiers", () => {
  test("snake_case is asked for by parts, whole, and as a phrase", () => {
    expect(anyOf("get_user_name")).toEqual(["get", "user", "name", "getusername", '"get user name"']);
  });

  test("camelCase likewise", () => {
    expect(anyOf("getUserName")).toEqual(["getusername", '"get user name"', "get", "user", "name"]);
  });

  test("a name such as JavaScript is not searched by its halves", () => {
    expect(anyOf("JavaScript")).toEqual(["javascript", '"java script"']);
  });

  test("paths and versions are phrases too", () => {
    expect(anyOf("src/app.ts 1.2.3")).toEqual(["src", "app", "ts", "1", "2", "3", '"src app ts"', '"1 2 3"']);
  });
});

describe("phrases", () => {
  test("must be held, and count as words as well", () => {
    expect(allOf('"write ahead log" sqlite')).toEqual(['"write ahead log"']);
    expect(anyOf('"write ahead log" sqlite')).toEqual(['"write ahead log"', "write", "ahead", "log", "sqlite"]);
  });

  test("keep stop words, whatever the quotes", () => {
    expect(allOf("“to be or not”")).toEqual(['"to be or not"']);
  });

  test("of one word are that word", () => {
    expect(allOf('"Postgres"')).toEqual(["postgres"]);
  });

  test("of unspaced scripts run on as the index does", () => {
    expect(allOf('"数据库 test"')).toEqual(['"数据 据库 库 test"']);
    expect(allOf('"数据库"')).toEqual(['"数据 据库"']);
    expect(allOf('"水"')).toEqual(["水*"]);
  });

  test("that hold nothing are no condition, and an open quote is text", () => {
    expect(allOf('"" "!?" cache')).toEqual([]);
    expect(allOf('say "hello')).toEqual([]);
    expect(anyOf('say "hello')).toEqual(["say", "hello"]);
  });

  test("of many words are taken for quoted text", () => {
    expect(allOf(`"${"word ".repeat(40)}"`)).toEqual([]);
  });
});

describe("filters", () => {
  test("are taken out of the text", () => {
    const { text, filter, notices } = parse(
      "ns:decisions cache tag:perf -tag:old domain:acme/shop source:src/ client:claude since:7d before:2026-11-20 size",
    );
    expect(text).toBe("cache size");
    expect(notices).toEqual([]);
    expect(filter).toEqual({
      namespace: ["decisions"],
      tags: ["perf"],
      withoutTags: ["old"],
      domain: ["acme/shop"],
      source: "src/",
      client: "claude",
      since: "7d",
      before: "2026-11-20",
    });
  });

  test("take quoted values and lists", () => {
    const { filter, text } = parse('tag:"build tools",ci ns:apis,config source:"My Notes/a b.md" domain:_');
    expect(text).toBe("");
    expect(filter).toEqual({
      tags: ["build-tools", "ci"],
      namespace: ["apis", "config"],
      source: "My Notes/a b.md",
      domain: ["_"],
    });
  });

  test("alone leave nothing to search by", () => {
    expect(parse("ns:decisions").terms).toEqual({ any: [], all: [] });
  });

  test("take an address or an absolute path as a source", () => {
    expect(parse("source:https://example.org/a").filter).toEqual({ source: "https://example.org/a" });
    expect(parse("source:/home/me/notes.md").filter).toEqual({ source: "/home/me/notes.md" });
  });

  test.each([
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
  ])("%j stays text", (query) => {
    const { filter, text, notices } = parse(query);
    expect(filter).toEqual({});
    expect(notices).toEqual([]);
    expect(text).toBe(query.replace(/^"(ns.*)"$/, "$1"));
  });

  test("a moment that is none is left out with a notice", () => {
    const { filter, text, notices } = parse("since:soonish cache");
    expect(filter).toEqual({});
    expect(text).toBe("cache");
    expect(notices).toEqual([expect.stringContaining("since:soonish was left out")]);
  });

  test("a namespace or domain that cannot be is text, with a notice", () => {
    expect(parse("ns:No_Such! x")).toMatchObject({ filter: {}, text: "ns:No_Such! x", notices: [expect.any(String)] });
    expect(parse("domain:org x")).toMatchObject({ filter: {}, text: "domain:org x", notices: [expect.any(String)] });
  });
});

describe("any input", () => {
  test.each([
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
  ])("%# is read without harm", (query) => {
    const { terms } = parse(query);
    for (const term of [...terms.any, ...terms.all]) {
      const parts = term.kind === "phrase" ? term.tokens : [term.token];
      for (const part of parts) expect(part).toMatch(/^[\p{L}\p{N}\p{M}\p{Co}]+$/u);
    }
  });

  test("ten kilobytes of prose keep their words", () => {
    const prose = Array.from({ length: 1500 }, (_, index) => `word${index}`).join(" ");
    expect(parse(prose).terms.any).toHaveLength(1500);
  });
});
