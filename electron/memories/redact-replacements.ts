import { type Caller, isGranted } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";
import { isLimited } from "./rights.ts";

/**
 * Sets `supersededBy` to null if it names a memory that the caller may not see. All replacements are read with one
 * query; a caller without limits needs none.
 */
export async function redactHiddenReplacements<Read extends Memory>(
  store: Pick<MemoryStore, "getMany">,
  { grant }: Caller,
  memories: readonly Read[],
): Promise<Read[]> {
  const ids = [...new Set(memories.flatMap(({ supersededBy }) => supersededBy ?? []))];
  if (!isLimited(grant) || ids.length === 0) return [...memories];
  const visible = (await store.getMany(ids)).filter((memory) => isGranted(grant, memory));
  const visibleIds = new Set(visible.map(({ id }) => id));
  return memories.map((memory) =>
    memory.supersededBy === null || visibleIds.has(memory.supersededBy) ? memory : { ...memory, supersededBy: null },
  );
}
