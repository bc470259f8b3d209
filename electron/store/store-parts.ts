import type { Database } from "better-sqlite3";
import type { Clock, CreateVectorScan, Logger, MemoryStore, TextIndex, VectorIndex } from "../core/ports.ts";
import type { ChangeStore } from "../core/replication/change-store.ts";
import { ANALYSER_VERSION } from "../core/text-analysis.ts";
import type { TokenStore } from "../core/tokens.ts";
import type { UseStore } from "../core/use.ts";
import { callMethod, forwardMethods } from "../core/util/forward-methods.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { StatementCache } from "../sqlite/statements.ts";
import { toStorageError } from "../sqlite/storage-error.ts";
import { RecollectError } from "../text/errors.ts";
import { createLogParts } from "./changes/change-log.ts";
import { createChangeStore } from "./changes/change-store.ts";
import { createAggregateThread, occurrencesOn } from "./counts/aggregate-thread.ts";
import { createBackgroundWriter } from "./lifecycle/background-writes.ts";
import { createMaintenance, createMaintenanceThread, type Maintenance } from "./lifecycle/maintenance.ts";
import { createMemories } from "./memories.ts";
import { createRowFilter } from "./rows/filter-rows.ts";
import { createGivenRows } from "./rows/given-rows.ts";
import { withHeldMemories } from "./rows/held-memories.ts";
import { withHeldRows } from "./rows/held-rows.ts";
import { createContentReader } from "./rows/kept-contents.ts";
import { MemoryRows } from "./rows/memory-rows.ts";
import { MemoryWriter } from "./rows/memory-writer.ts";
import { createProposals, type Proposals } from "./rows/proposals.ts";
import { createRecalls } from "./rows/recalls.ts";
import { createRevisions } from "./rows/revisions.ts";
import { createRowFacts } from "./rows/row-facts.ts";
import { createTokenRows } from "./rows/tokens.ts";
import { ValidityMarks } from "./rows/validity.ts";
import { WriteQueue } from "./rows/write-queue.ts";
import { createFts5Sizes } from "./text/fts5-sizes.ts";
import { createIndexMerger } from "./text/index-merger.ts";
import { createIndexTerms } from "./text/index-terms.ts";
import { createKeptOccurrences } from "./text/kept-occurrences.ts";
import { createReclaim } from "./text/reclaim.ts";
import { createTextIndex } from "./text/text-index.ts";
import { createTextRows } from "./text/text-rows.ts";
import { createVectorIndex } from "./vectors/vectors.ts";

