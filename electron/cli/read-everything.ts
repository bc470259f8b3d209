import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { type FilterInput, matchesFilter, parseFilter } from "../core/filter.ts";
import type { Memory, Revision } from "../core/memory.ts";
import type { ArchivedMemory } from "../core/memory-import.ts";
import { RecollectError } from "../text/errors.ts";
import type { AppClient } from "./app-client.ts";
import { walkMemories } from "./walk-memories.ts";

/** A memory, and its history if it was changed, oldest first. */
interface WithHistory {
  readonly memory: Memory;
  readonly history: readonly Revision[];
}

interface ReadOptions {
  readonly filter: FilterInput & Record<string, unknown>;
  readonly withHistories: boolean;
  /** Called once for each reason why memories are missing. */
  readonly onNotice: (notice: string) => void;
  /** Called if the database is damaged, with the number of memories that are known to be lost. */
  readonly onDamage: (lost: number) => void;
}

/** How many histories are read in one request. */
const BATCH_SIZE = 100;

/**
 * Reads all memories that match a filter, in batches. Of a damaged database, those that can be read: after the first
 * error, the others come from a copy that the application makes of all readable rows.
 */
export async function* readEverything(app: AppClient, options: ReadOptions): AsyncGenerator<WithHistory[]> {
  const { filter, withHistories, onNotice, onDamage } = options;
  const returned = new Set<string>();
  try {
    const memories = walkMemories(app, filter, Number.MAX_SAFE_INTEGER, onNotice);
    for await (const batch of batchesOf(memories)) {
      const histories = withHistories ? await historiesOf(app, batch) : new Map<string, readonly Revision[]>();
      for (const { id } of batch) returned.add(id);
      yield batch.map((memory) => ({ memory, history: histories.get(memory.id) ?? [] }));
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    const readable = await app.ask("backups.writeReadable", {});
    if (readable === null) throw error;
    onDamage(readable.lost);
    const now = Date.now();
    const parsed = parseFilter(filter, now);
    for await (const batch of batchesOf(readLines(readable.file))) {
      yield batch
        .filter((memory) => !returned.has(memory.id) && matchesFilter(memory, parsed, now))
        .map(({ history, ...memory }) => ({ memory, history }));
    }
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof RecollectError && error.details?.reason === "damaged_in_part";
}

/** Reads a file of JSON lines, and deletes it with its folder. */
async function* readLines(file: string): AsyncGenerator<ArchivedMemory> {
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
      yield JSON.parse(line) as ArchivedMemory;
    }
  } finally {
    await rm(path.dirname(file), { recursive: true, force: true });
  }
}

async function* batchesOf<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The histories of memories that were changed, oldest first. */
async function historiesOf(app: AppClient, memories: readonly Memory[]): Promise<Map<string, readonly Revision[]>> {
  const ids = memories.filter(({ revision }) => revision > 1).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const histories = await app.ask("memories.histories", { references: ids });
  return new Map(histories.map((history, index) => [ids[index] ?? "", history.toReversed()]));
}
