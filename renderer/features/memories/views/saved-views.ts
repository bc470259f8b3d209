import { useMemo } from "react";
import type { SavedView } from "../../../../electron/window-api/contract.ts";
import { useBridgeQuery } from "../../../data/use-bridge.tsx";
import { formatRoute, type Route } from "../../../navigation/route.ts";
import { useEditing } from "../data/use-editing.ts";
import { formatQuery, type MemoryQuery, parseQuery } from "../query/memory-query.ts";

const KEY = ["views.list", {}];

/** The saved views. A change is shown before the server has stored it. */
export function useSavedViews() {
  const { bridge, client, text, toast, undo } = useEditing();
  const views = useBridgeQuery("views.list", {}).data ?? NONE;
  return useMemo(() => {
    const write = async (next: readonly SavedView[]) => {
      client.setQueryData(KEY, next);
      try {
        client.setQueryData(KEY, await bridge.invoke("views.replace", { views: [...next] }));
      } catch (error) {
        void client.invalidateQueries({ queryKey: KEY });
        toast.fail(error);
      }
    };
    return {
      views,
      save: (name: string, address: string) => void write([...views, { id: crypto.randomUUID(), name, address }]),
      rename: (id: string, name: string) =>
        void write(views.map((view) => (view.id === id ? { ...view, name } : view))),
      /** Deletes a view and offers to undo it. */
      remove: (id: string) => {
        const removed = views.find((view) => view.id === id);
        if (removed === undefined) return;
        void write(views.filter((view) => view.id !== id));
        undo.offer(text.memories.views.removed(removed.name), () => write(views));
      },
      move: (id: string, steps: -1 | 1) => void write(movedBy(views, id, steps)),
    };
  }, [bridge, client, text, toast, undo, views]);
}

const NONE: readonly SavedView[] = [];

/** The address of a list with its search and filters, without the open memory. */
export function viewAddress(query: MemoryQuery): string {
  return formatRoute({ place: "memories", path: [query.view], query: formatQuery(query) });
}

/** Whether a route shows the list at an address, with any memory open. */
export function showsView(route: Route, address: string): boolean {
  return route.place === "memories" && viewAddress(parseQuery(route.path[0], route.query)) === address;
}

/** Moves an item by a number of steps, at most to the end of the list. */
export function movedBy<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  steps: number,
): Item[] {
  const from = items.findIndex((item) => item.id === id);
  const item = items[from];
  if (item === undefined) return [...items];
  const to = Math.max(0, Math.min(items.length - 1, from + steps));
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
