import { useQueryClient } from "@tanstack/react-query";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import { createMemoryCache } from "../../memories/data/memory-cache.ts";

interface Merge {
  readonly keep: Memory;
  readonly other: Memory;
  readonly content: string;
  readonly tags: readonly string[];
}

/** Makes one memory of two, and offers to make two of it again. Refused where one of them changed meanwhile. */
export function useMerge(): (merge: Merge) => Promise<void> {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const cache = createMemoryCache(client);

  const separate = async ({ keep }: Merge, merged: Memory, superseded: Memory) => {
    const { kept, reinstated } = await bridge.invoke("memories.separate", {
      kept: merged.id,
      other: superseded.id,
      content: keep.content,
      tags: [...keep.tags],
      expectedRevision: merged.revision,
      otherRevision: superseded.revision,
    });
    cache.patch(kept, reinstated);
    await cache.refresh();
  };

  return async (merge) => {
    try {
      const { kept, superseded } = await bridge.invoke("memories.merge", {
        keep: merge.keep.id,
        other: merge.other.id,
        content: merge.content,
        tags: [...merge.tags],
        expectedRevision: merge.keep.revision,
        otherRevision: merge.other.revision,
      });
      cache.patch(kept, superseded);
      cache.remove([superseded.id]);
      undo.offer(text.health.mergeDialog.done, () => separate(merge, kept, superseded));
    } catch (error) {
      toast.show({ message: tellError(error, text), tone: "bad" });
    }
  };
}
