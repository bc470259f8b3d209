import { useMemo } from "react";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useEditing } from "../memories/data/use-editing.ts";

const KEY = ["health.dismissed", {}];

/** The findings that were dismissed. `dismiss` adds one and offers to undo it, with its name. */
export function useDismissed() {
  const { bridge, client, text, toast, undo } = useEditing();
  const { data } = useBridgeQuery("health.dismissed", {});
  return useMemo(() => {
    const keys = new Set(data);
    const set = async (key: string, dismissed: boolean) =>
      client.setQueryData(KEY, await bridge.invoke("health.setDismissed", { keys: [key], dismissed }));
    return {
      isDismissed: (key: string) => keys.has(key),
      dismiss: (key: string, name: string) =>
        void undo.track(() =>
          set(key, true).then(() => undo.offer(text.health.dismissed(name), () => set(key, false)), toast.fail),
        ),
    };
  }, [bridge, client, text, toast, undo, data]);
}
