import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../scripts/build-model.ts";
import { workerUrl } from "../../tests/testing/entries.ts";
import { ask, clock, fill, idsOf, open, openUnloaded, openWithModel } from "../../tests/testing/open-engine.ts";
import { idAt, memoryAt, openTestStore, SILENT } from "../store/testing/open-store.ts";
import { createEmbedder } from "./embedding/embedder.ts";
import { createSearchEngine } from "./search-engine.ts";

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
      workerUrl: workerUrl("embeddingWorker"),
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

  it("finds contents of one or two letters by their words only", async () => {
    const junk = ["x", "1", "a", "ok", "y\n\ny", "…"];
    const { engine } = await openWithModel(
      ...junk,
      "Clients use the port in endpoint.json.",
      "Orders are in PostgreSQL.",
      "水",
    );
    for (const query of ["connect", "port", "money", "backup", "release"]) {
      const found = await ask(engine, query, { minScore: 0, limit: 20 });
      expect(found.hits.map(({ memory }) => memory.content).filter((content) => junk.includes(content))).toEqual([]);
    }
    const [first] = (await ask(engine, "x")).hits;
    expect(first?.memory.content).toBe("x");
    expect((await ask(engine, "water", { minScore: 0 })).hits.map(({ memory }) => memory.content)).toContain("水");
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

  it("ranks by text in a language that it does not know", async () => {
    const { engine } = await openWithModel(
      "Сервер отвечает медленно",
      "Перед выпуском нужна резервная копия",
      "Кэш очищен",
    );
    const { mode, hits } = await ask(engine, "резервная копия");
    expect(mode).toBe("hybrid");
    expect(hits[0]).toMatchObject({ memory: { id: idAt(2) }, matched: { by: ["text", "recency"], similarity: null } });
  });

  it.each([
    ["如何还原误删的记录", ["部署之前必须通知团队", "丢失的数据可以从备份恢复", "午饭在十二点"]],
    [
      "Wie bekomme ich gelöschte Sachen zurück?",
      [
        "Das Team trifft sich montags",
        "Verlorene Dateien stellt man aus der Sicherung wieder her",
        "Der Drucker ist leer",
      ],
    ],
    ["Lost files are restored from the backup", ["团队每周一开会", "丢失的文件可以从备份恢复", "午饭在十二点"]],
  ] as const)("finds for %j a memory in another language or in other words", async (query, contents) => {
    const { engine } = await openWithModel(...contents);
    expect((await ask(engine, query, { mode: "vector", minScore: 0 })).hits[0]?.memory.id).toBe(idAt(2));
  });

  it("finds no similar memories if the model rates all texts equally", async () => {
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

  it("judges a memory only by its words until it is embedded", async () => {
    const { engine, store } = await openWithModel("The office closes at six", "Lunch is at noon on Fridays");
    await store.memories.insert(memoryAt(3, { content: "Orders are stored in PostgreSQL, in the database shop" }));
    const query = "which database do we use for orders?";
    expect(await ask(engine, query)).toMatchObject({ mode: "hybrid", hits: [{ memory: { id: idAt(3) } }] });
  });
});
