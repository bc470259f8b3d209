import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { MemoryChange } from "../../../../electron/core/events.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useBridge, useBridgeEvent } from "../../../data/use-bridge.tsx";
import { formatQuery, isFiltered, type MemoryQuery } from "../query/memory-query.ts";
import { MemoryCache } from "./memory-cache.ts";
import { belongsTo } from "./memory-pages.ts";

/** Maximum number of changed memories that are fetched one by one; above it the list offers to reload. */
const MAX_FETCHED = 20;

/** New memories in the list above the reader: `ids` are inserted, `waiting` more appear after a reload. */
export interface FreshMemories {
  readonly ids: ReadonlySet<string>;
  readonly waiting: number;
}

/**
 * Applies changes made by clients to the list. Known memories change in place (a deleted one stays, marked); new ones
 * are inserted at their position.
 */
export function useLiveMemories(query: MemoryQuery) {
  const bridge = useBridge();
  const client = useQueryClient();
  const cache = useMemo(() => new MemoryCache(client), [client]);
  const list = `${query.view}?${formatQuery(query)}`;
  const [fresh, setFresh] = useState<FreshMemories & { readonly list: string }>({ ...NOTHING_FRESH, list });
  // Another list starts at its top, with nothing new in it. Waiting memories are in the lists without filters only.
  if (fresh.list !== list) setFresh({ ids: NOTHING_FRESH.ids, waiting: fresh.waiting, list });
  const waiting = isFiltered(query) ? 0 : fresh.waiting;

  const showNew = (memories: readonly Memory[], ownIds: ReadonlySet<string>) => {
    const isEmptyList = !cache.hasRows();
    const belonging = memories.filter((memory) => belongsTo(memory, query) && !cache.shows(memory.id));
    if (belonging.length === 0) return;
    // The list has to know which rows are new when they appear, to keep the visible ones in place.
    const captured = isEmptyList ? [] : belonging.filter(({ id, client }) => client !== null && !ownIds.has(id));
    if (captured.length > 0) {
      const ids = captured.map(({ id }) => id);
      setFresh((current) => (current.list === list ? { ...current, ids: new Set([...current.ids, ...ids]) } : current));
    }
    cache.insert(belonging);
  };

  const follow = async (changes: readonly MemoryChange[]) => {
    const latest = new Map(changes.filter(({ kind }) => kind !== "purged").map((change) => [change.id, change]));
    const added = changes.filter(({ kind }) => NEW_KINDS.has(kind));
    const newIds = new Set(added.map(({ id }) => id));
    // The owner knows of these: they are not announced as new.
    const ownIds = new Set(added.filter(isOwn).map(({ id }) => id));
    const upToDate = cache.findUpToDate([...latest.values()]);
    // Their state is here already, so that this window made the change.
    showNew(
      upToDate.filter(({ id }) => newIds.has(id)),
      newIds,
    );
    for (const { id } of upToDate) latest.delete(id);
    const ids = [...latest.keys()];
    if (ids.length > MAX_FETCHED) {
      const ofOthers = ids.filter((id) => newIds.has(id) && !ownIds.has(id)).length;
      if (ownIds.size > 0 && ofOthers === 0) void cache.refresh();
      else if (!isFiltered(query)) setFresh((current) => ({ ...current, waiting: current.waiting + ofOthers }));
      await client.invalidateQueries({ queryKey: ["memories.get"] });
      return;
    }
    const relevant = ids.filter((id) => newIds.has(id) || cache.isVisible(id));
    const results = await Promise.allSettled(relevant.map((id) => bridge.invoke("memories.get", { reference: id })));
    const memories = results.filter((result) => result.status === "fulfilled").map((result) => result.value);
    cache.patch(...memories);
    showNew(
      memories.filter(({ id }) => newIds.has(id)),
      ownIds,
    );
  };

  useBridgeEvent("memories.changed", (changes) => {
    const purged = changes.filter(({ kind }) => kind === "purged").map(({ id }) => id);
    cache.remove(purged);
    for (const id of purged) client.removeQueries({ queryKey: ["memories.get", { reference: id }] });
    void follow(changes);
  });

  /** Marks all as seen, and reloads the list if memories are waiting. */
  const clearFresh = useCallback(() => {
    setFresh((current) => ({ ...current, ids: NOTHING_FRESH.ids, waiting: current.waiting - waiting }));
    if (waiting > 0) void cache.startOver();
  }, [waiting, cache]);
  return { fresh: useMemo(() => ({ ids: fresh.ids, waiting }), [fresh.ids, waiting]), clearFresh };
}

/** The changes after which a memory can belong to a list that did not contain it. */
const NEW_KINDS: ReadonlySet<MemoryChange["kind"]> = new Set(["captured", "restored", "validity"]);

/** Whether the owner captured or restored the memory. A change of its validity may also come with time. */
function isOwn({ kind, client }: MemoryChange): boolean {
  return client === null && kind !== "validity";
}
const NOTHING_FRESH: FreshMemories = { ids: new Set(), waiting: 0 };
