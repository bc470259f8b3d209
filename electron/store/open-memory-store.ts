import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock, CreateVectorScan, Logger, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import { ANALYSER_VERSION } from "../core/text-analysis.ts";
import type { TokenStore } from "../core/tokens.ts";
import { StatementCache } from "../sqlite/statements.ts";
import { createAggregateThread } from "./counts/aggregate-thread.ts";
import { backUpToday } from "./lifecycle/backups.ts";
import type { DamageChoice, Recovery } from "./lifecycle/damage.ts";
import { checkFully } from "./lifecycle/integrity.ts";
import { openDatabase } from "./lifecycle/open-database.ts";
import { createRowFilter } from "./rows/filter-rows.ts";
import { createMemories } from "./rows/memories.ts";
import { createRecalls } from "./rows/recalls.ts";
import { createRowFacts } from "./rows/row-facts.ts";
import { createTokenRows } from "./rows/tokens.ts";
import { WriteQueue } from "./rows/write-queue.ts";
import { createFts5Sizes } from "./text/fts5-sizes.ts";
import { createTextIndex } from "./text/text-index.ts";
import { createTextRows } from "./text/text-rows.ts";
import { createVectorIndex } from "./vectors/vectors.ts";

export interface OpenMemoryStoreOptions {
  /** The database file; created with its folder if it does not exist. */
  readonly path: string;
  readonly backupFolder: string;
  /** Turns text into the words of the full-text index. */
  readonly analyse: (text: string) => string;
  /** The version of `analyse`. Default: {@link ANALYSER_VERSION}. */
  readonly analyserVersion?: number;
  readonly createScan: CreateVectorScan;
  /** `aggregate-worker.ts`, or its bundle. Without it, aggregates over all memories run on the calling thread. */
  readonly aggregateWorker?: URL;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default `ask`: throw an error that `damageOf` recognises, and change nothing. */
  readonly ifDamaged?: DamageChoice;
  /** Check the entire database before it is opened, because an earlier check found damage. Default: false. */
  readonly suspected?: boolean;
}

export interface OpenedStore {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
  readonly tokens: TokenStore;
  /** How a damaged database was replaced; null if it was not damaged. */
  readonly recovery: Recovery | null;
  /** Runs the full check. Returns its finding, or null. */
  integrity(): Promise<string | null>;
  /** Makes today's backup and returns its path. A call while a backup is being made returns that one. */
  backup(): Promise<string>;
  /** Commits what is queued and closes the database; does nothing the second time. */
  close(): Promise<void>;
}

/** Opens the database of memories and tokens. @throws storage */
export async function openMemoryStore(options: OpenMemoryStoreOptions): Promise<OpenedStore> {
  const {
    path,
    backupFolder,
    analyse,
    analyserVersion = ANALYSER_VERSION,
    createScan,
    aggregateWorker,
    clock,
    logger,
    ifDamaged = "ask",
    suspected = false,
  } = options;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { database, recovery } = await openDatabase({ path, backupFolder, clock, logger, ifDamaged, suspected });
  const statements = new StatementCache(database);
  const writes = new WriteQueue(database);
  const facts = createRowFacts(database);
  const filterRows = createRowFilter(statements, facts);
  const sizes = createFts5Sizes(database);
  const textRows = createTextRows(database, analyse, sizes);
  const recalls = createRecalls(database, logger);
  const vectors = createVectorIndex({ database, writes, createScan, facts, filterRows });
  const aggregateThread =
    aggregateWorker === undefined ? null : createAggregateThread({ workerUrl: aggregateWorker, path, logger });
  let backingUp: Promise<string> | null = null;
  return {
    memories: createMemories({
      database,
      statements,
      writes,
      textRows,
      recalls,
      facts,
      filterRows,
      aggregateThread,
      onVectorsOutdated: vectors.forget,
    }),
    text: createTextIndex({ database, statements, writes, textRows, facts, filterRows, sizes, analyserVersion }),
    vectors: vectors.index,
    tokens: createTokenRows(database, writes),
    recovery,
    integrity: () => checkFully(database),
    backup() {
      backingUp ??= backUpToday(database, backupFolder, clock).finally(() => {
        backingUp = null;
      });
      return backingUp;
    },
    async close() {
      // Its caller gets the error of a failed backup; here it only has to be finished.
      await backingUp?.catch(() => undefined);
      // The last connection that closes deletes the write-ahead log, which marks a clean stop. A read-only one cannot.
      await aggregateThread?.close();
      if (!database.open) return;
      writes.flush();
      recalls.flush();
      database.pragma("optimize");
      database.close();
    },
  };
}
