import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Clock, CreateVectorScan, Logger, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import { ANALYSER_VERSION } from "../core/text-analysis.ts";
import type { TokenStore } from "../core/tokens.ts";
import { createAggregateThread } from "./aggregate-thread.ts";
import { backUpToday } from "./backups.ts";
import type { DamageChoice, Recovery } from "./damage.ts";
import { createRowFilter } from "./filter-rows.ts";
import { checkFully } from "./integrity.ts";
import { createMemories } from "./memories.ts";
import { openDatabase } from "./open-database.ts";
import { createRecalls } from "./recalls.ts";
import { createRowFacts } from "./row-facts.ts";
import { createRowLengths } from "./row-lengths.ts";
import { createStatementCache } from "./statements.ts";
import { createTextIndex } from "./text-index.ts";
import { createTextRows } from "./text-rows.ts";
import { createTokenRows } from "./tokens.ts";
import { createVectorIndex } from "./vectors.ts";
import { createWriteQueue } from "./write-queue.ts";

export interface OpenMemoryStoreOptions {
  /** The database file; made with its folder where it is missing. */
  readonly path: string;
  readonly backupFolder: string;
  /** Text to the words of the full-text index. */
  readonly analyse: (text: string) => string;
  /** Version of `analyse`; default {@link ANALYSER_VERSION}. */
  readonly analyserVersion?: number;
  readonly createScan: CreateVectorScan;
  /** Where `aggregate-worker.ts`, or its bundle, is; left out: what looks at every memory holds this thread. */
  readonly aggregateWorker?: URL;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default `ask`: throw an error that `damageOf` reads, and touch nothing. */
  readonly ifDamaged?: DamageChoice;
  /** Look the whole database through before it is opened: an earlier look has found damage. Default: false. */
  readonly suspected?: boolean;
}

export interface OpenedStore {
  readonly memories: MemoryStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
  readonly tokens: TokenStore;
  /** What was done about a damaged database at opening; null where nothing had to be. */
  readonly recovery: Recovery | null;
  /** The full check, tables against indexes; null where all is well, else what was found. */
  integrity(): Promise<string | null>;
  /** Makes today's backup and answers its path; seven days are kept. Asked while one is made: that one. */
  backup(): Promise<string>;
  /** Writes what waits and closes; a second call does nothing. */
  close(): Promise<void>;
}

/** Opens the memories' database and everything that lives in it. @throws storage */
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
  const statements = createStatementCache(database);
  const writes = createWriteQueue(database);
  const facts = createRowFacts(database);
  const filterRows = createRowFilter(statements, facts);
  const lengths = createRowLengths(database);
  const textRows = createTextRows(database, analyse, lengths);
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
      onVectorsStale: vectors.forget,
    }),
    text: createTextIndex({ database, statements, writes, textRows, facts, filterRows, lengths, analyserVersion }),
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
      // Whoever asked for the backup is told how it ended; here it only has to be over.
      await backingUp?.catch(() => undefined);
      // The last connection to close takes SQLite's log away, which is the mark of a clean stop; only this one can.
      await aggregateThread?.close();
      if (!database.open) return;
      writes.flush();
      recalls.flush();
      database.pragma("optimize");
      database.close();
    },
  };
}
