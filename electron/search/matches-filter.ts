import type { MemoryFilter } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";

/** Whether a memory meets a filter: what the store decides in SQL, decided on a memory at hand. */
export function matchesFilter(memory: Memory, filter: MemoryFilter): boolean {
  const createdAt = Date.parse(memory.createdAt);
  return (
    allows(filter.trash, memory.deletedAt !== null) &&
    allows(filter.superseded ?? (filter.trash === "only" ? "include" : undefined), memory.supersededBy !== null) &&
    (filter.domains?.includes(memory.domain) ?? true) &&
    (filter.namespaces?.includes(memory.namespace) ?? true) &&
    (filter.tags?.every((tag) => memory.tags.includes(tag)) ?? true) &&
    !(filter.withoutTags?.some((tag) => memory.tags.includes(tag)) ?? false) &&
    holds(memory.source, filter.source) &&
    holds(memory.client?.name ?? null, filter.client) &&
    createdAt >= (filter.since ?? Number.NEGATIVE_INFINITY) &&
    createdAt < (filter.before ?? Number.POSITIVE_INFINITY) &&
    (filter.pinned ?? memory.pinned) === memory.pinned &&
    !(filter.neverRecalled === true && memory.recallCount > 0)
  );
}

function allows(choice: "exclude" | "only" | "include" | undefined, is: boolean): boolean {
  return choice === "include" || (choice === "only") === is;
}

function holds(text: string | null, part: string | undefined): boolean {
  return part === undefined || (text?.toLowerCase().includes(part.toLowerCase()) ?? false);
}
