import { useEffect, useState } from "react";
import { type ActivityEntry, groupEntries } from "../../../../electron/core/activity.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { useBridge } from "../../../data/use-bridge.tsx";
import { useBridgePages } from "../../../data/use-bridge-pages.ts";

/**
 * The entries, newest first, page by page. While the owner reads, the shown entries stay, and newer ones are counted.
 * Older ones are appended in any case, because they move nothing.
 */
export function useFeed(input: Omit<MethodInput<"activity.entries">, "cursor">, isReading: boolean) {
  const bridge = useBridge();
  const { items, error, retry, hasMore, loadMore, retryMore } = useBridgePages<ActivityEntry>({
    queryKey: ["activity.entries", input],
    read: (cursor, signal) =>
      bridge.invoke("activity.entries", cursor === undefined ? input : { ...input, cursor }, signal),
  });
  const [shown, setShown] = useState<readonly ActivityEntry[] | null>(null);
  const all = items === undefined ? undefined : groupEntries(items);
  // The pointer may be over the list before it has entries.
  const isHeld = isReading && shown !== null && shown.length > 0;
  const [newestShown] = shown ?? [];
  const known = new Map(shown?.map((entry) => [entry.key, entry]));
  const newer = (all ?? []).filter((entry) => newestShown === undefined || entry.at > newestShown.at);
  const older = (all ?? []).filter((entry) => !known.has(entry.key) && !newer.includes(entry));
  const entries = isHeld ? [...shown, ...older] : all;
  const latest = JSON.stringify(all?.map(({ key, at, times, found }) => [key, at, times, found]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries are compared by value
  useEffect(() => {
    if (!isHeld && all !== undefined) setShown(all);
  }, [isHeld, latest]);
  return {
    error,
    retry,
    hasMore,
    loadMore,
    retryMore,
    entries,
    /** The number of entries that are held back. */
    held: isHeld ? newer.length : 0,
    /** Shows them. */
    showAll: () => setShown(all ?? null),
  };
}
