import type { Query, QueryClient } from "@tanstack/react-query";
import type { MemoryChange } from "../../../../electron/core/events.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import { isSearch, type MemoryQuery, type MemoryView } from "../query/memory-query.ts";
import {
  belongsTo,
  insertMemory,
  type MemoryPages,
  newerOf,
  patchMemories,
  removeMemories,
  rowsOf,
} from "./memory-pages.ts";

/** Maximum number of memories inserted into the cached lists; above it the lists are fetched again. */
const MAX_INSERTED = 100;
const PAGES = ["memories.pages"];
const openKey = (id: string) => ["memories.get", { reference: id }];

/** Changes memories in the query cache, so that the window shows them without fetching. */
export class MemoryCache {
  readonly #client: QueryClient;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Replaces memories everywhere by a newer state. */
  patch(...memories: readonly Memory[]): void {
    if (memories.length === 0) return;
    for (const memory of memories) {
      const query = this.#client.getQueryCache().find({ queryKey: openKey(memory.id) });
      if (query === undefined && memories.length > 1) continue;
      const apply = () => this.#client.setQueryData<Memory>(openKey(memory.id), (current) => newerOf(current, memory));
      apply();
      afterFetch(query, apply);
    }
    const ids = new Set(memories.map(({ id }) => id));
    void this.#client.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey, ids) });
    this.#change((pages) => patchMemories(pages, memories));
  }

  /** Removes memories from every list. */
  remove(ids: readonly string[]): void {
    const removed = new Set(ids);
    this.#change((pages) => removeMemories(pages, removed));
  }

  /** Removes memories from the lists of one view. */
  removeFrom(view: MemoryView, ids: readonly string[]): void {
    const removed = new Set(ids);
    this.#change((pages, query) => (query.view === view ? removeMemories(pages, removed) : pages));
  }

  /**
   * Inserts memories into the lists they belong to. Searches on the same side of the trash are fetched again:
   * only the store knows whether they find a memory.
   */
  insert(memories: readonly Memory[]): void {
    if (memories.length > MAX_INSERTED) {
      void this.refresh();
      return;
    }
    const areInTrash = memories.some(({ deletedAt }) => deletedAt !== null);
    const mayFind = (query: MemoryQuery) => isSearch(query) && (query.view === "trash") === areInTrash;
    void this.#client.invalidateQueries({
      queryKey: PAGES,
      predicate: ({ queryKey }) => mayFind(queryKey[1] as MemoryQuery),
    });
    this.#change((pages, query) =>
      memories
        .filter((memory) => belongsTo(memory, query))
        .reduce((next, memory) => insertMemory(next, memory, query.sort), pages),
    );
  }

  /** Whether a visible list has rows. */
  hasRows(): boolean {
    return this.#visibleLists().some(([, pages]) => rowsOf(pages).length > 0);
  }

  /** Whether a visible list contains this memory. */
  shows(id: string): boolean {
    return this.#visibleLists().some(([, pages]) => rowsOf(pages).some((row) => row.memory.id === id));
  }

  /** Whether this memory is visible, in a list or open, or may be part of a page that is being fetched. */
  isVisible(id: string): boolean {
    const queries = this.#client.getQueryCache();
    return (
      this.shows(id) ||
      queries.findAll({ queryKey: openKey(id), type: "active" }).length > 0 ||
      queries.findAll({ queryKey: PAGES, type: "active", fetchStatus: "fetching" }).length > 0
    );
  }

  /**
   * Finds the memories whose changes are cached already: the response to an edit of this window contains the same state
   * as the event.
   */
  findUpToDate(changes: readonly MemoryChange[]): readonly Memory[] {
    const byId = new Map<string, Memory>();
    for (const [, pages] of this.#client.getQueriesData<MemoryPages>({ queryKey: PAGES })) {
      for (const { memory } of rowsOf(pages)) byId.set(memory.id, memory);
    }
    return changes.flatMap(({ id, revision, pinned }) => {
      const memory = this.#client.getQueryData<Memory>(openKey(id)) ?? byId.get(id);
      return memory?.revision === revision && memory.pinned === pinned ? [memory] : [];
    });
  }

  /** Forgets lists that are not visible, so that they are fetched again when they are opened. */
  forgetHidden(): void {
    this.#client.removeQueries({ queryKey: PAGES, type: "inactive" });
  }

  /** Fetches all pages of the visible lists again. */
  refresh(): Promise<void> {
    return this.#client.invalidateQueries({ queryKey: PAGES });
  }

  /** Fetches the first pages of the visible lists again and drops the other pages. */
  startOver(): Promise<void> {
    this.#change((pages) => ({ pages: pages.pages.slice(0, 1), pageParams: pages.pageParams.slice(0, 1) }));
    return this.refresh();
  }

  #visibleLists() {
    return this.#client.getQueriesData<MemoryPages>({ queryKey: PAGES, type: "active" });
  }

  #change(update: (pages: MemoryPages, query: MemoryQuery) => MemoryPages): void {
    for (const query of this.#client.getQueryCache().findAll({ queryKey: PAGES })) {
      const apply = () =>
        this.#client.setQueryData<MemoryPages>(
          query.queryKey,
          (pages) => pages && update(pages, query.queryKey[1] as MemoryQuery),
        );
      apply();
      afterFetch(query, apply);
    }
  }
}

/** Whether a query has the history of one of these memories, its devices, or the memories similar to it. */
function isAbout([method, input]: readonly unknown[], ids: ReadonlySet<string>): boolean {
  if (method === "spaces.provenance") return ids.has((input as { readonly memory: string }).memory);
  if (method !== "memories.history" && method !== "memories.similar") return false;
  return ids.has((input as { readonly reference: string }).reference);
}

/** Applies a change again once a fetch in progress is done: its response may predate the change and overwrite it. */
function afterFetch(query: Query | undefined, apply: () => void): void {
  if (query?.state.fetchStatus === "fetching") query.promise?.then(apply, () => undefined);
}
