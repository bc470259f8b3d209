import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import type { MemoryChange } from "../../../../electron/core/events.ts";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeEvent } from "../../../data/use-bridge-event.ts";
import { isFiltered, type MemoryQuery } from "../query/memory-query.ts";
import { createMemoryCache } from "./memory-cache.ts";
import { belongsTo } from "./memory-pages.ts";

/** More than these at once are not read one by one: the list offers to load itself again. */
const MOST_READ = 20;

export interface LiveMemories {
  /** New memories that stand above what is read, and those that wait for a reload. */
  readonly fresh: { readonly ids: ReadonlySet<string>; readonly waiting: number };
  /** Nothing is new any more. */
  clearFresh(): void;
}

/**
 * Follows what is written elsewhere. Known memories change where they stand (a deleted one stays, marked); new ones
 * enter the list at their place, which keeps its scroll.
 */
export function useLiveMemories(query: MemoryQuery): LiveMemories {
  const bridge = useBridge();
  const client = useQueryClient();
  const cache = useMemo(() => createMemoryCache(client), [client]);
  const [fresh, setFresh] = useState<LiveMemories["fresh"]>(NOTHING_FRESH);

  const showNew = (memories: readonly Memory[]) => {
    const isEmptyList = !client.getQueriesData({ queryKey: ["memories.pages"], type: "active" }).some(hasRows);
    const belonging = memories.filter((memory) => belongsTo(memory, query) && !cache.shows(memory.id));
    if (belonging.length === 0) return;
    cache.insert(belonging);
    const others = belonging.filter((memory) => memory.client !== null);
    if (isEmptyList || others.length === 0) return;
    setFresh((current) => ({ ...current, ids: new Set([...current.ids, ...others.map(({ id }) => id)]) }));
  };

  const follow = async (changes: readonly MemoryChange[]) => {
    const ids = [...new Set(changes.filter(({ kind }) => kind !== "purged").map(({ id }) => id))];
    const isNew = new Set(changes.filter(({ kind }) => kind === "captured" || kind === "restored").map(({ id }) => id));
    if (ids.length > MOST_READ) {
      if (!isFiltered(query)) setFresh((current) => ({ ...current, waiting: current.waiting + isNew.size }));
      await client.invalidateQueries({ queryKey: ["memories.get"] });
      return;
    }
    const concerned = ids.filter((id) => isNew.has(id) || cache.isInSight(id));
    const answers = await Promise.allSettled(concerned.map((id) => bridge.invoke("memories.get", { reference: id })));
    const memories = answers.filter((answer) => answer.status === "fulfilled").map((answer) => answer.value);
    cache.patch(...memories);
    showNew(memories.filter((memory) => isNew.has(memory.id)));
  };

  useBridgeEvent("memories.changed", (changes) => {
    const purged = changes.filter(({ kind }) => kind === "purged").map(({ id }) => id);
    cache.remove(purged);
    for (const id of purged) client.removeQueries({ queryKey: ["memories.get", { reference: id }] });
    void follow(changes);
  });

  const waiting = fresh.waiting;
  const clearFresh = useCallback(() => {
    setFresh(NOTHING_FRESH);
    if (waiting > 0) void cache.startOver();
  }, [waiting, cache]);
  return { fresh, clearFresh };
}

const NOTHING_FRESH = { ids: new Set<string>(), waiting: 0 };

function hasRows([, pages]: readonly [unknown, unknown]): boolean {
  const data = pages as { readonly pages?: readonly { readonly rows: readonly unknown[] }[] } | undefined;
  return data?.pages?.some((page) => page.rows.length > 0) ?? false;
}
