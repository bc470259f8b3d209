import { OWNER } from "../core/caller.ts";
import { RecollectError, toErrorBody } from "../core/errors.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { AreaHandlers, BulkUpdate } from "./contract.ts";

/** So many changes share one transaction and one announcement; between two such batches others have their turn. */
const BATCH = 500;

/** The window's questions about memories; the owner asks, so nothing is out of bounds. */
export function createMemoryHandlers({ memories }: { memories: MemoryService }): AreaHandlers<"memories"> {
  /** All of them are looked up before the first is changed: one wrong reference changes nothing. */
  const forEach = async (references: readonly string[], change: (id: string) => Promise<Memory>): Promise<Memory[]> => {
    const found = await Promise.all(references.map((reference) => memories.get(OWNER, reference)));
    const changed: Memory[] = [];
    for (const batch of batchesOf(found)) changed.push(...(await Promise.all(batch.map(({ id }) => change(id)))));
    return changed;
  };

  return {
    "memories.search": async (input, signal) => {
      // Of what was typed while the last search was at work, the newest alone is searched for: the others are taken back.
      await new Promise((resolve) => setImmediate(resolve));
      if (signal?.aborted === true) throw new RecollectError("cancelled", "Another search took this one's place.");
      return memories.search(OWNER, input);
    },
    "memories.list": (input) => memories.list(OWNER, input),
    "memories.get": ({ reference }) => memories.get(OWNER, reference),
    "memories.history": ({ reference }) => memories.history(OWNER, reference),
    "memories.similar": ({ reference }) => memories.similar(OWNER, reference),
    "memories.facets": (input) => memories.facets(OWNER, input),
    "memories.count": (input) => memories.count(OWNER, input),
    "memories.counts": async () => (await memories.status(OWNER)).counts,
    "memories.namespaces": () => memories.namespaces(OWNER),
    "memories.addNamespace": ({ name }) => memories.addNamespace(OWNER, name),
    "memories.capture": (input) => memories.capture(OWNER, input),
    "memories.update": ({ reference, ...changes }) => memories.update(OWNER, reference, changes),
    "memories.updateMany": async ({ changes }) => {
      const updated: Memory[] = [];
      const refused: BulkUpdate["refused"][number][] = [];
      for (const batch of batchesOf(changes)) {
        const outcomes = await Promise.allSettled(
          batch.map(({ reference, ...change }) => memories.update(OWNER, reference, change)),
        );
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome.status === "fulfilled") updated.push(outcome.value);
          else refused.push({ reference: batch[index]?.reference ?? "", error: toErrorBody(outcome.reason) });
        }
      }
      return { updated, refused };
    },
    "memories.delete": ({ references }) => forEach(references, (id) => memories.delete(OWNER, id)),
    "memories.restore": ({ references }) => forEach(references, (id) => memories.restore(OWNER, id)),
    "memories.setPinned": ({ references, pinned }) => memories.setPinned(OWNER, references, pinned),
    "memories.purge": async ({ references }) => ({ purged: await memories.purge(OWNER, references) }),
    "memories.merge": (input) => memories.merge(OWNER, input),
    "memories.separate": (input) => memories.separate(OWNER, input),
    "memories.reinstate": ({ references }) => memories.reinstate(OWNER, references),
    "memories.findDuplicates": ({ cursor }) => memories.findDuplicates(OWNER, cursor),
    "memories.findSecrets": ({ cursor }) => memories.findSecrets(OWNER, cursor),
    "memories.captureActivity": (input) => memories.captureActivity(OWNER, input),
  };
}

function batchesOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, index) =>
    items.slice(index * BATCH, (index + 1) * BATCH),
  );
}
