import { describe, expect, it } from "vitest";
import { ask, clock, idsOf, open } from "../../tests/testing/open-engine.ts";
import { idAt, memoryAt, START } from "../store/testing/open-store.ts";
import { createSearchEngine } from "./search-engine.ts";

describe("text search", () => {
  it("finds inflected words and ranks a memory with more of them first", async () => {
    const { engine } = await open("Migrating the cache", "Caches are migrated at night by the scheduler", "Lunch menu");
    expect(await idsOf(engine, "cache migration scheduler")).toEqual([idAt(2), idAt(1)]);
  });

  const found: readonly (readonly [query: string, content: string])[] = [
    ["数据库", "我们使用本地数据库保存记忆"],
    ["水", "他每天喝水"],
    ["データ", "データベースの設計"],
    ["데이터", "데이터베이스를 선택했다"],
    ["ข้าว", "ฉันกินข้าวทุกวัน"],
    ["ПАМЯТЬ", "Долгая память важна"],
    ["елка", "Новогодняя ёлка"],
    ["محمد", "كتبه مُحَمَّد"],
    ["resume", "Sent the résumé"],
    ["naïve", "A naive approach"],
    ["हिन्दी", "यह हिन्दी में है"],
    ["strasse", "Die Straße ist lang"],
    ["fetchInvoiceRows", "call fetch_invoice_rows() first"],
    ["load_tax_table", "the method loadTaxTable is slow"],
    ["widget", "the method drawWidgetFrame is slow"],
    ["passages.ts", "see electron/search/passages.ts for it"],
    ["node:sqlite", "node:sqlite takes longer"],
    ["1.2.3", "released 1.2.3 today"],
    ["std::vector", "use std::vector here"],
  ];

  it("finds words in any script, and identifiers in any spelling", async () => {
    const { engine } = await open("something else entirely", ...found.map(([, content]) => content));
    const first = await Promise.all(
      found.map(async ([query]) => [query, (await ask(engine, query)).hits[0]?.memory.content] as const),
    );
    expect(first).toEqual(found);
  });

  it("finds a word by its prefix", async () => {
    const { engine } = await open("Postgres is our database", "the post office");
    expect(await idsOf(engine, "postg")).toEqual([idAt(1)]);
  });

  it("requires quoted words as a phrase", async () => {
    const { engine } = await open("ahead of the log write", "the write ahead log grows");
    expect(await idsOf(engine, '"write ahead log"')).toEqual([idAt(2)]);
  });

  it("searches quoted words one by one, with a notice, if no memory contains the phrase", async () => {
    const { engine } = await open("the log of writes");
    const { hits, notices } = await ask(engine, '"log ahead"');
    expect(hits.map(({ memory }) => memory.id)).toEqual([idAt(1)]);
    expect(notices).toHaveLength(1);
  });

  it.each(["* OR NEAR(", '"""', "🎉", "\u0000", "a".repeat(10_000), "-- ';"])("accepts the query %j", async (query) => {
    const { engine } = await open("a memory");
    await expect(ask(engine, query)).resolves.toMatchObject({ hits: [] });
  });

  it("finds a memory by the rare words of a query of ten kilobytes", async () => {
    const filler = Array.from({ length: 1200 }, (_, index) => `filler${index}`).join(" ");
    const { engine } = await open("nothing of it", "the flux capacitor needs plutonium");
    expect(await idsOf(engine, `${filler} flux capacitor plutonium`)).toEqual([idAt(2)]);
  });
});

