import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { ask, idsOf, open, openWithModel } from "../../tests/testing/open-engine.ts";
import { idAt, memoryAt } from "../store/testing/open-store.ts";
import { exactMatches } from "./literal-matches.ts";

const STORE = path.join(import.meta.dirname, "..", "..", "bench", "retrieval", "stores", "everyday.txt");
const CONTENTS = readFileSync(STORE, "utf8")
  .split("\n")
  .flatMap((line) => line.split(" | ")[2] ?? []);

/** The words of a text in lower case, without punctuation. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

it("finds every memory by each of its words and pairs of words, if few memories contain them", async () => {
  const contents = CONTENTS.filter((_, index) => index % 20 === 0).slice(0, 20);
  const { engine } = await openWithModel(...contents);
  const words = contents.map((content) => new Set(wordsOf(content)));
  const queries = new Set(
    contents.flatMap((content) => {
      const own = wordsOf(content);
      return own.flatMap((word, at) => [word, `${word} ${own[at + 1] ?? word}`, `${word} ${own[at + 5] ?? word}`]);
    }),
  );
  const missed: string[] = [];
  for (const query of queries) {
    const asked = wordsOf(query);
    const holders = words.flatMap((own, at) => (asked.every((word) => own.has(word)) ? [idAt(at + 1)] : []));
    if (holders.length > 10) continue;
    const { hits } = await ask(engine, query, { limit: 40 });
    const found = hits.map(({ memory }) => memory.id);
    if (holders.some((id) => !found.includes(id))) missed.push(query);
  }
  expect(missed).toEqual([]);
  expect(queries.size).toBeGreaterThan(400);
});

const notes = [
  "The cache is never emptied by hand, because a cold start takes the shop down for a quarter of an hour.",
  "Reports are due in March; the accountant reads them before the auditors do, and signs each page.",
  "The browser sends OPTIONS before each cross-origin request, which the gateway must answer without a session.",
  "Sessions are stored in Redis for 14 days.",
];

it("finds the memory that contains the words of a query, whatever it is about", async () => {
  const { engine } = await openWithModel(...notes);
  for (const [query, number] of [
    ["never", 1],
    ["March", 2],
    ["in March", 2],
    ["OPTIONS", 3],
    ["must answer", 3],
    ["without", 3],
    ["14", 4],
  ] as const) {
    expect(await idsOf(engine, query), query).toContain(idAt(number));
  }
});

it("finds a word that was captured after it was searched", async () => {
  const { engine, store } = await open(...Array.from({ length: 300 }, (_, at) => `note ${at} on caching rows`));
  expect(await idsOf(engine, "zeppelin")).toEqual([]);
  await store.memories.insert(memoryAt(400, { content: `${notes.join(" ")} A zeppelin.` }));
  expect(await idsOf(engine, "zeppelin")).toEqual([idAt(400)]);
});

it("applies the floor of a caller and of a prompt to these, and reports a floor that no result is below", async () => {
  const { engine } = await openWithModel(...notes);
  expect((await ask(engine, "without", { minScore: 0.99 })).hits).toEqual([]);
  const { hits } = await ask(engine, "without");
  for (const { score, matched } of hits) expect(score).toBeGreaterThanOrEqual(matched.floor);
  const prompt = engine.parseText("without");
  const ofPrompt = await engine.search({ query: prompt, filter: {}, mode: "hybrid", limit: 10, cursor: null });
  expect(ofPrompt.hits.length).toBeLessThan(hits.length);
});

it("reads only the contents that can have every word", async () => {
  const words = [
    { token: "cache", indices: [0], frequency: 3 },
    { token: "key", indices: [1, 2], frequency: 2 },
  ];
  const hits = [
    { id: "first word", rank: 1, terms: 0b001 },
    { id: "both words", rank: 1, terms: 0b011 },
    { id: "other spelling", rank: 1, terms: 0b101 },
    { id: "phrase", rank: 1, terms: null },
  ];
  const read: string[] = [];
  const contentsOf = async (ids: readonly string[]) => {
    read.push(...ids);
    return new Map(ids.map((id) => [id, id === "both words" ? "The key of the cache." : "caches and keys"]));
  };
  expect(await exactMatches("cache key", { words, hits }, 10, contentsOf)).toEqual(new Set(["both words"]));
  expect(read).toEqual(["both words", "other spelling", "phrase"]);
});

it("finds the few memories with a word as it is written among many with inflections of it", async () => {
  const many = Array.from({ length: 150 }, (_, at) => `Build ${at} passed, and the build before it too.`);
  const long = "It builds in two steps: the first reads all sources, and the second writes one file for each of them.";
  const { engine } = await openWithModel(...many, long);
  expect((await idsOf(engine, "builds"))[0]).toBe(idAt(151));
  expect(await idsOf(engine, "build")).toHaveLength(10);
});
