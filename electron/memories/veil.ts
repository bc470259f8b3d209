import type { Caller } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";
import { isGranted, isLimited } from "./rights.ts";

/** Takes out of memories what leads to others that the caller may not see: which one replaced them. */
export type Veil = <Shown extends Memory>(caller: Caller, memories: readonly Shown[]) => Promise<Shown[]>;

export function createVeil(store: Pick<MemoryStore, "get">): Veil {
  return async (caller, memories) => {
    if (!isLimited(caller.grant)) return [...memories];
    const ids = new Set(memories.flatMap(({ supersededBy }) => supersededBy ?? []));
    const hidden = new Set<string>();
    for (const id of ids) {
      const replacing = await store.get(id);
      if (replacing === null || !isGranted(caller.grant, replacing)) hidden.add(id);
    }
    return memories.map((memory) =>
      memory.supersededBy !== null && hidden.has(memory.supersededBy) ? { ...memory, supersededBy: null } : memory,
    );
  };
}
