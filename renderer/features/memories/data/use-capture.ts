import { useState } from "react";
import type { Memory } from "../../../../electron/core/memory.ts";
import { messageText } from "../../../../electron/text/message.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { useText } from "../../../text/use-text.ts";
import type { SampleMemory } from "../../welcome/welcome.tsx";
import { nameMemories } from "./name-memories.ts";
import { useNamespace } from "./namespace-question.tsx";
import { useEditing } from "./use-editing.ts";

/** The memory with the captured content; `created` is false if it was stored before. */
interface Captured {
  readonly memory: Memory;
  readonly created: boolean;
}

/**
 * Captures a memory, in a namespace that is added if it does not exist, shows it in the lists and offers to
 * undo it, with `message` or the memory's name. Resolves to null on failure, after showing the reason.
 */
export function useCapture(): (input: MethodInput<"memories.capture">, message?: string) => Promise<Captured | null> {
  const { bridge, cache, text, toast, undo } = useEditing();
  const prepareNamespace = useNamespace();
  const capture = async (input: MethodInput<"memories.capture">, message?: string): Promise<Captured | null> => {
    try {
      const namespace = input.namespace === undefined ? undefined : await prepareNamespace(input.namespace);
      if (namespace === null) return null;
      const { memory, created, notices } = await bridge.invoke("memories.capture", { ...input, namespace });
      for (const notice of notices) toast.show(messageText(text.secretNotices, notice));
      cache.patch(memory);
      if (created) {
        cache.insert([memory]);
        undo.offer(message ?? text.memories.done.created(nameMemories([memory], text.memories)), async () => {
          cache.remove([memory.id]);
          await bridge.invoke("memories.delete", { references: [memory.id] });
        });
      }
      return { memory, created };
    } catch (error) {
      toast.fail(error);
      return null;
    }
  };
  return (input, message) => undo.track(() => capture(input, message));
}

/** Captures the sample memory of the first steps. */
export function useSampleMemory(): SampleMemory {
  const words = useText().welcome.sample;
  const capture = useCapture();
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    async capture() {
      setIsBusy(true);
      await capture({ content: words.content, namespace: "learnings", tags: ["recollect"] }, words.written);
      setIsBusy(false);
    },
  };
}
