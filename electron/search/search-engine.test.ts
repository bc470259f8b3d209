import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../scripts/build-model.ts";
import { createEvents } from "../core/events.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { NewMemory } from "../core/ports.ts";
import type { SearchMode } from "../core/search.ts";
import type { EngineRequest, SearchEngine } from "../core/search-engine.ts";
import type { OpenedStore } from "../store/open-memory-store.ts";
import { idAt, memoryAt, openTestStore, SILENT, START } from "../store/testing/open-store.ts";
import { createEmbedder } from "./embedding/embedder.ts";
import { createIndexer } from "./embedding/indexer.ts";
import { splitIntoPassages } from "./passages.ts";
import { createSearchEngine } from "./search-engine.ts";

const clock = { now: () => START + 86_400_000 };

async function fill(store: OpenedStore, contents: readonly (string | Partial<NewMemory>)[]): Promise<void> {
  for (const [index, given] of contents.entries()) {
    await store.memories.insert(memoryAt(index + 1, typeof given === "string" ? { content: given } : given));
  }
}

/** A store with these memories, numbered from 1, and an engine without a model. */
async function open(...contents: readonly (string | Partial<NewMemory>)[]) {
  const store = await openTestStore();
  await fill(store, contents);
  const engine = createSearchEngine({
    memories: store.memories,
    text: store.text,
    vectors: null,
    embedder: null,
    clock,
  });
  return { store, engine };
}

/** The same with the bundled model, which is not loaded yet. */
async function openUnloaded({ loadingTimeoutMs }: { readonly loadingTimeoutMs: number }) {
  const store = await openTestStore();
  await fill(store, ["a cache"]);
  const { memories, text, vectors } = store;
  const embedder = bundledEmbedder();
  return { embedder, engine: createSearchEngine({ memories, text, vectors, embedder, clock, loadingTimeoutMs }) };
}

function bundledEmbedder() {
  const embedder = createEmbedder({
    source: { kind: "bundled" },
    modelFolder: MODEL_FOLDER,
    workerUrl: new URL("./embedding/worker.ts", import.meta.url),
    logger: SILENT,
  });
  onTestFinished(() => embedder.close());
  return embedder;
}

/** The same with every memory embedded. */
async function openWithModel(...contents: readonly (string | Partial<NewMemory>)[]) {
  const store = await openTestStore();
  await fill(store, contents);
  const embedder = bundledEmbedder();
  const { memories, text, vectors } = store;
  const events = createEvents((error) => expect.fail(String(error)));
  const indexer = createIndexer({ vectors, embedder, splitIntoPassages, events, logger: SILENT });
  await indexer.rebuild(() => undefined, new AbortController().signal);
  await indexer.close();
  return { store, embedder, engine: createSearchEngine({ memories, text, vectors, embedder, clock }) };
}

function ask(
  engine: SearchEngine,
  query: string,
  { filter = {}, mode = "hybrid", ...rest }: Partial<Omit<EngineRequest, "query">> = {},
) {
  return engine.search({ query: engine.parse(query), filter, mode, limit: 10, cursor: null, ...rest });
}

