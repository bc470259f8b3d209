import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Salvaged } from "../core/backup.ts";
import type { Page } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import type { ArchivedMemory } from "../core/memory-import.ts";
import { toStorageError } from "../sqlite/storage-error.ts";
import { type OpenDatabaseOptions, openUnchecked } from "./lifecycle/open-database.ts";
import { openStoreParts, type StoreParts, type StorePartsOptions } from "./store-parts.ts";

/** The memories that can be read of a database that may be damaged. */
export interface ReadableMemories {
  readonly total: number;
  /** How many memories are known to be lost. */
  readonly lost: number;
  /** With their history, oldest first. Must be read to the end, or stopped. */
  readonly memories: AsyncIterable<ArchivedMemory>;
}

/** The folder of a copy, in the data folder: this and six characters. */
export const COPY_PREFIX = "backup-";

interface ReadableOptions {
  /** Makes a database of the readable rows. Returns null if there are none. */
  readonly salvage: (copy: string) => Promise<Salvaged | null>;
  /** The folder in which the copy is made. */
  readonly parent: string;
  readonly database: Omit<OpenDatabaseOptions<unknown>, "use">;
  readonly parts: StorePartsOptions;
}

/**
 * Reads the readable part of a database, from a copy that is deleted after the last memory.
 * @returns null if nothing can be read
 * @throws storage
 */
export async function readReadable(options: ReadableOptions): Promise<ReadableMemories | null> {
  const folder = await mkdtemp(join(options.parent, COPY_PREFIX));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "memories.sqlite");
    const salvaged = await options.salvage(path);
    if (salvaged === null) {
      await remove();
      return null;
    }
    const withoutThreads = { aggregateWorker: undefined, maintenanceWorker: undefined };
    const parts = await openUnchecked({
      ...options.database,
      path,
      newVersion: null,
      use: (database) => openStoreParts(database, { ...options.parts, ...withoutThreads, path }, () => undefined),
    });
    return { total: salvaged.recovered, lost: salvaged.lost, memories: readAll(parts, remove) };
  } catch (error) {
    await remove();
    throw toStorageError(error);
  }
}

const EVERYTHING = { trash: "include", superseded: "include", validity: "any" } as const;
const PAGE_SIZE = 100;

/** Reads all memories with their history, then closes the parts. */
async function* readAll(parts: StoreParts, afterClose: () => Promise<void>): AsyncGenerator<ArchivedMemory> {
  const { memories } = parts;
  try {
    for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
      const page: Page<Memory> = await memories.list(EVERYTHING, "created-ascending", PAGE_SIZE, cursor);
      for (const memory of page.items) yield { ...memory, history: (await memories.history(memory.id)).reverse() };
      cursor = page.nextCursor;
    }
  } finally {
    await parts.close();
    await afterClose();
  }
}
