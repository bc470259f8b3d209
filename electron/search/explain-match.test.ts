import { describe, expect, it } from "vitest";
import { createStemmer } from "../core/stem.ts";
import type { OrderedCandidate } from "./candidate-ranker.ts";
import { explainMatch } from "./explain-match.ts";
import { createQueryMatcher } from "./query-matcher.ts";
import { wordsOfQuery } from "./query-terms.ts";
import type { Candidate } from "./ranking.ts";
import { RERANKING_INPUTS, type RerankingInputs } from "./reranking.ts";

const CANDIDATE: Candidate = {
  id: "01",
  text: 1,
  vector: 0,
  context: 0,
  similarity: null,
  passage: null,
  passages: null,
  rank: 1,
  terms: 1,
};

const EVIDENCE = {
  covered: 0.5,
  elsewhere: 0,
  names: 0,
  rankShare: 1,
  prominence: 0,
  similarity: 0,
  fluency: 1,
  position: 0,
  characters: 0,
  wordParts: 0,
  progress: 0,
  user: 0,
  kinds: null,
};
const NO_INPUTS = Object.fromEntries(RERANKING_INPUTS.map((name) => [name, 0])) as RerankingInputs;
const ordered = (changes: Partial<OrderedCandidate>): OrderedCandidate => ({
  candidate: CANDIDATE,
  boosts: null,
  inputs: null,
  evidence: EVIDENCE,
  score: 0.5,
  ...changes,
});

const matcherOf = (query: string) => createQueryMatcher(wordsOfQuery(query), createStemmer());

function explain(query: string, content: string, candidate: Partial<Candidate> = {}) {
  const found = ordered({ candidate: { ...CANDIDATE, ...candidate } });
  const match = explainMatch(content, matcherOf(query), found, 0.05);
  return { ...match, marked: match.highlights.map(([start, end]) => match.excerpt.slice(start, end)) };
}

describe("matched words", () => {
  it.each([
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
    ["Ёлка", "елки и ёлка", ["елки", "ёлка"], ["Ёлка"]],
    ["postg", "Postgres runs", ["Postgres"], ["postg"]],
    ["car", "a car on the carpet", ["car"], ["car"]],
    ["the cache", "the cache", ["cache"], ["cache"]],
    ["the", "the cache", ["the"], ["the"]],
  ])("marks the matches of %j in %j and returns the words as the query has them", (query, content, marked, words) => {
    const match = explain(query, content);
    expect(match.marked).toEqual(marked);
    expect([...match.words].sort()).toEqual([...words].sort());
  });

  it.each([
    "cache migration",
    "saying says said",
    "ties tie ied",
    "user name HTTPServer v2",
    "postg rel x1",
    "is it a b2b or e2e",
  ])("finds the same matches of %j in ASCII as in other text", (query) => {
    const content =
      "Caches migrated; tied, saying `getUserName` in HTTPServer2 and user_name. Postgres: relational, X1 b2b E2E a v2 sAid IED";
    const { rangesIn } = matcherOf(query);
    const ranges = rangesIn(content);
    expect(ranges.length).toBeGreaterThan(0);
    expect(rangesIn(`${content} …`)).toEqual(ranges);
  });

  it("returns sorted ranges that do not overlap", () => {
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

describe("excerpts", () => {
  const filler = "Nothing of interest is said here at all. ".repeat(40);

  it("shows the part with most of the words, on one line", () => {
    const { excerpt, marked } = explain(
      "flux capacitor",
      `# Title\n\n${filler}\n\nThe flux\n\n- capacitor hums. ${filler}`,
    );
    expect(excerpt).toMatch(/^…The flux capacitor hums\. .*…$/);
    expect(marked).toEqual(["flux", "capacitor"]);
    expect(excerpt.length).toBeLessThanOrEqual(240);
  });

  it("shows the start of the passage that the vector matched", () => {
    const content = `${"First passage sentence here. ".repeat(60)}\n\n${"Second part begins now. ".repeat(60)}`;
    const { excerpt, similarity, by } = explain("zebra", content, { text: 0, vector: 1, similarity: 0.6, passage: 2 });
    expect(excerpt).toMatch(/^….*Second part begins/);
    expect(similarity).toBe(0.6);
    expect(by).toEqual(["vector"]);
  });

  it("shows short content in full", () => {
    expect(explain("cache", "## A cache\n\n- for *all*").excerpt).toBe("A cache for *all*");
  });

  it.each([
    ["😀".repeat(300)],
    [`${"😀".repeat(150)} cache ${"😀".repeat(150)}`],
    ["x".repeat(5000)],
    [`${"x".repeat(2000)}cache`],
    ["数".repeat(2000)],
    [`${" \n".repeat(500)}cache`],
  ])("cuts content %# to a short, well-formed excerpt", (content) => {
    const { excerpt, highlights } = explain("cache 数数", content);
    expect(excerpt.length).toBeLessThanOrEqual(240);
    expect(excerpt.isWellFormed()).toBe(true);
    for (const [, end] of highlights) expect(end).toBeLessThanOrEqual(excerpt.length);
  });
});

it.each(["rare names", "characters", "kinds", "word parts"] as const)(
  "says that a memory was ranked by text if its %s ranked it",
  (name) => {
    const found = ordered({ candidate: { ...CANDIDATE, text: 0, vector: 0 }, inputs: { ...NO_INPUTS, [name]: 1 } });
    expect(explainMatch("花费", matcherOf("花费"), found, 0.05).by).toEqual(["text"]);
  },
);

it("lists the signals that ranked it by their part of the score and leaves out signals below 1 %", () => {
  const by = (changes: Partial<OrderedCandidate>) =>
    explainMatch("cache", matcherOf("cache"), ordered(changes), 0.05).by;
  const candidate = { ...CANDIDATE, text: 0.3, vector: 0.6, context: 0.1 };
  const boosts = { recency: 0.02, use: 0.001, pinned: 0.05 };
  const inputs = { ...NO_INPUTS, "words and meaning": 1, meaning: 1, session: 0.5, question: 1 };
  expect(by({ candidate, boosts, inputs })).toEqual(["vector", "text", "context", "pinned", "recency"]);
  expect(by({ candidate })).toEqual(["vector", "text", "context"]);
});

it("reports the share of the query's words and the lowest score of a result", () => {
  expect(explain("cache", "cache")).toMatchObject({ coverage: 0.5, floor: 0.05 });
});