describe("search results", () => {
  it("have scores from 0 to 1, best first, the words found and their positions", async () => {
    const { engine } = await open("# Postgres\n\nWe chose Postgres over MySQL.", "MySQL was slower.");
    const { hits, mode } = await ask(engine, "Why postgres, not mysql?");
    expect(mode).toBe("text");
    expect(hits.map(({ memory }) => memory.id)).toEqual([idAt(1), idAt(2)]);
    const [first, second] = hits;
    expect(first?.score).toBeLessThanOrEqual(1);
    expect(first?.score).toBeGreaterThan(second?.score ?? 1);
    expect(second?.score).toBeGreaterThan(0);
    expect(first?.matched.words).toEqual(["postgres", "mysql"]);
    expect(first?.matched.by[0]).toBe("text");
    expect(first?.matched.similarity).toBeNull();
    const { excerpt, highlights } = first?.matched ?? { excerpt: "", highlights: [] };
    expect(highlights.map(([start, end]) => excerpt.slice(start, end))).toEqual(["Postgres", "Postgres", "MySQL"]);
  });

  it("respects the filter", async () => {
    const { engine } = await open(
      { content: "cache in the shop", domain: "acme/shop" },
      { content: "cache at home", domain: "user", tags: ["perf"] },
    );
    expect(await idsOf(engine, "cache", { domains: ["acme/shop"] })).toEqual([idAt(1)]);
    expect(await idsOf(engine, "cache", { tags: ["perf"] })).toEqual([idAt(2)]);
    expect(await idsOf(engine, "cache", { withoutTags: ["perf"] })).toEqual([idAt(1)]);
  });

  it("ignores a word that is frequent in scope", async () => {
    const chatter = Array.from({ length: 60 }, (_, index) => ({ content: `Anna: number ${index}`, domain: "chat" }));
    const { engine } = await open(...chatter, { content: "She went to Rome in May", domain: "chat" });
    expect(await idsOf(engine, "When did Anna go to Rome?", { domains: ["chat"] })).toEqual([idAt(61)]);
  });

  it("orders equal results by pins", async () => {
    const { engine, store } = await open("a note on caching", "a note on caching it", { content: "a note on caching" });
    await store.memories.setPinned([idAt(1)], true);
    expect((await idsOf(engine, "caching note"))[0]).toBe(idAt(1));
  });
});

describe("context", () => {
  const exchange = [
    { content: "Where shall we hold the anniversary dinner?", sessionId: "one" },
    { content: "At Luigi's, by the river.", sessionId: "one" },
    { content: "Unrelated remark about taxes", sessionId: "two" },
  ];

  it("raises a candidate that was captured next to a good result", async () => {
    const answers = ["Luigi's has the river", "A note about the river", "Another note about the river"];
    const { engine } = await open(
      { content: "Where is the anniversary dinner?", sessionId: "one" },
      ...answers.map((content, index) => ({ content, sessionId: index === 0 ? "one" : "two" })),
    );
    const { hits } = await ask(engine, "anniversary dinner river", { minScore: 0 });
    expect(hits.slice(0, 2).map(({ memory }) => memory.id)).toEqual([idAt(1), idAt(2)]);
    expect(hits[1]?.matched.by).toContain("context");
  });

  it("adds no memory only because it was captured next to a good result", async () => {
    const { engine } = await open(...exchange);
    expect(await idsOf(engine, "anniversary dinner")).toEqual([idAt(1)]);
  });

  it("adds only memories that match the filter", async () => {
    const { engine } = await open(
      ...exchange.map((memory, index) => ({ ...memory, tags: index === 0 ? ["a"] : ["b"] })),
    );
    expect(await idsOf(engine, "anniversary dinner", { tags: ["a"] })).toEqual([idAt(1)]);
  });
});

