import type { MemoryFilter, MemorySort, Page } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";
import type { ListPosition } from "./reader.ts";
import type { RemoteDomain } from "./remote-domain.ts";
import type { RoutedStoreParts } from "./routed-store.ts";

/** Lists the memories of this machine and of remote domains in one order. */
export function createRoutedList({ memories, routes, clock }: RoutedStoreParts): MemoryStore["list"] {
  return async function list(
    filter: MemoryFilter,
    sort: MemorySort,
    limit: number,
    cursor: string | null,
  ): Promise<Page<Memory>> {
    const remotes = routes.within(filter);
    if (remotes.length === 0) return memories.list(filter, sort, limit, cursor);
    // Decodes and checks the cursor, even if the page contains remote memories only.
    const local = await memories.list(filter, sort, limit, cursor);
    const position = cursor === null ? null : readCursor(cursor);
    const now = clock.now();
    const lists = await Promise.all(
      remotes.map(async (remote, index) => {
        const after = position === null ? null : positionIn(position, index, remotes);
        const items = await remote.tryRead(
          (query) => remote.reader.list(query, { filter, sort, limit: limit + 1, after, now }),
          [],
        );
        routes.note(
          remote,
          items.map(({ id }) => id),
        );
        return items;
      }),
    );
    const merged = mergeLists([...lists, local.items], sort);
    const items = merged.slice(0, limit);
    const last = items.at(-1);
    const hasMore = merged.length > limit || local.nextCursor !== undefined;
    return !hasMore || last === undefined
      ? { items }
      : { items, nextCursor: cursorAfter(last, sort, routes.ofMemory(last.id)) };
  };
}

/** The sort key. */
function keyOf(memory: Memory, sort: MemorySort): number {
  if (sort === "recalled") return memory.recallCount;
  return Date.parse(sort === "updated" ? memory.updatedAt : memory.createdAt);
}

/** Merges sorted lists. Equal keys keep the order of the lists. */
function mergeLists(lists: readonly (readonly Memory[])[], sort: MemorySort): Memory[] {
  const sign = sort === "created-ascending" ? 1 : -1;
  return lists
    .flatMap((list, place) => list.map((memory, index) => ({ memory, place, index, key: keyOf(memory, sort) })))
    .sort((one, other) => sign * (one.key - other.key) || one.place - other.place || one.index - other.index)
    .map(({ memory }) => memory);
}

interface CursorPosition {
  readonly key: number;
  readonly id: string;
  /** The remote domain of the memory. Missing if it is on this machine. */
  readonly domain?: string;
}

/**
 * The cursor of the local list and, for a remote memory, its domain. The local list does not know its id and continues
 * with the first memory of the same key: local ones come after remote ones of the same key, so none is repeated or left
 * out.
 */
function cursorAfter(memory: Memory, sort: MemorySort, remote: RemoteDomain | null): string {
  const position = [sort, keyOf(memory, sort), memory.id];
  return Buffer.from(JSON.stringify(remote === null ? position : [...position, remote.domain])).toString("base64url");
}

/** The local list has checked it. */
function readCursor(cursor: string): CursorPosition {
  const parts = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [string, number, string, string?];
  const [, key, id, domain] = parts;
  return domain === undefined ? { key, id } : { key, id, domain };
}

/** Where the list of one remote domain continues. */
function positionIn(
  { key, id, domain }: CursorPosition,
  index: number,
  remotes: readonly RemoteDomain[],
): ListPosition {
  const at = domain === undefined ? remotes.length : remotes.findIndex((remote) => remote.domain === domain);
  return { key, after: index === at ? { id } : index < at ? "key" : "nothing" };
}
