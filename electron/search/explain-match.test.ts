import { describe, expect, test } from "vitest";
import { explainMatch } from "./explain-match.ts";
import type { Candidate } from "./fuse-scores.ts";
import { createQueryMatcher } from "./query-matcher.ts";

const CANDIDATE: Candidate = { id: "01", text: 1, vector: 0, context: 0, similarity: null, passage: null };

function explain(query: string, content: string, candidate: Partial<Candidate> = {}) {
  const match = explainMatch(content, createQueryMatcher(query), { ...CANDIDATE, ...candidate }, null);
  return { ...match, marked: match.highlights.map(([start, end]) => match.excerpt.slice(start, end)) };
}

describe("what matched", () => {
  test.each([
    ["cache migration", "Migrated the caches", ["Migrated", "caches"], ["migration", "cache"]],
    ["resume", "my résumé here", ["résumé"], ["resume"]],
    ["数据库", "本地数据库保存", ["数据库"], ["数据库"]],
    ["水", "他喝水", ["水"], ["水"]],
    ["user name", "call getUserName()", ["getUserName"], ["user"]],
    [
      "get_user_name",
      "in getUserName and get_user_name",
      ["getUserName", "get", "user", "name"],
      ["get_user_name", "get", "user", "name"],
    ],
    ["Ёлка", "елки и ёлка", ["ёлка"], ["Ёлка"]],
    ["postg", "Postgres runs", ["Postgres"], ["postg"]],
    ["car", "a car on the carpet", ["car"], ["car"]],
    ["the cache", "the cache", ["cache"], ["cache"]],
    ["the", "the cache", ["the"], ["the"]],
  ])("of %j in %j is marked, and told as it was written", (query, content, marked, words) => {
    const match = explain(query, content);
    expect(match.marked).toEqual(marked);
    expect([...match.words].sort()).toEqual([...words].sort());
  });

  test.each([
    "cache migration",
    "saying says said",
    "ties tie ied",
    "user name HTTPServer v2",
    "postg rel x1",
    "is it a b2b or e2e",
  ])("of %j is the same in plain ASCII as beside other letters", (query) => {
    const content =
      "Caches migrated; tied, saying `getUserName` in HTTPServer2 and user_name. Postgres: relational, X1 b2b E2E a v2 sAid IED";
    const { rangesIn } = createQueryMatcher(query);
    const ranges = rangesIn(content);
    expect(ranges.length).toBeGreaterThan(0);
    expect(rangesIn(`${content} …`)).toEqual(ranges);
  });

  test("ranges are sorted and do not overlap", () => {
    const { highlights, excerpt } = explain("数据 据库 库存 cache", "cache 数据库存 数据 caches 库存");
    let end = 0;
    for (const [start, next] of highlights) {
      expect(start).toBeGreaterThanOrEqual(end);
      expect(next).toBeGreaterThan(start);
      end = next;
    }
    expect(end).toBeLessThanOrEqual(excerpt.length);
  });
});

describe("the excerpt", () => {
  const filler = "Nothing of interest is said here at all. ".repeat(40);

  test("is the stretch that shows most of the words, on one line", () => {
    const { excerpt, marked } = explain(
      "flux capacitor",
      `# Title\n\n${filler}\n\nThe flux\n\n- capacitor hums. ${filler}`,
    );
    expect(excerpt).toMatch(/^…The flux capacitor hums\. .*…$/);
    expect(marked).toEqual(["flux", "capacitor"]);
    expect(excerpt.length).toBeLessThanOrEqual(240);
  });

  test("of a match in meaning is the beginning of the passage that matched", () => {
    const content = `${"First passage sentence here. ".repeat(60)}\n\n${"Second part begins now. ".repeat(60)}`;
    const { excerpt, similarity, by } = explain("zebra", content, { text: 0, vector: 1, similarity: 0.6, passage: 2 });
    expect(excerpt).toMatch(/^….*Second part begins/);
    expect(similarity).toBe(0.6);
    expect(by).toEqual(["vector"]);
  });

  test("of short content is the content", () => {
    expect(explain("cache", "## A cache\n\n- for *all*").excerpt).toBe("A cache for *all*");
  });

  test.each([
    ["😀".repeat(300)],
    [`${"😀".repeat(150)} cache ${"😀".repeat(150)}`],
    ["x".repeat(5000)],
    [`${"x".repeat(2000)}cache`],
    ["数".repeat(2000)],
    [`${" \n".repeat(500)}cache`],
  ])("of awkward content %# is short and well formed", (content) => {
    const { excerpt, highlights } = explain("cache 数数", content);
    expect(excerpt.length).toBeLessThanOrEqual(240);
    expect(excerpt.isWellFormed()).toBe(true);
    for (const [, end] of highlights) expect(end).toBeLessThanOrEqual(excerpt.length);
  });
});

test("signals are told by their weight, and what adds next to nothing is not", () => {
  const gentle = { recency: 0.02, use: 0.001, pinned: 0.05 };
  const candidate = { ...CANDIDATE, text: 0.3, vector: 0.6, context: 0.1 };
  const { by } = explainMatch("cache", createQueryMatcher("cache"), candidate, gentle);
  expect(by).toEqual(["vector", "text", "context", "pinned", "recency"]);
});
