import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SavedView } from "../../../../electron/ipc/contract.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useBridgeQuery } from "../../../data/use-bridge-query.ts";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import { movedBy } from "./moved-by.ts";

export interface SavedViews {
  readonly views: readonly SavedView[];
  save(name: string, address: string): void;
  rename(id: string, name: string): void;
  /** Can be undone. */
  remove(id: string): void;
  move(id: string, steps: -1 | 1): void;
}

const KEY = ["views.list", {}];

/** The owner's saved views, kept by the application. A change shows at once. */
export function useSavedViews(): SavedViews {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const views = useBridgeQuery("views.list", {}).data ?? NONE;
  return useMemo(() => {
    const write = async (next: readonly SavedView[]) => {
      client.setQueryData(KEY, next);
      try {
        client.setQueryData(KEY, await bridge.invoke("views.replace", { views: [...next] }));
      } catch (error) {
        void client.invalidateQueries({ queryKey: KEY });
        toast.show({ message: tellError(error, text), tone: "bad" });
      }
    };
    return {
      views,
      save: (name, address) => void write([...views, { id: crypto.randomUUID(), name, address }]),
      rename: (id, name) => void write(views.map((view) => (view.id === id ? { ...view, name } : view))),
      remove: (id) => {
        const gone = views.find((view) => view.id === id);
        if (gone === undefined) return;
        void write(views.filter((view) => view.id !== id));
        undo.offer(text.memories.views.removed(gone.name), () => write(views));
      },
      move: (id, steps) => void write(movedBy(views, id, steps)),
    };
  }, [bridge, client, text, toast, undo, views]);
}

const NONE: readonly SavedView[] = [];
