import { useQueryClient } from "@tanstack/react-query";
import type { Memory } from "../../../../electron/core/memory.ts";
import { useBridge } from "../../../data/bridge-context.tsx";
import { useText } from "../../../text/use-text.ts";
import { describeError } from "../../../ui/error-state.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../../../ui/undo.tsx";
import { createMemoryCache } from "../data/memory-cache.ts";

export interface BulkChange {
  readonly namespace?: string;
  readonly domain?: string;
  readonly addTags?: readonly string[];
}
type Place = Pick<Memory, "id" | "namespace" | "domain" | "tags">;

/** So many changes are on their way at once. */
const AT_ONCE = 4;

/** Changes many memories alike, tells how many did not change and why, and offers to undo the rest. */
export function useBulkEdit(): (memories: readonly Memory[], change: BulkChange, done: string) => Promise<void> {
  const bridge = useBridge();
  const client = useQueryClient();
  const text = useText();
  const toast = useToast();
  const undo = useUndo();

  const write = async (places: readonly Place[]) => {
    const cache = createMemoryCache(client);
    const done = await mapInTurns(places, AT_ONCE, async ({ id, namespace, domain, tags }) => {
      const updated = await bridge.invoke("memories.update", { reference: id, namespace, domain, tags: [...tags] });
      cache.patch(updated);
    });
    cache.forgetHidden();
    return done;
  };

  return async (memories, change, done) => {
    if (change.namespace !== undefined) {
      const namespaces = await bridge.invoke("memories.namespaces", {});
      if (!namespaces.includes(change.namespace)) {
        await bridge.invoke("memories.addNamespace", { name: change.namespace });
      }
    }
    const outcomes = await write(memories.map((memory) => changedPlace(memory, change)));
    const failures = outcomes.filter((outcome) => outcome.status === "rejected");
    const changed = memories.filter((_, index) => outcomes[index]?.status === "fulfilled");
    if (changed.length > 0) undo.offer(done, () => write(changed));
    if (failures.length > 0) {
      const reason = describeError(failures[0]?.reason, text).message;
      const message = text.memories.bulk.someFailed(failures.length, memories.length, reason);
      toast.show({ message, tone: "bad" });
    }
  };
}

/** Where a memory belongs after a change. */
export function changedPlace(memory: Place, change: BulkChange): Place {
  return {
    id: memory.id,
    namespace: change.namespace ?? memory.namespace,
    domain: change.domain ?? memory.domain,
    tags: [...new Set([...memory.tags, ...(change.addTags ?? [])])].sort(),
  };
}

async function mapInTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<PromiseSettledResult<void>[]> {
  const outcomes: PromiseSettledResult<void>[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    outcomes.push(...(await Promise.allSettled(items.slice(start, start + atOnce).map(work))));
  }
  return outcomes;
}
