import type { Events, MemoryChange } from "../core/events.ts";
import type { ClientIdentity, Memory } from "../core/memory.ts";

export type Announcer = (changes: readonly MemoryChange[]) => void;

/** Gathers the changes of one commit into one event; it is sent before anyone who waited for the change goes on. */
export function createAnnouncer(events: Events): Announcer {
  let gathered: MemoryChange[] = [];
  return (changes) => {
    if (changes.length === 0) return;
    gathered.push(...changes);
    if (gathered.length > changes.length) return;
    queueMicrotask(() => {
      const announced = gathered;
      gathered = [];
      events.emit("memories.changed", announced);
    });
  };
}

/** A change as it is announced; `before` is the memory as it was, where it was there. */
export function changeOf(
  kind: MemoryChange["kind"],
  memory: Memory,
  client: ClientIdentity | null,
  before: Memory = memory,
): MemoryChange {
  const { id, urn, domain, namespace, tags, revision } = memory;
  const { urn: previousUrn, tags: previousTags } = before;
  return { kind, id, urn, previousUrn, domain, namespace, tags, previousTags, revision, client };
}
