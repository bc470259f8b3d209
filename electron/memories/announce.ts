import type { Events, MemoryChange } from "../core/events.ts";
import type { ClientIdentity, Memory } from "../core/memory.ts";

/**
 * Collects the changes of one commit into one event, which is emitted before the callers that await the commit resume.
 */
export function createAnnouncer(events: Events): (changes: readonly MemoryChange[]) => void {
  let collected: MemoryChange[] = [];
  return (changes) => {
    if (changes.length === 0) return;
    collected.push(...changes);
    if (collected.length > changes.length) return;
    queueMicrotask(() => {
      const announced = collected;
      collected = [];
      events.emit("memories.changed", announced);
    });
  };
}

/**
 * Describes a change for the event. `before` is the memory before the change, if it existed. A change of its interval
 * can add it to lists or remove it from them.
 */
export function changeOf(
  kind: MemoryChange["kind"],
  memory: Memory,
  client: ClientIdentity | null,
  before: Memory = memory,
): MemoryChange {
  const { id, urn, domain, namespace, tags, revision, pinned } = memory;
  const { urn: previousUrn, tags: previousTags } = before;
  const isMoved = before.validFrom !== memory.validFrom || before.validUntil !== memory.validUntil;
  return {
    kind: kind === "updated" && isMoved ? "validity" : kind,
    id,
    urn,
    previousUrn,
    domain,
    namespace,
    tags,
    previousTags,
    revision,
    pinned,
    client,
  };
}
