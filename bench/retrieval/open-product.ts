import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createMemoryCore, openStore } from "../../electron/app/memory-core.ts";
import type { Embedder } from "../../electron/core/embedder.ts";
import { createEvents } from "../../electron/core/events.ts";
import type { MemoryService } from "../../electron/core/memory-service.ts";
import type { Logger } from "../../electron/core/ports.ts";
import type { Indexer, SearchEngine } from "../../electron/core/search-engine.ts";
import type { CandidateRankerParts } from "../../electron/search/candidate-ranker.ts";
import { createEmbedder } from "../../electron/search/embedding/embedder.ts";
import { createSearchEngine } from "../../electron/search/search-engine.ts";
import type { SearchSettings } from "../../electron/search/settings.ts";
import { MODEL_FOLDER } from "../../scripts/build-model.ts";
import { createSetClock, type SetClock } from "./ask-questions.ts";

export const logger: Logger = {
  debug() {},
  info() {},
  warn: (message, fields) => console.error(message, fields ?? ""),
  error: (message, fields) => console.error(message, fields ?? ""),
};

/** The product's own parts on a real file, with a clock that is set. */
export interface Product {
  readonly clock: SetClock;
  readonly service: MemoryService;
  /** The service with other settings of ranking, on the same memories. */
  withSettings(settings: SearchSettings): MemoryService;
  /** A search engine that reports the candidates of every search in their order. */
  observed(onOrdered: CandidateRankerParts["onOrdered"]): SearchEngine;
  /** Waits until every memory has its vectors. */
  settled(onProgress: (ready: number, pending: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens the product in a folder, with the bundled model ready. @throws Error if the model is not ready */
export async function openProduct(folder: string): Promise<Product> {
  const clock = createSetClock();
  const events = createEvents((error) => console.error(error));
  const store = await openStore({
    path: join(folder, "memories.sqlite"),
    backupFolder: join(folder, "backups"),
    clock,
    logger,
  });
  const embedder = await openEmbedder();
  let captured = 0;
  const newId = (): string => `01${String(++captured).padStart(24, "0")}`;
  const compose = (searchSettings?: SearchSettings) =>
    createMemoryCore(store, { clock, events, logger, embedder, newId, searchSettings });
  const { service, indexer, close } = compose();
  return {
    clock,
    service,
    withSettings: (settings) => compose(settings).service,
    observed: (onOrdered) => {
      const { memories, text, vectors } = store;
      return createSearchEngine({ memories, text, vectors, embedder, clock, onOrdered });
    },
    settled: (onProgress) => settle(indexer, onProgress),
    async close() {
      await close();
      await embedder.close();
      await store.close();
    },
  };
}

/** Starts the bundled model. @throws Error if it is not ready */
export async function openEmbedder(): Promise<Embedder> {
  const embedder = createEmbedder({
    source: { kind: "bundled" },
    modelFolder: MODEL_FOLDER,
    workerUrl: new URL("../../electron/search/embedding/worker.ts", import.meta.url),
    logger,
  });
  await embedder.embed(["ready?"], "query");
  return embedder;
}

async function settle(indexer: Indexer, onProgress: (ready: number, pending: number) => void): Promise<void> {
  for (;;) {
    const { state, ready, pending, message } = await indexer.status();
    onProgress(ready, pending);
    if (pending === 0) return;
    if (state === "failed") throw new Error(message);
    indexer.wake();
    await pause(500);
  }
}
