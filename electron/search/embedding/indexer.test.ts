import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../../scripts/build-model.ts";
import { workerUrl as urlOfWorker } from "../../../tests/testing/entries.ts";
import type { Embedder } from "../../core/embedder.ts";
import { createEvents, type IndexProgress } from "../../core/events.ts";
import type { OpenedStore } from "../../store/open-memory-store.ts";
import { idAt, memoryAt, openTestStore, SILENT, temporaryFolder } from "../../store/testing/open-store.ts";
import { splitIntoPassages } from "../passages.ts";
import { quantise } from "../vectors/quantise.ts";
import { createEmbedder } from "./embedder.ts";
import { MemoryIndexer } from "./indexer.ts";
import { EmbedderSwitch } from "./model-choice.ts";
import type { ModelSource } from "./model-source.ts";

/** A server whose vectors are the length of the text and a constant; it fails or waits on demand. */
async function startServer() {
  const behaviour = {
    fail: (_input: string): boolean => false,
    delayMs: 0,
    /** After the first batch, no response is sent before this. */
    held: Promise.resolve(),
    texts: [] as string[],
  };
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { input }: { input: string[] } = JSON.parse(body);
      behaviour.texts.push(...input);
      await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs));
      if (behaviour.texts.length > 16) await behaviour.held;
      const status = input.some((each) => behaviour.fail(each)) ? 500 : 200;
      response.writeHead(status).end(JSON.stringify({ embeddings: input.map((each) => [each.length, 100]) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { behaviour, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function open(source: ModelSource, retryMs = 0): Embedder {
  const workerUrl = urlOfWorker("embeddingWorker");
  const embedder = createEmbedder({ source, modelFolder: MODEL_FOLDER, workerUrl, logger: SILENT, retryMs });
  onTestFinished(() => embedder.close());
  return embedder;
}

function index(store: OpenedStore, embedder: Embedder, retryMs = 60_000) {
  const events = createEvents((error) => expect.fail(String(error)));
  const progress: IndexProgress[] = [];
  events.on("index.progress", (step) => progress.push(step));
  const indexer = new MemoryIndexer({
    vectors: store.vectors,
    embedder,
    splitIntoPassages,
    events,
    logger: SILENT,
    retryMs,
  });
  onTestFinished(() => indexer.close());
  const finished = () => vi.waitFor(async () => expect((await indexer.status()).pending).toBe(0), { timeout: 150_000 });
  return { indexer, progress, finished };
}

async function insert(store: OpenedStore, count: number, from = 1) {
  for (let number = from; number < from + count; number++) await store.memories.insert(memoryAt(number));
}

describe("the indexer", () => {
  it("leaves the processor to captures while they arrive faster than they are embedded, and embeds all afterwards", {
    timeout: 300_000,
  }, async () => {
    const { behaviour, url } = await startServer();
    behaviour.delayMs = 20;
    const store = await openTestStore();
    await Promise.all(Array.from({ length: 160 }, (_, number) => store.memories.insert(memoryAt(number + 1))));
    const { indexer } = index(store, open({ kind: "ollama", url, model: "any" }));
    const embeddedBefore = await new Promise<number>((resolve) => {
      // Shorter than the longest wait for captures to stop.
      const end = performance.now() + 1_000;
      const arriving = setInterval(() => {
        for (let number = 0; number < 20; number++) indexer.wake();
        if (performance.now() < end) return;
        clearInterval(arriving);
        resolve(behaviour.texts.length);
      }, 10);
    });
    expect(embeddedBefore).toBeLessThan(160);
    await expect.poll(async () => (await indexer.status()).pending).toBe(0);
  });

  it("embeds new memories with the bundled model, so that vector search finds them", async () => {
    await buildModel();
    const store = await openTestStore();
    const contents = ["We chose SQLite in WAL mode for durability.", "Bread rises faster in a warm kitchen.", "  "];
    for (const [number, content] of contents.entries()) {
      await store.memories.insert(memoryAt(number, { content }));
    }
    const embedder = open({ kind: "bundled" });
    const { indexer, finished } = index(store, embedder);
    indexer.wake();
    await finished();
    expect(await indexer.status()).toMatchObject({ state: "ready", ready: 3, model: "all-MiniLM-L6-v2" });
    const [query] = await embedder.embed(["which database do we use"], "query");
    const vector = quantise(query?.vector ?? new Float32Array(0));
    const { hits } = await store.vectors.search(vector, embedder.fingerprint, {}, 10);
    expect(hits.map(({ id }) => id)).toEqual([idAt(0), idAt(1)]);
    expect(await store.vectors.vectorsOf(idAt(2), embedder.fingerprint)).toEqual([]);
  });

  it("embeds memories again whose vectors were made before their content was translated", async () => {
    await buildModel();
    const store = await openTestStore();
    const embedder = open({ kind: "bundled" });
    await embedder.embed(["ready?"], "query");
    const old = new Int8Array(embedder.dimensions).fill(1);
    for (const [number, content] of ["Die Datenbank ist voll", "The database is full"].entries()) {
      await store.memories.insert(memoryAt(number, { content }));
      await store.vectors.put(idAt(number), 1, embedder.fingerprint, [{ start: 0, end: 9, vector: old }]);
    }
    const { indexer } = index(store, embedder);
    indexer.wake();
    const vectorsOf = (number: number) => store.vectors.vectorsOf(idAt(number), embedder.fingerprint);
    await expect.poll(async () => (await vectorsOf(0))[0], { timeout: 60_000 }).not.toEqual(old);
    const [english] = await embedder.embed(["database full"], "passage");
    expect(await vectorsOf(0)).toEqual([quantise(english?.vector ?? new Float32Array())]);
    expect(await vectorsOf(1)).toEqual([old]);
  });

  it("splits long content into passages and embeds each unchanged", async () => {
    const { url, behaviour } = await startServer();
    const store = await openTestStore();
    const content = `# One\n\n${"first ".repeat(250)}\n\n# Two\n\n${"second ".repeat(250)}`;
    await store.memories.insert(memoryAt(1, { content }));
    const embedder = open({ kind: "ollama", url, model: "m" });
    const { indexer, finished } = index(store, embedder);
    indexer.wake();
    await finished();
    const expected = splitIntoPassages(content).map(({ start, end }) => content.slice(start, end));
    expect(expected.length).toBeGreaterThan(1);
    expect(behaviour.texts).toEqual(expected);
    expect(await store.vectors.vectorsOf(idAt(1), embedder.fingerprint)).toHaveLength(expected.length);
  });

  it("reports progress until it finishes", async () => {
    const { url } = await startServer();
    const store = await openTestStore();
    await insert(store, 40);
    const { indexer, progress, finished } = index(store, open({ kind: "ollama", url, model: "m" }));
    indexer.wake();
    await finished();
    await expect.poll(() => progress.at(-1)).toEqual({ index: "vectors", done: 40, total: 40, state: "finished" });
  });

  it("continues after a restart", async () => {
    const { url, behaviour } = await startServer();
    const folder = await temporaryFolder();
    const first = await openTestStore(folder);
    await insert(first, 60);
    behaviour.delayMs = 5;
    const before = index(first, open({ kind: "ollama", url, model: "m" }));
    before.indexer.wake();
    await vi.waitFor(async () => expect((await before.indexer.status()).ready).toBeGreaterThan(0), 30_000);
    await before.indexer.close();
    const embeddedBefore = (await before.indexer.status()).ready;
    await first.close();
    const second = await openTestStore(folder);
    const after = index(second, open({ kind: "ollama", url, model: "m" }));
    expect((await after.indexer.status()).ready).toBe(embeddedBefore);
    after.indexer.wake();
    await after.finished();
  });

  it("tries again after the model failed", async () => {
    const { url, behaviour } = await startServer();
    behaviour.fail = () => true;
    const store = await openTestStore();
    await insert(store, 3);
    const { indexer, finished } = index(store, open({ kind: "ollama", url, model: "m" }), 30);
    indexer.wake();
    // Between two tries the state is failed, during a try it is not.
    const failed = { state: "failed", pending: 3, message: expect.any(String) };
    await vi.waitFor(async () => expect(await indexer.status()).toMatchObject(failed), 30_000);
    behaviour.fail = () => false;
    await finished();
  });

  it("does not skip a memory because a server failed while it embedded others", async () => {
    const { url, behaviour } = await startServer();
    const store = await openTestStore();
    await insert(store, 3);
    let failures = 0;
    behaviour.fail = (text) => text === "memory number 2" && ++failures <= 2;
    const { indexer, finished } = index(store, open({ kind: "ollama", url, model: "m" }), 30);
    indexer.wake();
    await finished();
    expect(await indexer.status()).toMatchObject({ ready: 3, pending: 0 });
  });

  it("skips a memory on which a server always fails while it embeds others", async () => {
    const { url, behaviour } = await startServer();
    const store = await openTestStore();
    await insert(store, 20);
    let failures = 0;
    behaviour.fail = (text) => text === "memory number 2" && ++failures > 0;
    const { indexer } = index(store, open({ kind: "ollama", url, model: "m" }), 10);
    indexer.wake();
    await vi.waitFor(async () => expect(await indexer.status()).toMatchObject({ ready: 19, pending: 1 }), 30_000);
    await vi.waitFor(() => expect(failures).toBe(3), 30_000);
    await store.memories.insert(memoryAt(21));
    indexer.wake();
    await vi.waitFor(async () => expect(await indexer.status()).toMatchObject({ ready: 20, state: "ready" }), 30_000);
    expect(failures).toBe(3);
  });

  it("skips a memory that the model rejects and embeds the others", async () => {
    await buildModel();
    const store = await openTestStore();
    await insert(store, 2);
    await store.memories.insert(memoryAt(3, { content: "crash" }));
    await insert(store, 20, 4);
    const workerUrl = new URL("../testing/crashing-worker.ts", import.meta.url);
    const source = { kind: "bundled" } as const;
    const embedder = createEmbedder({ source, modelFolder: MODEL_FOLDER, workerUrl, logger: SILENT });
    onTestFinished(() => embedder.close());
    const { indexer } = index(store, embedder);
    indexer.wake();
    await vi.waitFor(async () => expect((await indexer.status()).ready).toBe(22), { timeout: 150_000 });
    expect(await indexer.status()).toMatchObject({ state: "ready", pending: 1 });
  });

  it("embeds all memories again when another model is chosen", async () => {
    const { url } = await startServer();
    const store = await openTestStore();
    await insert(store, 5);
    const embedder = new EmbedderSwitch(open({ kind: "ollama", url, model: "one" }));
    const { indexer, finished } = index(store, embedder);
    indexer.wake();
    await finished();
    await embedder.exchange(open({ kind: "ollama", url, model: "two" }));
    expect(await indexer.status()).toMatchObject({ model: "two", ready: 0, pending: 5 });
    indexer.wake();
    await finished();
    expect(await store.vectors.vectorsOf(idAt(1), embedder.fingerprint)).toHaveLength(1);
  });

  it("stops while paused, even if memories are written, and then continues", async () => {
    const { url, behaviour } = await startServer();
    const release = Promise.withResolvers<void>();
    behaviour.held = release.promise;
    const store = await openTestStore();
    await insert(store, 50);
    const { indexer, progress, finished } = index(store, open({ kind: "ollama", url, model: "m" }));
    indexer.wake();
    await vi.waitFor(async () => expect((await indexer.status()).ready).toBeGreaterThan(0), { timeout: 150_000 });
    indexer.setPaused(true);
    release.resolve();
    await vi.waitFor(() => expect(progress.at(-1)?.state).toBe("cancelled"), { timeout: 150_000 });
    const { ready } = await indexer.status();
    expect(ready).toBeLessThan(50);
    await insert(store, 1, 51);
    indexer.wake();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await indexer.status()).toMatchObject({ ready, pending: 51 - ready });
    expect(indexer.isPaused()).toBe(true);
    indexer.setPaused(false);
    await finished();
  });

  it("rebuilds all vectors with progress, and can be cancelled and resumed", async () => {
    const { url, behaviour } = await startServer();
    const store = await openTestStore();
    await insert(store, 50);
    const { indexer, finished } = index(store, open({ kind: "ollama", url, model: "m" }));
    indexer.wake();
    await finished();
    const steps: number[] = [];
    await indexer.rebuild((done) => steps.push(done), new AbortController().signal);
    expect(steps.at(-1)).toBe(50);
    behaviour.delayMs = 5;
    const abort = new AbortController();
    const cancelled = indexer.rebuild(() => abort.abort(), abort.signal);
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    const { ready, pending } = await indexer.status();
    expect(ready).toBeGreaterThan(0);
    expect(pending).toBe(50 - ready);
    indexer.wake();
    await finished();
  });
});
