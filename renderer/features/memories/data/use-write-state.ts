import type { Memory } from "../../../../electron/core/memory.ts";
import { type MemoryState, stateOf } from "../../../../electron/core/memory-fields.ts";
import { messageText } from "../../../../electron/text/message.ts";
import { useEditing } from "./use-editing.ts";

/**
 * Writes an earlier state of a memory as a new revision. Fails if the memory is not at `expectedRevision`, so that no
 * other change is overwritten.
 */
export function useWriteState() {
  const { bridge, cache, text, toast } = useEditing();
  return async (id: string, state: MemoryState, expectedRevision: number): Promise<Memory> => {
    const input = { reference: id, ...stateOf(state), expectedRevision };
    const { notices, ...written } = await bridge.invoke("memories.update", input);
    for (const notice of notices) toast.show(messageText(text.secretNotices, notice));
    cache.patch(written);
    return written;
  };
}
