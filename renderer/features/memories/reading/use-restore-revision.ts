import { useQueryClient } from "@tanstack/react-query";
import type { Memory, Revision } from "../../../../electron/core/memory.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import { createMemoryCache } from "../data/memory-cache.ts";

type State = Pick<Memory, "content" | "namespace" | "domain" | "tags" | "source">;

/** Brings an old revision back as a new one; nothing of the history is lost, and it can be undone. */
export function useRestoreRevision(memory: Memory): (revision: Revision) => void {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  /** Refused where the memory is no longer at `expectedRevision`: nothing written meanwhile is lost. */
  const write = async (state: State, expectedRevision: number): Promise<Memory> => {
    const { content, namespace, domain, tags, source } = state;
    const input = { reference: memory.id, content, namespace, domain, tags: [...tags], source, expectedRevision };
    const written = await bridge.invoke("memories.update", input);
    createMemoryCache(client).patch(written);
    return written;
  };
  return (revision) => {
    write(revision, memory.revision).then(
      (written) =>
        undo.offer(text.memories.done.revisionRestored(revision.revision), () => write(memory, written.revision)),
      (error: unknown) => toast.show({ message: tellError(error, text), tone: "bad" }),
    );
  };
}
