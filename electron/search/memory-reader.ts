import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";

/** Reads memories for one search; each is read once. Ids that are not there are left out. */
export type MemoryReader = (ids: readonly string[]) => Promise<ReadonlyMap<string, Memory>>;

/** A reader whose memory lasts as long as one search. */
export function createMemoryReader(memories: MemoryStore): MemoryReader {
  const read = new Map<string, Memory | null>();
  return async (ids) => {
    const unread = ids.filter((id) => !read.has(id));
    for (const id of unread) read.set(id, null);
    if (unread.length > 0) for (const memory of await memories.getMany(unread)) read.set(memory.id, memory);
    const found = new Map<string, Memory>();
    for (const id of ids) {
      const memory = read.get(id);
      if (memory != null) found.set(id, memory);
    }
    return found;
  };
}
