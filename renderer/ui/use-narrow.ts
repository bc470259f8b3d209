import { useSyncExternalStore } from "react";

const query = "(max-width: 899.98px)";

/** Whether the window has room for one pane only. The same width as the `wide` breakpoint in theme.css. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}
