import type { QueryClient } from "@tanstack/react-query";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { MemoryQuery, MemoryView } from "../query/memory-query.ts";
import { belongsTo, insertMemory, type MemoryPages, patchMemories, removeMemories } from "./memory-pages.ts";

/** More than these at once, and the lists are asked again. */
const MOST_INSERTED = 100;
const PAGES = ["memories.pages"];
const openKey = (id: string) => ["memories.get", { reference: id }];

/** What the window knows of memories, changed in place as things happen. */
export interface MemoryCache {
  /** The new state of memories, wherever they are shown. */
  patch(...memories: readonly Memory[]): void;
  /** Takes memories out of every list. */
  remove(ids: readonly string[]): void;
  /** Takes memories out of the lists of one view. */
  removeFrom(view: MemoryView, ids: readonly string[]): void;
  /** Puts memories where they belong in the lists on screen; a search asks again instead. */
  insert(memories: readonly Memory[]): void;
  /** Whether a list on screen shows this memory. */
  shows(id: string): boolean;
  /** Whether this memory is on screen, in a list or open, or may come with an answer that is under way. */
  isInSight(id: string): boolean;
  /** Lists that are not on screen are forgotten, so that they are asked anew. */
  forgetHidden(): void;
  /** Lists on screen are asked again, page by page. */
  refresh(): Promise<void>;
  /** Likewise from their beginning: whoever goes there does not wait for the pages read on the way down. */
  startOver(): Promise<void>;
}

/** Whether an answer tells of one of these memories' history or likeness. */
function isAbout([method, input]: readonly unknown[], ids: ReadonlySet<string>): boolean {
  if (method !== "memories.history" && method !== "memories.similar") return false;
  return ids.has((input as { readonly reference: string }).reference);
}

export function createMemoryCache(client: QueryClient): MemoryCache {
  const change = (update: (pages: MemoryPages, query: MemoryQuery) => MemoryPages) => {
    for (const query of client.getQueryCache().findAll({ queryKey: PAGES })) {
      const apply = () =>
        client.setQueryData<MemoryPages>(
          query.queryKey,
          (pages) => pages && update(pages, query.queryKey[1] as MemoryQuery),
        );
      apply();
      // An answer under way is put together with what was there when it was asked for.
      if (query.state.fetchStatus === "fetching") query.promise?.then(apply, () => undefined);
    }
  };
  const shows = (id: string) =>
    client
      .getQueriesData<MemoryPages>({ queryKey: PAGES, type: "active" })
      .some(([, pages]) => pages?.pages.some((page) => page.rows.some((row) => row.memory.id === id)));
  return {
    patch(...memories) {
      if (memories.length === 0) return;
      for (const memory of memories) {
        const isKnown = client.getQueryState(openKey(memory.id)) !== undefined;
        if (isKnown || memories.length === 1) client.setQueryData(openKey(memory.id), memory);
      }
      const ids = new Set(memories.map(({ id }) => id));
      void client.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey, ids) });
      change((pages) => patchMemories(pages, memories));
    },
    remove(ids) {
      const set = new Set(ids);
      change((pages) => removeMemories(pages, set));
    },
    removeFrom(view, ids) {
      const set = new Set(ids);
      change((pages, query) => (query.view === view ? removeMemories(pages, set) : pages));
    },
    insert(memories) {
      if (memories.length > MOST_INSERTED) {
        void client.invalidateQueries({ queryKey: PAGES });
        return;
      }
      change((pages, query) =>
        memories
          .filter((memory) => belongsTo(memory, query))
          .reduce((next, memory) => insertMemory(next, memory, query.sort), pages),
      );
    },
    shows,
    isInSight: (id) =>
      shows(id) ||
      client.getQueryCache().findAll({ queryKey: openKey(id), type: "active" }).length > 0 ||
      client.getQueryCache().findAll({ queryKey: PAGES, type: "active", fetchStatus: "fetching" }).length > 0,
    forgetHidden: () => client.removeQueries({ queryKey: PAGES, type: "inactive" }),
    startOver() {
      change((pages) => ({ pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) }));
      return client.invalidateQueries({ queryKey: PAGES });
    },
    refresh: () => client.invalidateQueries({ queryKey: PAGES }),
  };
}
