import type { MemoryFilter } from "../core/filter.ts";
import { MAX_MERGED, type Memory } from "../core/memory.ts";
import type { ListResult } from "../core/memory-service.ts";
import type { MemoryScope } from "../core/ports.ts";
import type { SimilarMemory } from "../core/search.ts";
import { createYielder } from "../core/util/yielder.ts";
import type { OperationParts } from "./service-parts.ts";

/**
 * From this score two memories are duplicates. Texts on the same subject often reach a vector similarity of 0.8, so
 * that its threshold is higher. Both were chosen by hand; no benchmark covers them.
 */
const MIN_DUPLICATE_SCORE = { text: 0.72, vector: 0.9 } as const;
/** Similar memories that are looked for at first. */
export const SIMILAR_MEMORIES = 12;
/** A memory with this many near duplicates may have more than a search for similar memories returns. */
export const MANY_DUPLICATES = 4;
/** The time after which a page ends with the groups found so far. A comparison is a search. */
const PAGE_TIMEOUT_MS = 2000;

export function isNearDuplicate({ score, by }: SimilarMemory): boolean {
  return score >= MIN_DUPLICATE_SCORE[by];
}

export function isOlder(one: Memory, other: Memory): boolean {
  return one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id);
}

/** Which memories are listed. */
interface PageRequest {
  readonly filter: MemoryFilter;
  readonly limit: number;
  readonly cursor: string | null;
  readonly scope: MemoryScope | null;
}

/**
 * Lists the memories with near duplicates in the same domains and namespaces: those that match, newest first, and after
 * each its older near duplicates. In a chain, a memory whose only newer near duplicate has a newer one itself is in a
 * group once that is merged. No state is kept between two pages.
 * @returns complete groups: those within `limit` memories, and the group that exceeds it
 */
export async function listNearDuplicates(
  parts: Pick<OperationParts, "store" | "engine" | "clock">,
  { filter, limit, cursor, scope }: PageRequest,
): Promise<ListResult> {
  const { store, clock } = parts;
  const deadline = clock.now() + PAGE_TIMEOUT_MS;
  const yieldIfDue = createYielder();
  const groups: Memory[][] = [];
  for (let at = cursor; ; ) {
    const { items, nextCursor } = await store.list(filter, "created", 1, at);
    for (const memory of items) {
      const older = await olderDuplicates(parts, memory, filter, scope);
      if (older.length > 0) groups.push([memory, ...older]);
    }
    await yieldIfDue();
    const memories = groups.flat();
    const page = { items: memories, groups: groups.map((group) => group.map(({ id }) => id)) };
    if (nextCursor === undefined) return page;
    if (memories.length >= limit || clock.now() >= deadline) return { ...page, nextCursor };
    at = nextCursor;
  }
}

/** The older near duplicates of a memory, the most similar first; none if it has a newer one. */
async function olderDuplicates(
  { engine }: Pick<OperationParts, "engine">,
  memory: Memory,
  { domains, namespaces }: MemoryFilter,
  scope: MemoryScope | null,
): Promise<readonly Memory[]> {
  const near = async (limits: MemoryFilter, limit: number): Promise<readonly Memory[]> => {
    const options = { limit, exceptId: memory.id, scope, compared: 2 * limit };
    const similar = await engine.similar(memory.content, { domains, namespaces, ...limits }, options);
    return similar.filter(isNearDuplicate).map((each) => each.memory);
  };
  const hasNewer = (memories: readonly Memory[]) => memories.some((other) => isOlder(memory, other));
  const few = await near({}, SIMILAR_MEMORIES);
  if (hasNewer(few)) return [];
  if (few.length < MANY_DUPLICATES) return few;
  const createdAt = Date.parse(memory.createdAt);
  if (hasNewer(await near({ since: createdAt }, SIMILAR_MEMORIES))) return [];
  return (await near({ before: createdAt + 1 }, MAX_MERGED)).filter((other) => isOlder(other, memory));
}
