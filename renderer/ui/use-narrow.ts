import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 899.98px)";

/** Whether the window is too narrow for two panes: below the `wide` breakpoint in theme.css. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(NARROW);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}
