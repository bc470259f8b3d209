import { useQueryClient } from "@tanstack/react-query";
import type { Memory } from "../../../../electron/core/memory.ts";
import { BridgeError } from "../../../bridge.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { createMemoryCache } from "../data/memory-cache.ts";
import { changesOf, type Draft, draftOf } from "./draft.ts";

export type SaveOutcome =
  | { readonly kind: "saved"; readonly memory: Memory }
  /** Identical content was there already. */
  | { readonly kind: "known"; readonly memory: Memory }
  /** Someone else changed it: nothing was written. */
  | { readonly kind: "conflict"; readonly current: Memory };

/** Writes drafts. A namespace that is not there yet is added first. */
export function useSaveMemory(): (draft: Draft, base: Memory | null) => Promise<SaveOutcome> {
  const bridge = useBridge();
  const client = useQueryClient();
  return async (draft, base) => {
    const cache = createMemoryCache(client);
    const namespaces = await bridge.invoke("memories.namespaces", {});
    if (!namespaces.includes(draft.namespace)) await bridge.invoke("memories.addNamespace", { name: draft.namespace });
    if (base === null) {
      const { content, namespace, domain, tags, source } = draft;
      const input = { content, namespace, domain, tags: [...tags], source: source === "" ? null : source };
      const { memory, created } = await bridge.invoke("memories.capture", input);
      cache.forgetHidden();
      cache.insert([memory]);
      return { kind: created ? "saved" : "known", memory };
    }
    try {
      const changes = changesOf(draft, draftOf(base));
      const memory = await bridge.invoke("memories.update", {
        reference: base.id,
        ...changes,
        expectedRevision: base.revision,
      });
      cache.forgetHidden();
      cache.patch(memory);
      return { kind: "saved", memory };
    } catch (error) {
      const current = error instanceof BridgeError && error.code === "conflict" ? error.details?.current : undefined;
      if (current === undefined) throw error;
      return { kind: "conflict", current: current as Memory };
    }
  };
}
