import { expect, onTestFinished } from "vitest";
import { createEvents } from "../../electron/core/events.ts";
import type { MemoryFilter } from "../../electron/core/filter.ts";
import type { NewMemory } from "../../electron/core/ports.ts";
import type { SearchMode } from "../../electron/core/search.ts";
import type { EngineRequest, SearchEngine } from "../../electron/core/search-engine.ts";
import { createEmbedder } from "../../electron/search/embedding/embedder.ts";
import { MemoryIndexer } from "../../electron/search/embedding/indexer.ts";
import { splitIntoPassages } from "../../electron/search/passages.ts";
import { createSearchEngine } from "../../electron/search/search-engine.ts";
import type { OpenedStore } from "../../electron/store/open-memory-store.ts";
import { memoryAt, openTestStore, SILENT, START } from "../../electron/store/testing/open-store.ts";
import { MODEL_FOLDER } from "../../scripts/build-model.ts";
import { workerUrl } from "./entries.ts";

/** A day after the first memory. */
export const clock = { now: () => START + 86_400_000 };

/** Captures these memories, numbered from 1. */
export async function fill(store: OpenedStore, contents: readonly (string | Partial<NewMemory>)[]): Promise<void> {
  for (const [index, given] of contents.entries()) {
    await store.memories.insert(memoryAt(index + 1, typeof given === "string" ? { content: given } : given));
  }
}

/** A store with these memories, numbered from 1, and an engine without a model. */
export async function open(...contents: readonly (string | Partial<NewMemory>)[]) {
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
export async function openUnloaded({ loadingTimeoutMs }: { readonly loadingTimeoutMs: number }) {
  const store = await openTestStore();
  await fill(store, ["a cache"]);
  const { memories, text, vectors } = store;
  const embedder = bundledEmbedder();
  return { embedder, engine: createSearchEngine({ memories, text, vectors, embedder, clock, loadingTimeoutMs }) };
}

/** The embedder of the bundled model; closed after the test. */
export function bundledEmbedder() {
  const embedder = createEmbedder({
    source: { kind: "bundled" },
    modelFolder: MODEL_FOLDER,
    workerUrl: workerUrl("embeddingWorker"),
    logger: SILENT,
  });
  onTestFinished(() => embedder.close());
  return embedder;
}

/** The same with every memory embedded. */
export async function openWithModel(...contents: readonly (string | Partial<NewMemory>)[]) {
  const store = await openTestStore();
  await fill(store, contents);
  const embedder = bundledEmbedder();
  const { memories, text, vectors } = store;
  const events = createEvents((error) => expect.fail(String(error)));
  const indexer = new MemoryIndexer({ vectors, embedder, splitIntoPassages, events, logger: SILENT });
  await indexer.rebuild(() => undefined, new AbortController().signal);
  await indexer.close();
  return { store, embedder, engine: createSearchEngine({ memories, text, vectors, embedder, clock }) };
}

/** Searches in hybrid mode, ten results, unless `rest` says otherwise. */
export function ask(
  engine: SearchEngine,
  query: string,
  { filter = {}, mode = "hybrid", ...rest }: Partial<Omit<EngineRequest, "query">> = {},
) {
  return engine.search({ query: engine.parse(query), filter, mode, limit: 10, cursor: null, ...rest });
}

/** The ids of the results, best first. */
export async function idsOf(
  engine: SearchEngine,
  query: string,
  filter: MemoryFilter = {},
  mode: SearchMode = "hybrid",
) {
  return (await ask(engine, query, { filter, mode })).hits.map(({ memory }) => memory.id);
}
