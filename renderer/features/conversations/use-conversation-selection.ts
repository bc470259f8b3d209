import { useMemo, useRef } from "react";
import { useNarrow } from "../../ui/panes.tsx";
import { useListSelection } from "../../ui/selection.ts";
import { useConversationRoute } from "./use-conversation-route.ts";
import type { useConversations } from "./use-conversations.ts";

/** The selected conversations of the list. A single one is open, at its best message; several are for actions. */
export function useConversationSelection({ rows }: Pick<ReturnType<typeof useConversations>, "rows">) {
  const { id, open } = useConversationRoute();
  const isNarrow = useNarrow();
  const order = useMemo(() => (rows ?? []).map(({ session }) => session.id), [rows]);
  /** The message that a click was on; null for the best one. */
  const clicked = useRef<number | null>(null);
  const show = (key: string | null, options?: { readonly replace?: boolean }) => {
    const best = rows?.find(({ session }) => session.id === key)?.best ?? null;
    open(key, clicked.current ?? best, options);
    clicked.current = null;
  };
  const selection = useListSelection(order, id, show, !isNarrow);
  const { ids } = selection.selection;
  const selected = useMemo(
    () => (rows ?? []).filter(({ session }) => ids.has(session.id)).map(({ session }) => session),
    [rows, ids],
  );
  return {
    ...selection,
    show,
    /** The selected conversations if there are several, otherwise none. */
    several: selected.length > 1 ? selected : [],
    /** Selects by click; `message` is the clicked one, if there is one. */
    choose(key: string, how: "only" | "range" | "toggle", message: number | null) {
      clicked.current = how === "only" ? message : null;
      selection.choose(key, how);
    },
  };
}
