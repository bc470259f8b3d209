import type { QueryClient } from "@tanstack/react-query";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { MemoryQuery } from "../query/memory-query.ts";
import { belongsTo, insertMemory, type MemoryPages, patchMemory, removeMemories } from "./memory-pages.ts";

const PAGES = ["memories.pages"];

/** What the window knows of memories, changed in place as things happen. */
export interface MemoryCache {
  /** A memory's new state, wherever it is shown. */
  patch(memory: Memory): void;
  /** Takes memories out of every list. */
  remove(ids: readonly string[]): void;
  /** Puts memories where they belong in the lists on screen; a search asks again instead. */
  insert(memories: readonly Memory[]): void;
  /** Whether a list on screen shows this memory. */
  shows(id: string): boolean;
  /** Lists that are not on screen are forgotten, so that they are asked anew. */
  forgetHidden(): void;
  /** Lists on screen are asked again. */
  refresh(): Promise<void>;
}

export function createMemoryCache(client: QueryClient): MemoryCache {
  const change = (update: (pages: MemoryPages, query: MemoryQuery) => MemoryPages) => {
    for (const [key, pages] of client.getQueriesData<MemoryPages>({ queryKey: PAGES })) {
      if (pages !== undefined) client.setQueryData(key, update(pages, key[1] as MemoryQuery));
    }
  };
  return {
    patch(memory) {
      client.setQueryData(["memories.get", { reference: memory.id }], memory);
      void client.invalidateQueries({ queryKey: ["memories.history", { reference: memory.id }] });
      void client.invalidateQueries({ queryKey: ["memories.similar", { reference: memory.id }] });
      change((pages) => patchMemory(pages, memory));
    },
    remove(ids) {
      const set = new Set(ids);
      change((pages) => removeMemories(pages, set));
    },
    insert(memories) {
      change((pages, query) =>
        memories
          .filter((memory) => belongsTo(memory, query))
          .reduce((next, memory) => insertMemory(next, memory, query.sort), pages),
      );
    },
    shows: (id) =>
      client
        .getQueriesData<MemoryPages>({ queryKey: PAGES, type: "active" })
        .some(([, pages]) => pages?.pages.some((page) => page.rows.some((row) => row.memory.id === id))),
    forgetHidden: () => client.removeQueries({ queryKey: PAGES, type: "inactive" }),
    refresh: () => client.invalidateQueries({ queryKey: PAGES }),
  };
}
