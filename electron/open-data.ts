import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ulid } from "ulid";
import type { Events } from "./core/events.ts";
import type { MemoryService } from "./core/memory-service.ts";
import type { Clock, Logger } from "./core/ports.ts";
import type { Indexer } from "./core/search-engine.ts";
import type { SecretStore } from "./core/secret-store.ts";
import { analyseForIndex } from "./core/text-analysis.ts";
import { modelSource } from "./ipc/contract.ts";
import { createMemoryService } from "./memories/memory-service.ts";
import { scheduleFullCheck } from "./platform/background-check.ts";
import type { SettingsFile } from "./platform/config.ts";
import { openDamageNote } from "./platform/damage-note.ts";
import type { DataFiles } from "./platform/paths.ts";
import type { ResourcePaths } from "./platform/resources.ts";
import type { Shutdown } from "./platform/shutdown.ts";
import { openRequestLog, type RequestLog } from "./requests/request-log.ts";
import { createEmbedder } from "./search/embedding/embedder.ts";
import { createIndexer } from "./search/embedding/indexer.ts";
import { createModelChoice, type ModelChoice } from "./search/embedding/model-choice.ts";
import { splitIntoPassages } from "./search/passages.ts";
import { createSearchEngine } from "./search/search-engine.ts";
import { createVectorScan } from "./search/vectors/vector-scan.ts";
import type { DamageChoice } from "./store/damage.ts";
import { type OpenedStore, openMemoryStore } from "./store/open-memory-store.ts";

export interface DataOptions {
  readonly files: DataFiles;
  readonly resources: ResourcePaths;
  readonly settings: SettingsFile;
  readonly secrets: SecretStore;
  readonly env: NodeJS.ProcessEnv;
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
  readonly model: ModelChoice;
  readonly indexer: Indexer;
  /** What a full check found wrong with the memories' database; null where it is sound. */
  damage(): string | null;
}

/** Opens memories with their search, and the request log. @throws storage */
export async function openData(options: DataOptions): Promise<Data> {
  const { files, resources, ifDamaged, clock, events, logger, shutdown } = options;
  // SQLite removes this file when the last one closes the database.
  const stoppedUncleanly = existsSync(`${files.memories}-wal`);
  const damage = openDamageNote(files.damageFound);
  const store = await openMemoryStore({
    path: files.memories,
    backupFolder: files.backups,
    analyse: analyseForIndex,
    createScan: createVectorScan,
    aggregateWorker: pathToFileURL(resources.aggregateWorker),
    clock,
    logger,
    ifDamaged,
    suspected: damage.finding() !== null,
  });
  // It was looked through and is sound, or another took its place.
  damage.clear();
  shutdown.add("memories", () => store.close());
  const onDamage = (finding: string) => {
    damage.note(finding);
    events.emit("status.changed", null);
  };
  if (stoppedUncleanly) shutdown.add("full check", scheduleFullCheck(store.integrity, onDamage, logger));
  const requests = openRequestLog({
    path: files.requests,
    workerUrl: pathToFileURL(resources.requestLogWorker),
    clock,
    events,
    logger,
  });
  shutdown.add("request log", () => requests.close());

  const { model, indexer } = openMeaning(store, options);
  const engine = createSearchEngine({
    memories: store.memories,
    text: store.text,
    vectors: store.vectors,
    embedder: model.embedder,
    clock,
  });
  const memories = createMemoryService({
    store: store.memories,
    text: store.text,
    engine,
    indexer,
    events,
    clock,
    newId: ulid,
    logger,
    damage: damage.finding,
  });
  return { store, requests, memories, model, indexer, damage: damage.finding };
}

/** Search by meaning, by the model that the owner chose. While it is missing or fails, search is by words alone. */
function openMeaning(
  store: OpenedStore,
  { files, resources, settings, secrets, env, events, logger, shutdown }: DataOptions,
): { readonly model: ModelChoice; readonly indexer: Indexer } {
  const told = () => events.emit("status.changed", null);
  const chosen = modelSource.safeParse(settings.current().model);
  const model = createModelChoice({
    initial: chosen.data ?? { kind: "bundled" },
    open: (source, readApiKey) =>
      createEmbedder({
        source,
        readApiKey,
        modelFolder: resources.model,
        workerUrl: pathToFileURL(resources.embeddingWorker),
        logger,
        onStatusChange: told,
      }),
    save: (source) => settings.update({ model: { ...source } }),
    secrets,
    modelsFolder: files.models,
    // As the hub's own library is told of a mirror.
    hub: env.HF_ENDPOINT || undefined,
    logger,
    onChange: () => {
      indexer.wake();
      told();
    },
  });
  shutdown.add("model", () => model.close());
  const indexer = createIndexer({
    vectors: store.vectors,
    embedder: model.embedder,
    splitIntoPassages,
    events,
    logger,
  });
  shutdown.add("indexer", () => indexer.close());
  indexer.wake();
  return { model, indexer };
}
