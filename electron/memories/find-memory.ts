import type { Caller } from "../core/caller.ts";
import { invalidArgument } from "../core/errors.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";
import { parseUrn } from "../core/urn.ts";
import { assertVisible } from "./rights.ts";

/** The id in an id or URN. A URN from before a move still names its memory. @throws invalid_argument */
export function idOf(reference: string, field = "urn"): string {
  const { id } = parseUrn(reference, field);
  if (id !== null) return id;
  throw invalidArgument(
    field,
    `${field} "${reference.slice(0, 80)}" names a list, not one memory.`,
    "Add the memory's id: recollect://{domain}/{namespace}/{id}.",
  );
}

/** The memory a caller means by an id or URN, the trash included. @throws invalid_argument, not_found */
export async function findMemory(
  store: MemoryStore,
  caller: Caller,
  reference: string,
  field?: string,
): Promise<Memory> {
  return assertVisible(caller, await store.get(idOf(reference, field)), reference);
}