describe("the relevance floor", () => {
  const notes = [
    "Payment calls to Stripe are retried three times with an idempotency key",
    "The retry storm of September took the ingress down",
    "Sessions are stored in Redis for 14 days",
    "Build 311 passed in 3 minutes",
    "Build 312 passed in 3 minutes",
  ];

  it("leaves out candidates without enough evidence, counts them, and returns them on request", async () => {
    const { engine } = await open(...notes);
    const query = "idempotency of payment retries, minutes";
    const found = await ask(engine, query);
    expect(found.hits.map(({ memory }) => memory.id)).toEqual([idAt(1)]);
    expect(found.lessLikely).toBeGreaterThan(0);
    const all = await ask(engine, query, { minScore: 0 });
    expect(all.hits).toHaveLength(found.hits.length + found.lessLikely);
    expect(all.lessLikely).toBe(0);
  });

  it("returns nothing, with a notice, if no candidate is likely to be relevant", async () => {
    const { engine } = await open(...notes);
    const found = await ask(engine, "quarterly Antarctica penguin census minutes translation workshop");
    expect(found.hits).toEqual([]);
    expect(found.notices).toEqual([{ reason: "nothing_relevant", params: { count: found.lessLikely } }]);
  });

  it("returns every memory that contains a quoted phrase", async () => {
    const { engine } = await open(...notes);
    const found = await ask(engine, 'quarterly Antarctica penguin census "retry storm"');
    expect(found.hits.map(({ memory }) => memory.id)).toEqual([idAt(2)]);
  });

  it("applies a given floor to every result", async () => {
    const { engine } = await open(...notes);
    const { hits } = await ask(engine, "build minutes", { minScore: 0 });
    const [, second] = hits;
    const floor = ((hits[0]?.score ?? 0) + (second?.score ?? 0)) / 2;
    const limited = await ask(engine, "build minutes", { minScore: floor });
    expect(limited.hits.map(({ memory }) => memory.id)).toEqual([hits[0]?.memory.id]);
  });

  it("refuses the cursor of a search with another floor", async () => {
    const { engine } = await open(...Array.from({ length: 25 }, (_, index) => `cache entry number ${index}`));
    const { nextCursor = null } = await ask(engine, "cache entry");
    await expect(ask(engine, "cache entry", { cursor: nextCursor, minScore: 0 })).rejects.toMatchObject({
      field: "cursor",
    });
  });
});

describe("pages", () => {
  const many = Array.from({ length: 25 }, (_, index) => `cache entry number ${index}`);

  it("are consistent if memories are captured and deleted in between", async () => {
    const { engine, store } = await open(...many);
    const all = (await ask(engine, "cache entry", { limit: 100 })).hits.map(({ memory }) => memory.id);
    const first = await ask(engine, "cache entry");
    await store.memories.insert(memoryAt(90, { content: "cache entry cache entry" }));
    const gone = all[15] ?? "";
    await store.memories.setDeleted(gone, true, null, { client: null, at: START, action: "delete" });
    const second = await ask(engine, "cache entry", { cursor: first.nextCursor ?? null });
    const third = await ask(engine, "cache entry", { cursor: second.nextCursor ?? null });
    const seen = [first, second, third].flatMap(({ hits }) => hits.map(({ memory }) => memory.id));
    expect(seen).toEqual(all.filter((id) => id !== gone));
    expect(third.nextCursor).toBeUndefined();
  });

  it("continue after a restart", async () => {
    const { engine, store } = await open(...many);
    const first = await ask(engine, "cache entry");
    const { memories, text } = store;
    const restarted = createSearchEngine({ memories, text, vectors: null, embedder: null, clock });
    const second = await ask(restarted, "cache entry", { cursor: first.nextCursor ?? null });
    expect(second.hits).toHaveLength(10);
    const firstIds = first.hits.map(({ memory }) => memory.id);
    expect(second.hits.filter(({ memory }) => firstIds.includes(memory.id))).toEqual([]);
  });

  it.each(["", "nonsense", "ZmFrZQ", "../../etc"])("refuses the cursor %j", async (cursor) => {
    const { engine } = await open(...many);
    await expect(ask(engine, "cache", { cursor })).rejects.toMatchObject({ code: "invalid_argument", field: "cursor" });
  });

  it("refuses the cursor of another search", async () => {
    const { engine } = await open(...many);
    const { nextCursor = null } = await ask(engine, "cache entry");
    await expect(ask(engine, "number", { cursor: nextCursor })).rejects.toMatchObject({ field: "cursor" });
  });
});
