import { useEffect } from "react";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useStored } from "../../data/use-stored.ts";
import { useNavigation } from "../../navigation/navigation.tsx";

/** The part of the address that asks for the first steps: `#/memories/welcome`. */
export const WELCOME = "welcome";

export interface WelcomeState {
  readonly open: boolean;
  /** Not known yet: nothing that they would replace is to be shown. */
  readonly undecided: boolean;
  close(): void;
}

/** Whether the first steps show: by themselves while nothing was ever kept, until dismissed; and whenever asked for. */
export function useWelcome(): WelcomeState {
  const { route, navigate } = useNavigation();
  const [stored, store] = useStored<"open" | "closed" | null>("welcome", null);
  const counts = useBridgeQuery("memories.counts", {}).data;
  const isUnused = counts !== undefined && counts.memories === 0 && counts.trash === 0;
  useEffect(() => {
    if (stored === null && isUnused) store("open");
  }, [stored, isUnused, store]);
  const isAskedFor = route.path[0] === WELCOME;
  return {
    open: isAskedFor || stored === "open" || (stored === null && isUnused),
    undecided: stored === null && counts === undefined,
    close: () => {
      store("closed");
      if (isAskedFor) navigate({ place: "memories", path: ["all"] }, { replace: true });
    },
  };
}
