import { useQueryClient } from "@tanstack/react-query";
import type { Memory, Revision } from "../../../../electron/core/memory.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { describeError } from "../../../ui/error-state.tsx";
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
  const write = async (state: State) => {
    const { content, namespace, domain, tags, source } = state;
    const input = { reference: memory.id, content, namespace, domain, tags: [...tags], source };
    createMemoryCache(client).patch(await bridge.invoke("memories.update", input));
  };
  return (revision) => {
    write(revision).then(
      () => undo.offer(text.memories.done.revisionRestored(revision.revision), () => write(memory)),
      (error: unknown) => toast.show({ message: describeError(error, text).message, tone: "bad" }),
    );
  };
}
