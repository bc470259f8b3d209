import { useMemo } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { localDay } from "../../../../electron/text/local-time.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { nameMemories } from "./name-memories.ts";
import { useEditing } from "./use-editing.ts";

/**
 * Actions on memories. Each updates the lists, reports its result or error, and offers to undo it if possible. Those
 * that change memories resolve to whether they succeeded.
 */
export function useMemoryActions() {
  const { bridge, cache, client, text, toast, undo } = useEditing();
  return useMemo(() => {
    const words = text.memories.done;
    const attempt = async (work: () => Promise<void>): Promise<boolean> => {
      try {
        await undo.track(work);
        return true;
      } catch (error) {
        toast.fail(error);
        void cache.refresh();
        return false;
      }
    };
    const refreshCounts = () => {
      void client.invalidateQueries({ queryKey: ["memories.counts"] });
      void client.invalidateQueries({ queryKey: ["memories.count"] });
      void client.invalidateQueries({ queryKey: ["memories.facets"] });
    };
    /** Resolves to how a message names the memories; so does `pin`. */
    const move = async (method: "memories.delete" | "memories.restore", ids: readonly string[]) => {
      const moved = await bridge.invoke(method, { references: [...ids] });
      cache.patch(...moved);
      cache.remove(ids);
      // The response to a large change does not contain the memories.
      if (moved.length < ids.length) void cache.refresh();
      else cache.insert(moved);
      refreshCounts();
      return nameMemories(moved, text.memories, ids.length);
    };
    const pin = async (ids: readonly string[], pinned: boolean) => {
      const changed = await bridge.invoke("memories.setPinned", { references: [...ids], pinned });
      cache.patch(...changed);
      if (pinned) cache.insert(changed);
      else cache.removeFrom("pinned", ids);
      cache.forgetHidden();
      refreshCounts();
      return nameMemories(changed, text.memories, ids.length);
    };
    const copy = (value: string, message: string) =>
      void attempt(async () => {
        await navigator.clipboard.writeText(value);
        toast.show(message);
      });
    return {
      /** Moves memories to the trash. `onUndone` is called after it was undone; so it is for `restore`. */
      remove: (ids: readonly string[], onUndone?: () => void) =>
        attempt(async () => {
          cache.remove(ids);
          const moved = await move("memories.delete", ids);
          undo.offer(words.deleted(moved), () => move("memories.restore", ids).then(onUndone));
        }),
      restore: (ids: readonly string[], onUndone?: () => void) =>
        attempt(async () => {
          const moved = await move("memories.restore", ids);
          undo.offer(words.restored(moved), () => move("memories.delete", ids).then(onUndone));
        }),
      setPinned: (ids: readonly string[], pinned: boolean) =>
        attempt(async () => {
          const changed = await pin(ids, pinned);
          undo.offer((pinned ? words.pinned : words.unpinned)(changed), () => pin(ids, !pinned));
        }),
      /** Deletes memories in the trash forever. It cannot be undone: ask before. */
      purge: (ids: readonly string[] | "trash") =>
        attempt(async () => {
          const { purged } = await bridge.invoke("memories.purge", { references: ids === "trash" ? ids : [...ids] });
          if (ids === "trash") await cache.refresh();
          else cache.remove(ids);
          refreshCounts();
          toast.show(words.purged(purged));
        }),
      copyText: (memory: Memory) => copy(memory.content, words.copied),
      copyLink: (memory: Memory) => copy(memory.urn, words.linkCopied),
      /** Saves memories as a JSON file. */
      export(memories: readonly Memory[]) {
        const exportedAt = new Date().toISOString();
        const archive = { format: "recollect-memories", version: 1, exportedAt, memories };
        const file = new Blob([`${JSON.stringify(archive, null, 2)}\n`], { type: "application/json" });
        saveFile(file, `memories-${localDay(exportedAt)}.json`);
      },
    };
  }, [bridge, client, cache, text, toast, undo]);
}
