import { type Caller, isGranted } from "../core/caller.ts";
import { invalidArgument, RecollectError } from "../core/errors.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";
import { parseUrn } from "../core/urn.ts";

/** Returns the id in an id or URN. The URN from before a move still identifies the memory. @throws invalid_argument */
export function idOf(reference: string, field = "urn"): string {
  const { id } = parseUrn(reference, field);
  if (id !== null) return id;
  throw invalidArgument(field, "address_of_list", { value: reference.slice(0, 80) });
}

/** Finds a memory by id or URN, also in the trash. @throws invalid_argument, not_found also where the grant hides it */
export async function findMemory(
  store: MemoryStore,
  caller: Caller,
  reference: string,
  field?: string,
): Promise<Memory> {
  const memory = await store.get(idOf(reference, field));
  if (memory === null || !isGranted(caller.grant, memory)) {
    throw new RecollectError("not_found", "memory_gone", { id: reference.slice(0, 200) });
  }
  return memory;
}
