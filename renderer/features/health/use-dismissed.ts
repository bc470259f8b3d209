import { useMemo } from "react";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useEditing } from "../memories/data/use-editing.ts";

const KEY = ["health.dismissed", {}];
/** Keys in one request. */
const MAX_KEYS = 1_000;

/** The findings that were dismissed. `dismiss` adds some and offers to undo it, with their name. */
export function useDismissed() {
  const { bridge, client, text, toast, undo } = useEditing();
  const { data } = useBridgeQuery("health.dismissed", {});
  return useMemo(() => {
    const known = new Set(data);
    const set = async (keys: readonly string[], dismissed: boolean) => {
      for (let from = 0; from < keys.length; from += MAX_KEYS) {
        const part = keys.slice(from, from + MAX_KEYS);
        client.setQueryData(KEY, await bridge.invoke("health.setDismissed", { keys: part, dismissed }));
      }
    };
    return {
      isDismissed: (key: string) => known.has(key),
      /** The number of dismissed findings whose key starts with a prefix. */
      countDismissed: (prefix: string) => [...known].filter((key) => key.startsWith(prefix)).length,
      dismiss: (keys: readonly string[], name: string) =>
        void undo.track(() =>
          set(keys, true).then(() => undo.offer(text.health.dismissed(name), () => set(keys, false)), toast.fail),
        ),
    };
  }, [bridge, client, text, toast, undo, data]);
}
