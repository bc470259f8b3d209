import type { Caller } from "../core/caller.ts";
import type { MemoryChange } from "../core/events.ts";
import type { Memory } from "../core/memory.ts";
import { stateOf } from "../core/memory-fields.ts";
import type { ArchivedMemory } from "../core/memory-import.ts";
import { changeOf } from "./announce.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";

/** Brings memories back to the state that an archive, such as a backup, has of them. */
export function createRestore({ store, proposals, announce, indexer, clock }: OperationParts) {
  /** Every step is a revision of its own, so the state before stays in the history. */
  async function revert(then: ArchivedMemory, now: Memory): Promise<Memory> {
    const edit = { client: null, at: clock.now() };
    const { id } = then;
    if (now.deletedAt !== null) await store.setDeleted(id, false, null, { ...edit, action: "restore" });
    if (now.supersededBy !== null && then.supersededBy !== now.supersededBy) {
      await store.reinstate(id, { ...edit, action: "restore" });
    }
    await store.update(id, stateOf(then), null, { ...edit, action: "update" });
    if (then.pinned !== now.pinned) await store.setPinned([id], then.pinned);
    if (then.deletedAt !== null) await store.setDeleted(id, true, null, { ...edit, action: "delete" });
    return (await store.get(id)) ?? now;
  }

  async function insert(memories: readonly ArchivedMemory[]): Promise<Memory[]> {
    const own = new Set(memories.map(({ id }) => id));
    const successors = memories.flatMap(({ supersededBy }) => supersededBy ?? []);
    const here = new Set((await store.getMany(successors)).map(({ id }) => id));
    const known = new Set(await store.namespaces());
    for (const { namespace } of memories) if (!known.has(namespace)) await store.addNamespace(namespace);
    const linked = memories.map((memory) => {
      const { supersededBy } = memory;
      const isKnown = supersededBy === null || own.has(supersededBy) || here.has(supersededBy);
      return isKnown ? memory : { ...memory, supersededBy: null };
    });
    return memories.length === 0 ? [] : store.insertArchived(linked);
  }

  return async function restoreArchived(
    caller: Caller,
    memories: readonly ArchivedMemory[],
    removed: readonly string[],
  ): Promise<void> {
    assertOwner(caller);
    const changes: MemoryChange[] = [];
    const present = new Map((await store.getMany(memories.map(({ id }) => id))).map((memory) => [memory.id, memory]));
    const held = await proposals.heldAmong(memories.map(({ id }) => id));
    const missing = await insert(memories.filter(({ id }) => !present.has(id) && !held.has(id)));
    changes.push(...missing.map((memory) => changeOf("captured", memory, null)));
    for (const then of memories) {
      const now = present.get(then.id);
      if (now !== undefined) changes.push(changeOf("updated", await revert(then, now), null, now));
    }
    for (const id of removed) {
      const edit = { client: null, at: clock.now(), action: "delete" } as const;
      changes.push(changeOf("deleted", await store.setDeleted(id, true, null, edit), null));
    }
    announce(changes);
    indexer?.wake();
  };
}
