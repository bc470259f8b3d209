import type { MemoryFilter } from "../core/filter.ts";
import { MAX_MERGED, type Memory } from "../core/memory.ts";
import type { DuplicateGroup, DuplicateLevel, ListResult } from "../core/memory-service.ts";
import type { MemoryScope } from "../core/ports.ts";
import type { SimilarMemory } from "../core/search.ts";
import { createYielder } from "../core/util/yielder.ts";
import type { OperationParts } from "./service-parts.ts";

/**
 * When two memories say the same, by their similarity in words and, if it is known, of their vectors: from `same` on
 * nine in ten pairs do (`npm run bench duplicates`, ADR 0030), from `maybe` on an owner should look. Unrelated notes in a
 * language that the model does not know have similar vectors, so that they need some words in common.
 */
const FLOORS = {
  words: { same: 0.72, maybe: 0.6 },
  both: { same: 1, maybe: 0.84, textWeight: 0.4, minText: 0.2 },
} as const;
type Similarities = NonNullable<SimilarMemory["both"]>;

/** A number, version, date or time. */
const NUMBERS = /\d+(?:[.,:]\d+)*/g;
/** Similar memories that are looked for at first. */
export const SIMILAR_MEMORIES = 12;
/** A memory with this many near duplicates may have more than a search for similar memories returns. */
export const MANY_DUPLICATES = 4;
/** The time after which a page ends with the groups found so far. A comparison is a search. */
const PAGE_TIMEOUT_MS = 2000;

/**
 * Whether two memories say the same. Notes that differ in a number, such as those about two builds, are at most `maybe`
 * the same, however similar they are.
 */
export function duplicateLevelOf(one: string, other: string, similarities: Similarities): DuplicateLevel | null {
  const level = levelOf(similarities);
  if (level === null || !haveOtherNumbers(one, other)) return level;
  return level === "same" ? "maybe" : null;
}

/** The near duplicates of a text among similar memories. */
export function withLevels(content: string, similar: readonly SimilarMemory[]): DuplicateGroup["duplicates"] {
  return similar.flatMap(({ memory, score, both = { text: score, vector: null } }) => {
    const level = duplicateLevelOf(content, memory.content, both);
    return level === null ? [] : [{ memory, score, level }];
  });
}

function levelOf({ text, vector }: Similarities): DuplicateLevel | null {
  const { words, both } = FLOORS;
  if (vector === null) return text >= words.same ? "same" : text >= words.maybe ? "maybe" : null;
  const score = vector + both.textWeight * text;
  if (text < both.minText) return null;
  return score >= both.same ? "same" : score >= both.maybe ? "maybe" : null;
}

/** Whether each of two texts has a number that the other lacks. */
function haveOtherNumbers(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => new Set(text.match(NUMBERS) ?? []));
  if (first === undefined || second === undefined) return false;
  return !first.isSubsetOf(second) && !second.isSubsetOf(first);
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
 * Lists the memories with near duplicates in their domain and the same namespaces: those that match, newest first, and
 * after each its older near duplicates. In a chain, a memory whose only newer near duplicate has a newer one itself is in a
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
  { namespaces }: MemoryFilter,
  scope: MemoryScope | null,
): Promise<readonly Memory[]> {
  const near = async (limits: MemoryFilter, limit: number): Promise<readonly Memory[]> => {
    const options = { limit, exceptId: memory.id, scope, compared: 2 * limit, withBoth: true };
    const domains = [memory.domain];
    const similar = await engine.similar(memory.content, { domains, namespaces, ...limits }, options);
    return withLevels(memory.content, similar).map((each) => each.memory);
  };
  const hasNewer = (memories: readonly Memory[]) => memories.some((other) => isOlder(memory, other));
  const few = await near({}, SIMILAR_MEMORIES);
  if (hasNewer(few)) return [];
  if (few.length < MANY_DUPLICATES) return few;
  const createdAt = Date.parse(memory.createdAt);
  if (hasNewer(await near({ since: createdAt }, SIMILAR_MEMORIES))) return [];
  return (await near({ before: createdAt + 1 }, MAX_MERGED)).filter((other) => isOlder(other, memory));
}
