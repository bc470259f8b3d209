import { MAX_MERGED, type Memory } from "../../../electron/core/memory.ts";
import { nameMemories } from "../memories/data/name-memories.ts";
import { useEditing } from "../memories/data/use-editing.ts";

/** Makes superseded memories current again, and offers to undo it: the same memories supersede them once more. */
export function useReinstate(): (memories: readonly Memory[]) => void {
  const { bridge, cache, text, toast, undo } = useEditing();
  const supersede = async (memories: readonly Memory[]) => {
    for (const [keep, others] of Map.groupBy(memories, ({ supersededBy }) => supersededBy)) {
      for (let from = 0; keep !== null && from < others.length; from += MAX_MERGED) {
        const part = others.slice(from, from + MAX_MERGED).map(({ id }) => ({ reference: id }));
        const { superseded } = await bridge.invoke("memories.merge", { keep, others: part });
        cache.patch(...superseded);
      }
    }
    await cache.refresh();
  };
  return (memories) =>
    void undo.track(async () => {
      try {
        const reinstated = await bridge.invoke("memories.reinstate", { references: memories.map(({ id }) => id) });
        cache.patch(...reinstated);
        undo.offer(text.health.reinstated(nameMemories(reinstated, text.memories)), () => supersede(memories));
      } catch (error) {
        toast.fail(error);
      }
    });
}
