import { type Caller, isGranted } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryStore } from "../core/ports.ts";
import { isAbbreviation, parseIdOrPart, parseUrn } from "../core/urn.ts";
import { RecollectError } from "../text/errors.ts";
import { scopeOf } from "./rights.ts";

/** The ids that the error about an ambiguous abbreviation names. */
const MAX_CANDIDATES = 5;
/** Characters of the shortest id that answers show: two of 10,000 memories share an end of six in 1 of 20 stores. */
const MIN_SHORT_ID = 6;

/**
 * Returns the id, complete or abbreviated, in an id or URN. The URN from before a move still identifies the memory.
 * @throws invalid_argument
 */
function idOf(reference: string, field = "id"): string {
  const { id } = parseUrn(reference, field, parseIdOrPart);
  if (id !== null) return id;
  throw new RecollectError("address_of_list", { value: reference.slice(0, 80) }, { field });
}

/**
 * Finds a memory by URN, id, a start or end of its id, or a start of its short id, including memories in the trash. Only
 * memories that the caller may see can make an abbreviation ambiguous.
 * @throws invalid_argument, not_found also where the grant hides it
 */
export async function findMemory(
  store: MemoryStore,
  caller: Caller,
  reference: string,
  field?: string,
): Promise<Memory> {
  const id = await completeId(store, caller, idOf(reference, field), field);
  const memory = id === undefined ? null : await store.get(id, scopeOf(caller));
  if (memory === null || !isGranted(caller.grant, memory)) {
    throw new RecollectError("memory_gone", { id: reference.slice(0, 200) });
  }
  return memory;
}

/** Returns the id for an abbreviation; undefined if there is none. @throws invalid_argument if there are several */
async function completeId(store: MemoryStore, caller: Caller, id: string, field = "id"): Promise<string | undefined> {
  if (!isAbbreviation(id)) return id;
  const candidates = await store.idsLike(id, MAX_CANDIDATES + 1, scopeOf(caller));
  if (candidates.length < 2) return candidates[0];
  const more = candidates.length > MAX_CANDIDATES;
  throw new RecollectError(
    "id_ambiguous",
    { value: id, candidates: candidates.slice(0, MAX_CANDIDATES), more },
    { field },
  );
}

/** The shortest ends of these ids, six characters or more, that mean no other memory that the caller may see. */
export async function shortenIds(
  store: Pick<MemoryStore, "idsLike">,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const scope = scopeOf(caller);
  const shorten = async (id: string): Promise<string> => {
    for (let length = MIN_SHORT_ID; length < id.length; length++) {
      const end = id.slice(-length);
      if ((await store.idsLike(end, 2, scope)).length < 2) return end;
    }
    return id;
  };
  return new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await shorten(id)] as const)));
}
