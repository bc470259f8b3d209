import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import { createMemoryCache } from "./memory-cache.ts";

export interface MemoryActions {
  /** To the trash, with an offer to undo. Answers whether it was done. */
  remove(ids: readonly string[]): Promise<boolean>;
  restore(ids: readonly string[]): Promise<boolean>;
  setPinned(ids: readonly string[], pinned: boolean): Promise<boolean>;
  /** For good. The one action without undo; ask before. */
  purge(ids: readonly string[] | "trash"): Promise<boolean>;
  copyText(memory: Memory): void;
  copyAddress(memory: Memory): void;
}

/** What can be done to memories. Each shows its result at once, says so, and offers to take it back where that is possible. */
export function useMemoryActions(): MemoryActions {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  return useMemo(() => {
    const cache = createMemoryCache(client);
    const words = text.memories.done;
    const attempt = async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        toast.show({ message: tellError(error, text), tone: "bad" });
        void cache.refresh();
        return false;
      }
    };
    const refreshCounts = () => {
      void client.invalidateQueries({ queryKey: ["memories.counts"] });
      void client.invalidateQueries({ queryKey: ["memories.count"] });
      void client.invalidateQueries({ queryKey: ["memories.facets"] });
    };
    const showMoved = (moved: readonly Memory[]) => {
      cache.patch(...moved);
      cache.remove(moved.map(({ id }) => id));
      cache.insert(moved);
      refreshCounts();
    };
    const move = async (method: "memories.delete" | "memories.restore", ids: readonly string[]) =>
      showMoved(await bridge.invoke(method, { references: [...ids] }));
    const pin = async (ids: readonly string[], pinned: boolean) => {
      const changed = await bridge.invoke("memories.setPinned", { references: [...ids], pinned });
      cache.patch(...changed);
      if (pinned) cache.insert(changed);
      else cache.removeFrom("pinned", ids);
      cache.forgetHidden();
      refreshCounts();
    };
    const copy = (value: string, message: string) =>
      void attempt(async () => {
        await navigator.clipboard.writeText(value);
        toast.show({ message });
      });
    return {
      remove: (ids) =>
        attempt(async () => {
          cache.remove(ids);
          await move("memories.delete", ids);
          undo.offer(words.deleted(ids.length), () => move("memories.restore", ids));
        }),
      restore: (ids) =>
        attempt(async () => {
          await move("memories.restore", ids);
          undo.offer(words.restored(ids.length), () => move("memories.delete", ids));
        }),
      setPinned: (ids, pinned) =>
        attempt(async () => {
          await pin(ids, pinned);
          undo.offer((pinned ? words.pinned : words.unpinned)(ids.length), () => pin(ids, !pinned));
        }),
      purge: (ids) =>
        attempt(async () => {
          const { purged } = await bridge.invoke("memories.purge", { references: ids === "trash" ? ids : [...ids] });
          if (ids === "trash") await cache.refresh();
          else cache.remove(ids);
          refreshCounts();
          toast.show({ message: words.purged(purged) });
        }),
      copyText: (memory) => copy(memory.content, words.copied),
      copyAddress: (memory) => copy(memory.urn, words.addressCopied),
    };
  }, [bridge, client, text, toast, undo]);
}