export interface StorePartsOptions {
  /** The database file. */
  readonly path: string;
  /** Turns text into the words of the full-text index. */
  readonly analyse: (text: string) => string;
  /** The version of `analyse`. Default: {@link ANALYSER_VERSION}. */
  readonly analyserVersion?: number;
  readonly createScan: CreateVectorScan;
  /** `aggregate-worker.ts`, or its bundle. Without it, aggregates over all memories run on the calling thread. */
  readonly aggregateWorker?: URL;
  /** `maintenance-worker.ts`, or its bundle. Without it, full checks, copies and merges run on the calling thread. */
  readonly maintenanceWorker?: URL;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What works on one open database. */
export interface StoreParts {
  readonly memories: MemoryStore;
  readonly proposals: Proposals;
  readonly changes: ChangeStore;
  readonly text: TextIndex;
  readonly vectors: VectorIndex;
  readonly tokens: TokenStore;
  readonly use: UseStore;
  readonly database: Database;
  /** Work that reads all of the database, or of a backup. */
  readonly maintenance: Maintenance;
  /** Frees caches that the next search fills again. */
  releaseMemory(): void;
  /** From now on every write is rejected with this error. */
  refuseWrites(error: Error): void;
  /** Rejects writes with this error until it is called with null. */
  setRefusal(error: Error | null): void;
  /** Commits queued writes and closes the database; does nothing the second time. */
  close(): Promise<void>;
}

/**
 * Composes what works on an open database.
 * @param onError is called with failures that no caller receives
 */
export function openStoreParts(
  database: Database,
  options: StorePartsOptions,
  onError: (error: unknown) => void,
): StoreParts {
  const { path, analyse, analyserVersion = ANALYSER_VERSION, createScan, logger } = options;
  const { aggregateWorker, maintenanceWorker } = options;
  const statements = new StatementCache(database);
  const writes = new WriteQueue(database, onError);
  const facts = createRowFacts(database);
  const filterRows = createRowFilter(statements, facts);
  const contents = createContentReader(database);
  const sizes = createFts5Sizes(database, onError);
  const background = createBackgroundWriter({ database, writes, workerUrl: maintenanceWorker, path, logger });
  const merger = createIndexMerger({ database, background, logger });
  const reclaim = createReclaim({ database, writes, background, merger, logger });
  const terms = createIndexTerms(database);
  const occurrences = createKeptOccurrences({ terms, sizes, generation: writes.generation });
  const textRows = createTextRows({ database, writes, analyse, sizes, occurrences, merger, reclaim });
  const validityMarks = new ValidityMarks(database, writes, options.clock);
  const recalls = createRecalls(database, writes, logger);
  const given = createGivenRows({ database, writes, clock: options.clock, logger });
  const vectors = createVectorIndex({ database, statements, writes, createScan, facts, filterRows });
  const revisions = createRevisions(database);
  const onVectorsOutdated = vectors.forget;
  const rows = new MemoryRows({ database, writes, revisions, textRows, validityMarks, onVectorsOutdated });
  const log = createLogParts({ database, clock: options.clock, rows, revisions });
  const writer = new MemoryWriter({ rows, validityMarks, recorder: log.recorder });
  const aggregateThread =
    aggregateWorker === undefined ? null : createAggregateThread({ workerUrl: aggregateWorker, path, logger });
  const maintenanceThread =
    maintenanceWorker === undefined ? null : createMaintenanceThread({ workerUrl: maintenanceWorker, path, logger });
  const held = { database, writes, clock: options.clock };
  return {
    memories: createMemories({
      database,
      statements,
      writes,
      writer,
      revisions,
      recalls,
      validityMarks,
      facts,
      filterRows,
      contents,
      aggregateThread,
    }),
    proposals: withHeldMemories(withHeldRows(createProposals({ database, writes, writer, revisions }), held), {
      database,
      writes,
      writer,
      rows,
      onKept: log.recorder.shareKept,
    }),
    changes: createChangeStore({ database, writes, log, writer }),
    text: createTextIndex({
      database,
      statements,
      writes,
      textRows,
      facts,
      filterRows,
      sizes,
      terms,
      occurrences,
      analyserVersion,
      reclaim,
      thread: aggregateThread && occurrencesOn(aggregateThread),
    }),
    vectors: vectors.index,
    tokens: createTokenRows(database, writes),
    use: given.store,
    database,
    maintenance: maintenanceThread?.methods ?? createMaintenance(database),
    setRefusal: (error) => writes.pause(error),
    releaseMemory() {
      if (!database.open) return;
      vectors.release();
      facts.release();
      contents.release();
      occurrences.release();
      database.pragma("shrink_memory");
    },
    refuseWrites(error) {
      writes.refuse(error);
      recalls.stop();
      given.stop();
    },
    async close() {
      // The last connection that closes deletes the write-ahead log, which marks a clean stop. A read-only one cannot.
      await Promise.all([aggregateThread?.close(), maintenanceThread?.close(), merger.close(), reclaim.close()]);
      if (!database.open) return;
      await recalls.flush();
      await given.store.flush();
      await writes.close();
      await background.close();
      if (!database.open) return;
      try {
        database.pragma("optimize");
      } catch (error) {
        // A damaged database must be closed as well.
        logger.warn("The database could not be optimised before it was closed.", { error });
      }
      database.close();
    },
  };
}

/** How long a call waits while the database is replaced. */
const WAIT_MS = 10_000;

type PartName = "memories" | "proposals" | "changes" | "text" | "vectors" | "tokens" | "use";

interface ReplaceableStoreOptions {
  readonly parts: StoreParts;
  /** Called with every failure of a call. Returns whether the call can be repeated, because the cause was removed. */
  readonly onError: (error: unknown) => Promise<boolean>;
}

/**
 * The parts of a store whose database file can be replaced while the application runs: after a repair, or by a backup.
 * Callers keep their references; their calls wait in the meantime.
 */
export class ReplaceableStore {
  readonly #onError: ReplaceableStoreOptions["onError"];
  #parts: StoreParts;
  #replacing: Promise<void> | null = null;

  constructor({ parts, onError }: ReplaceableStoreOptions) {
    this.#parts = parts;
    this.#onError = onError;
  }

  get parts(): StoreParts {
    return this.#parts;
  }

  /** Returns a proxy that forwards each call to the current part of this name. */
  part<Name extends PartName>(name: Name): StoreParts[Name] {
    return forwardMethods(this.#parts[name], (method, args) =>
      this.#call(() => callMethod(this.#parts[name], method, args)),
    );
  }

  /**
   * Closes the parts, runs `replace`, and uses the parts that it returns. One replacement runs at a time.
   * @param replace must reopen the database, even after a failure
   */
  async replace(replace: () => Promise<StoreParts>): Promise<void> {
    while (this.#replacing !== null) await this.#replacing;
    const run = async () => {
      await this.#parts.close();
      this.#parts = await replace();
    };
    const replacing = run();
    this.#replacing = replacing
      .catch(() => undefined)
      .finally(() => {
        this.#replacing = null;
      });
    await replacing;
  }

  async close(): Promise<void> {
    while (this.#replacing !== null) await this.#replacing;
    await this.#parts.close();
  }

  #call(call: () => unknown): unknown {
    if (this.#replacing !== null) return this.#wait(this.#replacing).then(() => this.#call(call));
    const parts = this.#parts;
    const result = call();
    if (!(result instanceof Promise)) return result;
    return result.catch(async (thrown: unknown) => {
      const error = toStorageError(thrown);
      if (await this.#onError(error)) return call();
      // The database was closed under the call, to be replaced.
      const isReplaced = this.#replacing !== null || this.#parts !== parts;
      if (!isReplaced || !isClosed(error)) throw error;
      return this.#call(call);
    });
  }

  async #wait(replacing: Promise<void>): Promise<void> {
    await withTimeout(replacing, WAIT_MS, () => new RecollectError("database_replaced", {}));
  }
}

function isClosed(error: unknown): boolean {
  return error instanceof RecollectError && error.details?.reason === "store_closed";
}
