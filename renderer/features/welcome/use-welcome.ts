import { useEffect } from "react";
import { useBridgeQuery } from "../../data/use-bridge.tsx";
import { useStored } from "../../data/use-stored.ts";
import { useNavigation } from "../../navigation/navigation.tsx";

/** The path that shows the first steps: `#/memories/welcome`. */
export const WELCOME = "welcome";

/** Whether to show the first steps: until they are closed if no memory was ever stored, and at their own address. */
export function useWelcome() {
  const { route, navigate } = useNavigation();
  const [stored, store] = useStored<"open" | "closed" | null>("welcome", null);
  const counts = useBridgeQuery("memories.counts", {}).data;
  const isUnused = counts !== undefined && counts.memories === 0 && counts.trash === 0;
  useEffect(() => {
    if (stored === null && isUnused) store("open");
  }, [stored, isUnused, store]);
  const isRequested = route.path[0] === WELCOME;
  return {
    open: isRequested || stored === "open" || (stored === null && isUnused),
    /** Whether it is not known yet if they are shown. Do not show the content that they would replace. */
    undecided: stored === null && counts === undefined,
    close: () => {
      store("closed");
      if (isRequested) navigate({ place: "memories", path: ["all"] }, { replace: true });
    },
  };
}
