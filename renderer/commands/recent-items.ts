import { useStored } from "../data/use-stored.ts";

/** The number of items that the palette remembers. */
const MAX_RECENT = 6;

/** The items of the palette that were used last, the newest first, by their ids. */
export function useRecentItems() {
  const [recent, store] = useStored<readonly string[]>("palette.recent", []);
  return { recent, use: (id: string) => store([id, ...recent.filter((other) => other !== id)].slice(0, MAX_RECENT)) };
}
