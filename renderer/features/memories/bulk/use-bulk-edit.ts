import { useQueryClient } from "@tanstack/react-query";
import type { Memory } from "../../../../electron/core/memory.ts";
import type { BulkUpdate } from "../../../../electron/ipc/contract.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { tellError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import { createMemoryCache } from "../data/memory-cache.ts";

export interface BulkChange {
  readonly namespace?: string;
  readonly domain?: string;
  readonly addTags?: readonly string[];
}
type Place = Pick<Memory, "id" | "revision" | "namespace" | "domain" | "tags">;

/**
 * Changes many memories alike and offers to undo it. Neither overwrites what changed meanwhile: such memories are left
 * alone, and their number is told.
 */
export function useBulkEdit(): (memories: readonly Memory[], change: BulkChange, done: string) => Promise<void> {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();
  const words = text.memories.bulk;

  const tellRefused = ({ refused }: BulkUpdate, total: number) => {
    const [first] = refused;
    if (first === undefined) return;
    const isConflict = refused.every(({ error }) => error.code === "conflict");
    const message = isConflict
      ? words.leftAlone(refused.length, total)
      : words.someFailed(refused.length, total, first.error.message);
    toast.show({ message, tone: "bad" });
  };

  const write = async (places: readonly Place[]): Promise<BulkUpdate> => {
    const changes = places.map(({ id, revision, namespace, domain, tags }) => ({
      reference: id,
      namespace,
      domain,
      tags: [...tags],
      expectedRevision: revision,
    }));
    const result = await bridge.invoke("memories.updateMany", { changes });
    const cache = createMemoryCache(client);
    cache.patch(...result.updated);
    cache.forgetHidden();
    tellRefused(result, places.length);
    return result;
  };

  return async (memories, change, done) => {
    try {
      if (change.namespace !== undefined) {
        const namespaces = await bridge.invoke("memories.namespaces", {});
        if (!namespaces.includes(change.namespace)) {
          await bridge.invoke("memories.addNamespace", { name: change.namespace });
        }
      }
      const { updated } = await write(memories.map((memory) => changedPlace(memory, change)));
      const back = placesBefore(memories, updated);
      if (back.length > 0) undo.offer(done, () => write(back));
    } catch (error) {
      toast.show({ message: tellError(error, text), tone: "bad" });
    }
  };
}

/** Where a memory belongs after a change; its revision is the one the change is made to. */
export function changedPlace(memory: Place, change: BulkChange): Place {
  return {
    id: memory.id,
    revision: memory.revision,
    namespace: change.namespace ?? memory.namespace,
    domain: change.domain ?? memory.domain,
    tags: [...new Set([...memory.tags, ...(change.addTags ?? [])])].sort(),
  };
}

/** Where the changed memories were, at the revision they have now; one that did not change needs no way back. */
export function placesBefore(before: readonly Place[], after: readonly Place[]): Place[] {
  const revisions = new Map(after.map(({ id, revision }) => [id, revision]));
  return before.flatMap((place) => {
    const revision = revisions.get(place.id);
    return revision === undefined || revision === place.revision ? [] : [{ ...place, revision }];
  });
}
