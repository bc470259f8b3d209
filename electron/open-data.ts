import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ulid } from "ulid";
import type { Events } from "./core/events.ts";
import type { MemoryService } from "./core/memory-service.ts";
import type { Clock, Embedder, Logger } from "./core/ports.ts";
import type { Indexer } from "./core/search-engine.ts";
import { analyseForIndex } from "./core/text-analysis.ts";
import { createMemoryService } from "./memories/memory-service.ts";
import type { DataFiles } from "./platform/paths.ts";
import type { ResourcePaths } from "./platform/resources.ts";
import type { Shutdown } from "./platform/shutdown.ts";
import { openRequestLog, type RequestLog } from "./requests/request-log.ts";
import { createEmbedder } from "./search/embedding/embedder.ts";
import { createIndexer } from "./search/embedding/indexer.ts";
import { splitIntoPassages } from "./search/passages.ts";
import { createSearchEngine } from "./search/search-engine.ts";
import { createVectorScan } from "./search/vectors/vector-scan.ts";
import type { DamageChoice } from "./store/damage.ts";
import { type OpenedStore, openMemoryStore } from "./store/open-memory-store.ts";

export interface DataOptions {
  readonly files: DataFiles;
  readonly resources: ResourcePaths;
  /** What to do with a damaged database; `ask` throws an error that says so and touches nothing. */
  readonly ifDamaged: DamageChoice;
  readonly clock: Clock;
  readonly events: Events;
  readonly logger: Logger;
  /** Is told how to close what is opened here. */
  readonly shutdown: Shutdown;
}

/** What is kept, and the one service in front of it. */
export interface Data {
  readonly store: OpenedStore;
  readonly requests: RequestLog;
  readonly memories: MemoryService;
}

/** Opens memories with their search, and the request log. @throws storage */
export async function openData(options: DataOptions): Promise<Data> {
  const { files, ifDamaged, clock, events, logger, shutdown } = options;
  const store = await openMemoryStore({
    path: files.memories,
    backupFolder: files.backups,
    analyse: analyseForIndex,
    createScan: createVectorScan,
    clock,
    logger,
    ifDamaged,
  });
  shutdown.add("memories", () => store.close());
  const requests = openRequestLog({ path: files.requests, clock, events, logger });
  shutdown.add("request log", () => requests.close());

  const meaning = openMeaning(store, options);
  const engine = createSearchEngine({
    memories: store.memories,
    text: store.text,
    vectors: meaning === null ? null : store.vectors,
    embedder: meaning?.embedder ?? null,
    clock,
  });
  const memories = createMemoryService({
    store: store.memories,
    text: store.text,
    engine,
    indexer: meaning?.indexer ?? null,
    events,
    clock,
    newId: ulid,
    logger,
  });
  return { store, requests, memories };
}

/** Search by meaning; null where no model was shipped, and search is by words alone. */
function openMeaning(
  store: OpenedStore,
  { resources, events, logger, shutdown }: DataOptions,
): { readonly embedder: Embedder; readonly indexer: Indexer } | null {
  if (!existsSync(resources.model)) return null;
  const embedder = createEmbedder({
    source: { kind: "bundled" },
    modelFolder: resources.model,
    workerUrl: pathToFileURL(resources.embeddingWorker),
    logger,
    onStatusChange: () => events.emit("status.changed", null),
  });
  shutdown.add("embedder", () => embedder.close());
  const indexer = createIndexer({ vectors: store.vectors, embedder, splitIntoPassages, events, logger });
  shutdown.add("indexer", () => indexer.close());
  indexer.wake();
  return { embedder, indexer };
}
