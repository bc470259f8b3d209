import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";

/** Who made the newest change of a memory, in words. */
export function useLastEditor(id: string): string {
  const words = useText().memories.conflict;
  const history = useBridgeQuery("memories.history", { reference: id });
  const newest = history.data?.[0];
  return newest === undefined ? words.someone : (newest.client?.name ?? words.you);
}
