import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../../scripts/build-model.ts";
import { workerUrl as urlOfWorker } from "../../../tests/testing/entries.ts";
import type { Embedder } from "../../core/embedder.ts";
import type { Logger } from "../../core/ports.ts";
import { createEmbedder, type EmbedderOptions } from "./embedder.ts";
import { expectedRuntime } from "./runtime.ts";

const workerUrl = urlOfWorker("embeddingWorker");
const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const folders: string[] = [];
const embedders: Embedder[] = [];

function open(options: Partial<EmbedderOptions> = {}): Embedder {
  const source = { kind: "bundled" } as const;
  const embedder = createEmbedder({ source, modelFolder: MODEL_FOLDER, workerUrl, logger: quiet, ...options });
  embedders.push(embedder);
  return embedder;
}

async function copyModel(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-embedder-"));
  folders.push(folder);
  await cp(MODEL_FOLDER, folder, { recursive: true });
  return folder;
}

function similarity(left: Float32Array | undefined, right: Float32Array | undefined): number {
  return [...(left ?? [])].reduce((sum, component, index) => sum + component * (right?.[index] ?? 0), 0);
}

beforeAll(async () => {
  await buildModel();
});

afterEach(async () => {
  await Promise.all(embedders.splice(0).map((embedder) => embedder.close()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

describe.each([expectedRuntime(), "onnxruntime-web" as const])("the bundled model on %s", (runtime) => {
  it("gives similar texts similar vectors, and a text the same vector in any batch", async () => {
    const embedder = open({ runtime });
    const texts = [
      "The cat sits on the mat.",
      "A kitten is resting on a rug.",
      "We store every memory in SQLite with write-ahead logging.",
      "The database uses WAL mode, so captures are durable.",
      "Quarterly revenue grew by ten percent.",
    ];
    const vectors = (await embedder.embed(texts, "passage")).map(({ vector }) => vector);
    const [cat, kitten, sqlite, wal, revenue] = vectors;
    expect(similarity(cat, cat)).toBeCloseTo(1, 5);
    // Measured when the model was built; every runtime must agree.
    expect(similarity(cat, kitten)).toBeCloseTo(0.64, 1);
    expect(similarity(cat, revenue)).toBeCloseTo(-0.02, 1);
    expect(similarity(sqlite, wal)).toBeGreaterThan(similarity(sqlite, revenue) + 0.3);
    const [alone] = await embedder.embed(["The cat sits on the mat."], "query");
    expect([...(alone?.vector ?? [])]).toEqual([...(cat ?? [])]);
    expect(embedder.dimensions).toBe(384);
    expect(embedder.fingerprint).toMatch(new RegExp(`^all-MiniLM-L6-v2/int8/[0-9a-f]{8}/${runtime}-1$`));
    expect(embedder.status()).toEqual({ state: "ready", model: "all-MiniLM-L6-v2" });
  });
});

describe("the bundled model", () => {
  it("reads texts in other languages by their English words", async () => {
    const [german, chinese, french, english, other] = await open().embed(
      [
        "Die Rechnungen werden drei Jahre aufbewahrt.",
        "发票保存三年。",
        "Les factures sont conservées pendant trois ans.",
        "Invoices are kept for three years.",
        "The team meets on Mondays.",
      ],
      "query",
    );
    for (const translated of [german, chinese, french]) {
      expect(similarity(translated?.vector, english?.vector)).toBeGreaterThan(0.6);
      expect(similarity(translated?.vector, other?.vector)).toBeLessThan(0.3);
      expect(translated?.translated).toBeGreaterThanOrEqual(0.75);
    }
    expect(english?.translated).toBeNull();
  });
});

describe("an embedder", () => {
  it("loads on first use, unloads when idle, and loads again", async () => {
    const states: string[] = [];
    const embedder: Embedder = open({ idleMs: 30, onStatusChange: () => states.push(embedder.status().state) });
    expect(embedder.status().state).toBe("idle");
    expect(embedder.dimensions).toBe(384);
    await embedder.embed(["first"], "query");
    await vi.waitFor(() => expect(embedder.status().state).toBe("idle"), 30_000);
    const [again] = await embedder.embed(["second"], "query");
    expect(again?.vector).toHaveLength(384);
    expect(states).toEqual(["loading", "ready", "idle", "loading", "ready"]);
  });

  it("embeds a query before waiting passages", async () => {
    const embedder = open();
    await embedder.embed(["warm"], "query");
    const order: string[] = [];
    const passages = Array.from({ length: 20 }, (_, index) =>
      embedder.embed([`passage ${index}`], "passage").then(() => order.push("passage")),
    );
    await embedder.embed(["query"], "query").then(() => order.push("query"));
    await Promise.all(passages);
    expect(order.indexOf("query")).toBeLessThanOrEqual(1);
    expect(order).toHaveLength(21);
  });

  it("cancels waiting texts", async () => {
    const embedder = open();
    const abort = new AbortController();
    const waiting = embedder.embed(["one", "two"], "passage", abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    await expect(embedder.embed(["three"], "passage", AbortSignal.abort())).rejects.toMatchObject({
      code: "cancelled",
    });
    await expect(embedder.embed(["four"], "passage")).resolves.toHaveLength(1);
  });

  it("fails with a hint if a file is missing, and recovers once it exists", async () => {
    const folder = await copyModel();
    await rm(path.join(folder, "model.onnx.data"));
    const embedder = open({ modelFolder: folder, retryMs: 0 });
    expect(embedder.status()).toMatchObject({
      state: "failed",
      error: {
        message: expect.stringMatching(/model\.onnx\.data is missing/),
        hint: expect.stringMatching(/^Reinstall/),
      },
    });
    await expect(embedder.embed(["text"], "query")).rejects.toMatchObject({ code: "unavailable" });
    await cp(path.join(MODEL_FOLDER, "model.onnx.data"), path.join(folder, "model.onnx.data"));
    await expect(embedder.embed(["text"], "query")).resolves.toHaveLength(1);
    expect(embedder.status().state).toBe("ready");
  });

  it("fails with a hint if a file is damaged, and does not retry immediately", async () => {
    const folder = await copyModel();
    await writeFile(path.join(folder, "model.onnx"), "damaged");
    const embedder = open({ modelFolder: folder });
    embedder.warmUp();
    await vi.waitFor(() => expect(embedder.status().state).toBe("failed"), 30_000);
    expect(embedder.status().error?.message).toMatch(/model\.onnx cannot be used/);
    await expect(embedder.embed(["text"], "query")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("rejects a text on which it crashes twice, and no other text", async () => {
    const embedder = open({ workerUrl: new URL("../testing/crashing-worker.ts", import.meta.url) });
    const crashing = embedder.embed(["crash"], "passage");
    const others = ["one", "two"].map((text) => embedder.embed([text], "passage"));
    await expect(crashing).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("crashed twice on this text (SIGABRT)"),
    });
    expect(await Promise.all(others)).toHaveLength(2);
    expect(embedder.status().state).toBe("ready");
  });

  it("fails after five crashes in a row", async () => {
    const embedder = open({ workerUrl: new URL("../testing/crashing-worker.ts", import.meta.url) });
    const crashing = await Promise.allSettled(Array.from({ length: 3 }, () => embedder.embed(["crash"], "passage")));
    expect(crashing.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(embedder.status()).toMatchObject({
      state: "failed",
      error: { message: expect.stringMatching(/crashed 5 times in a row/) },
    });
  });

  it("loses no text if its process is killed", async () => {
    const pids: number[] = [];
    const info: Logger["info"] = (_, details) => void pids.push(Number(details?.process));
    const embedder = open({ logger: { ...quiet, info } });
    await embedder.embed(["warm"], "query");
    const long = "We keep every memory in SQLite with write-ahead logging. ".repeat(20);
    const waiting = embedder.embed(
      Array.from({ length: 6 }, () => long),
      "passage",
    );
    process.kill(pids[0] ?? Number.NaN, "SIGKILL");
    expect(await waiting).toHaveLength(6);
    expect(new Set(pids).size).toBe(2);
  });

  it("ends its process when it unloads and when it is closed", async () => {
    const pids: number[] = [];
    const info: Logger["info"] = (_, details) => void pids.push(Number(details?.process));
    const embedder = open({ idleMs: 30, logger: { ...quiet, info } });
    await embedder.embed(["first"], "query");
    await vi.waitFor(() => expect(embedder.status().state).toBe("idle"), 30_000);
    await embedder.embed(["second"], "query");
    await embedder.close();
    expect(pids).toHaveLength(2);
    for (const pid of pids) await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 30_000);
  });

  it("leaves no process behind if the application is killed", async () => {
    const parent = spawn(process.execPath, [
      path.join(import.meta.dirname, "..", "testing", "killed-parent.ts"),
      MODEL_FOLDER,
    ]);
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line);
    expect(process.kill(pid, 0)).toBe(true);
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 30_000);
  });

  it("can be closed while loading or embedding, and rejects texts afterwards", async () => {
    const long = "We keep every memory in SQLite with write-ahead logging. ".repeat(20);
    for (const whenLoaded of [false, true]) {
      const embedder = open();
      if (whenLoaded) await embedder.embed(["warm"], "query");
      const waiting = embedder.embed([long, long], "passage");
      await Promise.all([embedder.close(), expect(waiting).rejects.toMatchObject({ code: "unavailable" })]);
      await expect(embedder.embed([long], "passage")).rejects.toMatchObject({ code: "unavailable" });
    }
  });
});