async function idsOf(engine: SearchEngine, query: string, filter: MemoryFilter = {}, mode: SearchMode = "hybrid") {
  return (await ask(engine, query, { filter, mode })).hits.map(({ memory }) => memory.id);
}

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

  it("finds a word by its beginning", async () => {
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

  it("returns whatever contains a quoted phrase", async () => {
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
    const whole = (await ask(engine, "cache entry", { limit: 100 })).hits.map(({ memory }) => memory.id);
    const first = await ask(engine, "cache entry");
    await store.memories.insert(memoryAt(90, { content: "cache entry cache entry" }));
    const gone = whole[15] ?? "";
    await store.memories.setDeleted(gone, true, null, { client: null, at: START, action: "delete" });
    const second = await ask(engine, "cache entry", { cursor: first.nextCursor ?? null });
    const third = await ask(engine, "cache entry", { cursor: second.nextCursor ?? null });
    const seen = [first, second, third].flatMap(({ hits }) => hits.map(({ memory }) => memory.id));
    expect(seen).toEqual(whole.filter((id) => id !== gone));
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

describe("without a model", () => {
  it("falls back to text, with a notice only if vector search was requested", async () => {
    const { engine } = await open("a cache");
    expect(await ask(engine, "cache")).toMatchObject({ mode: "text", notices: [] });
    const asked = await ask(engine, "cache", { mode: "vector" });
    expect(asked).toMatchObject({ mode: "text", notices: [{ reason: "model_missing" }] });
    expect(asked.hits).toHaveLength(1);
  });

  it("falls back to text while the model loads", async () => {
    const { engine, embedder } = await openUnloaded({ loadingTimeoutMs: 0 });
    expect(await ask(engine, "cache")).toMatchObject({ mode: "text", notices: [] });
    expect(embedder.status().state).toBe("loading");
    const { notices } = await ask(engine, "cache", { mode: "vector" });
    expect(notices).toEqual([{ reason: "model_loading" }]);
  });

  it("falls back to text if the model cannot be read", async () => {
    const store = await openTestStore();
    await fill(store, ["a cache"]);
    const { memories, text, vectors } = store;
    const embedder = createEmbedder({
      source: { kind: "folder", folder: "/nowhere/at/all" },
      modelFolder: MODEL_FOLDER,
      workerUrl: new URL("./embedding/worker.ts", import.meta.url),
      logger: SILENT,
    });
    onTestFinished(() => embedder.close());
    const engine = createSearchEngine({ memories, text, vectors, embedder, clock });
    await ask(engine, "cache");
    const { hits, notices } = await ask(engine, "cache", { mode: "vector" });
    expect(hits).toHaveLength(1);
    expect(notices).toEqual([expect.objectContaining({ reason: "model_failed" })]);
  });
});

describe("with the bundled model", () => {
  beforeAll(async () => {
    await buildModel();
  });

  it("waits for the model to load on the first search", async () => {
    const { engine, embedder } = await openUnloaded({ loadingTimeoutMs: 60_000 });
    expect(embedder.status().state).toBe("idle");
    expect(await ask(engine, "cache", { mode: "vector" })).toMatchObject({ mode: "vector", notices: [] });
  });

  it("embeds frequent words at most once", async () => {
    const contents = Array.from({ length: 40 }, (_, index) => `Anna wrote line ${index}`);
    const { store, embedder } = await openWithModel(...contents, "Anna likes Rome", "Anna saw Paris");
    const asked: string[] = [];
    const { memories, text, vectors } = store;
    const engine = createSearchEngine({
      memories,
      text,
      vectors,
      embedder: {
        fingerprint: embedder.fingerprint,
        dimensions: embedder.dimensions,
        status: () => embedder.status(),
        warmUp: () => embedder.warmUp(),
        embed: (texts, kind, signal) => {
          asked.push(...texts);
          return embedder.embed(texts, kind, signal);
        },
        close: () => embedder.close(),
      },
      clock,
    });
    expect((await idsOf(engine, "rome"))[0]).toBe(idAt(41));
    expect(asked.splice(0)).toEqual(["rome"]);
    await ask(engine, "anna likes rome");
    expect(asked.splice(0)).toEqual(["anna likes rome", "likes rome"]);
    expect((await idsOf(engine, "anna saw paris"))[0]).toBe(idAt(42));
    expect(asked).toEqual(["saw paris"]);
  });

  it("finds by vectors what no word finds, and both in hybrid mode", async () => {
    const { engine } = await openWithModel(
      "The kitten is asleep on the rug.",
      "Quarterly revenue grew by ten percent.",
      "The cat food is in the cupboard.",
    );
    const meant = await ask(engine, "a young cat sleeping", { mode: "vector" });
    expect(meant.mode).toBe("vector");
    expect(meant.hits[0]?.memory.id).toBe(idAt(1));
    expect(meant.hits[0]?.matched.by).toContain("vector");
    expect(meant.hits[0]?.matched.similarity).toBeGreaterThan(0.4);
    expect(meant.hits[0]?.matched.excerpt).toBe("The kitten is asleep on the rug.");
    const both = await ask(engine, "a young cat sleeping");
    expect(both.mode).toBe("hybrid");
    expect(both.hits.map(({ memory }) => memory.id).sort()).toEqual([idAt(1), idAt(3)]);
  });

  it("requires a quoted phrase in every mode", async () => {
    const { engine } = await openWithModel("The kitten is asleep.", "A cat food shop", "My cat sleeps all day");
    for (const mode of ["hybrid", "vector"] as const) {
      expect(await idsOf(engine, '"cat food" sleeping', {}, mode)).toEqual([idAt(2)]);
    }
  });

  it.each([
    [
      "Chinese",
      "不能在静态块内使用",
      ["我们决定使用本地数据库保存记忆", "不能在类的静态块内使用这个方法", "部署之前必须备份数据库"],
    ],
    ["Russian", "резервная копия", ["Сервер отвечает медленно", "Перед выпуском нужна резервная копия", "Кэш очищен"]],
  ] as const)("ranks by text in a language the model was not trained on: %s", async (_, query, contents) => {
    const { engine } = await openWithModel(...contents);
    const { mode, hits } = await ask(engine, query);
    expect(mode).toBe("hybrid");
    expect(hits[0]).toMatchObject({ memory: { id: idAt(2) }, matched: { by: ["text", "recency"], similarity: null } });
  });

  it("finds no similar memories if the model rates all texts alike", async () => {
    const sentences =
      "服务器响应很慢 缓存已经清空 今天天气很好 部署再次失败 午饭吃了面条 数据库要备份 接口请求超时 日志文件太多 会议改到周五 密码需要更换 分支合并完成 测试全部通过 证书即将过期 内存泄漏修复 图片加载异常 用户无法登录 端口被占用了 配置文件缺失 版本号已更新 队列积压严重 磁盘空间不足 代码审查结束 依赖需要升级 网络连接中断";
    const { engine } = await openWithModel(...sentences.split(" "));
    expect(await engine.similar("缓存已经清空", {}, { limit: 5, exceptId: idAt(2) })).toEqual([]);
  });

  it("finds similar memories by their vectors", async () => {
    const { engine } = await openWithModel("The cat sits on the mat.", "A kitty is sitting on a mat.", "Tax law");
    const similar = await engine.similar("The cat sits on the mat.", {}, { limit: 5, exceptId: idAt(1) });
    expect(similar).toMatchObject([{ memory: { id: idAt(2) }, by: "vector" }]);
  });
});

describe("similar", () => {
  const decision = "We decided to use PostgreSQL 16 as the main database, since it has row level security.";

  it("finds near duplicates by their words, the most similar first", async () => {
    const { engine } = await open(
      decision,
      "We use PostgreSQL 16 as the main database since row level security is needed.",
      "The main entrance is locked at night by security.",
    );
    const similar = await engine.similar(decision, {}, { limit: 5, exceptId: null });
    expect(similar.map(({ memory }) => memory.id)).toEqual([idAt(1), idAt(2)]);
    expect(similar[0]).toMatchObject({ score: 1, by: "text" });
    expect(similar[1]?.score).toBeLessThan(1);
  });

  it("leaves out the memory itself and those outside the filter", async () => {
    const { engine } = await open(decision, { content: decision, domain: "acme/shop" });
    const similar = await engine.similar(decision, { domains: ["user"] }, { limit: 5, exceptId: idAt(1) });
    expect(similar).toEqual([]);
  });

  it("finds a near duplicate of a memory with many words of its own", async () => {
    const own = Array.from({ length: 15 }, (_, index) => `peculiarity${index}`).join(" ");
    const { engine } = await open(decision, `${decision} ${own}`);
    const similar = await engine.similar(`${decision} ${own}`, {}, { limit: 5, exceptId: idAt(2) });
    expect(similar.map(({ memory }) => memory.id)).toEqual([idAt(1)]);
  });

  it("finds Chinese near duplicates", async () => {
    const { engine } = await open("我们决定使用本地数据库保存所有记忆", "天气很好");
    const similar = await engine.similar("我们决定使用本地数据库来保存所有记忆", {}, { limit: 5, exceptId: null });
    expect(similar.map(({ memory }) => memory.id)).toEqual([idAt(1)]);
  });

  it.each(["", "🎉", "the of and"])("finds nothing for %j", async (content) => {
    const { engine } = await open(decision);
    expect(await engine.similar(content, {}, { limit: 5, exceptId: null })).toEqual([]);
  });
});
