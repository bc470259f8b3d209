import { OWNER } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { AreaHandlers } from "./contract.ts";

/** The window's questions about memories; the owner asks, so nothing is out of bounds. */
export function createMemoryHandlers({ memories }: { memories: MemoryService }): AreaHandlers<"memories"> {
  /** All of them are looked up before the first is changed: one wrong reference changes nothing. */
  const forEach = async (references: readonly string[], change: (id: string) => Promise<Memory>): Promise<Memory[]> => {
    const found: Memory[] = [];
    for (const reference of references) found.push(await memories.get(OWNER, reference));
    const changed: Memory[] = [];
    for (const { id } of found) changed.push(await change(id));
    return changed;
  };

  return {
    "memories.search": (input) => memories.search(OWNER, input),
    "memories.list": (input) => memories.list(OWNER, input),
    "memories.get": ({ reference }) => memories.get(OWNER, reference),
    "memories.history": ({ reference }) => memories.history(OWNER, reference),
    "memories.similar": ({ reference }) => memories.similar(OWNER, reference),
    "memories.facets": (input) => memories.facets(OWNER, input),
    "memories.counts": async () => (await memories.status(OWNER)).counts,
    "memories.namespaces": () => memories.namespaces(OWNER),
    "memories.addNamespace": ({ name }) => memories.addNamespace(OWNER, name),
    "memories.capture": (input) => memories.capture(OWNER, input),
    "memories.update": ({ reference, ...changes }) => memories.update(OWNER, reference, changes),
    "memories.delete": ({ references }) => forEach(references, (id) => memories.delete(OWNER, id)),
    "memories.restore": ({ references }) => forEach(references, (id) => memories.restore(OWNER, id)),
    "memories.setPinned": ({ references, pinned }) => memories.setPinned(OWNER, references, pinned),
    "memories.purge": async ({ references }) => ({ purged: await memories.purge(OWNER, references) }),
  };
}
