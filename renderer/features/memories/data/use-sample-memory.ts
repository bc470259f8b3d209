import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import type { SampleMemory } from "../../welcome/sample-step.tsx";
import { createMemoryCache } from "./memory-cache.ts";

/** Writes the memory that explains itself, with an offer to undo. */
export function useSampleMemory(): SampleMemory {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const [isBusy, setIsBusy] = useState(false);
  const words = text.welcome.sample;
  return {
    isBusy,
    async capture() {
      setIsBusy(true);
      const cache = createMemoryCache(client);
      try {
        const { memory } = await bridge.invoke("memories.capture", {
          content: words.content,
          namespace: "learnings",
          tags: ["recollect"],
        });
        cache.patch(memory);
        cache.insert([memory]);
        undo.offer(words.written, async () => {
          cache.remove([memory.id]);
          await bridge.invoke("memories.delete", { references: [memory.id] });
        });
      } catch (error) {
        toast.show({ message: tellError(error, text), tone: "bad" });
      } finally {
        setIsBusy(false);
      }
    },
  };
}
