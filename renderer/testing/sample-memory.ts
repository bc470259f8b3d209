import type { Memory } from "../../electron/core/memory.ts";

/** A memory that the owner wrote, with what a test cares about. */
export function sampleMemory(rest: Partial<Memory> = {}): Memory {
  const { id = "01", domain = "user", namespace = "context", createdAt = "2026-01-01T00:00:00.000Z" } = rest;
  return {
    id,
    urn: `recollect://${domain}/${namespace}/${id}`,
    content: id,
    namespace,
    domain,
    tags: [],
    source: null,
    client: null,
    createdAt,
    updatedAt: createdAt,
    revision: 1,
    deletedAt: null,
    pinned: false,
    supersededBy: null,
    recallCount: 0,
    recalledAt: null,
    ...rest,
  };
}
