import { type Caller, isGranted } from "../core/caller.ts";
import { hasInstruction } from "../core/gate/gate.ts";
import { MAX_MERGED, type Memory, type UpdateInput } from "../core/memory.ts";
import { MemoryConflict } from "../core/memory-conflict.ts";
import { changedState, isSameState, parseChanges } from "../core/memory-fields.ts";
import type { MergedMemory, MergeInput, MergeResult, SeparateInput, SeparateResult } from "../core/memory-service.ts";
import { parseNamespace } from "../core/namespace.ts";
import type { MemoryChanges, MemoryStore } from "../core/ports.ts";
import { inBatches } from "../core/util/in-batches.ts";
import { RecollectError } from "../text/errors.ts";
import { changeOf } from "./announce.ts";
import { findMemory } from "./find-memory.ts";
import { redactHiddenReplacements } from "./redact-replacements.ts";
import { assertCanWrite, assertCanWriteTo, assertOwner, namespacesKnownTo } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";
import { checkNamespace, checkRevision } from "./validate.ts";

/** Changes memories: edits, moves to the trash and back, merges, and other changes by the owner. All are announced. */
export function createChanges({ store, proposals, events, announce, indexer, clock }: OperationParts) {
  async function setDeleted(caller: Caller, reference: string, deleted: boolean, expectedRevision?: number) {
    assertCanWrite(caller);
    const expected = checkRevision(expectedRevision);
    const before = await findMemory(store, caller, reference);
    const action = deleted ? "delete" : "restore";
    const edit = { client: caller.client, at: clock.now(), action } as const;
    const memory = await redactConflict(store, caller, store.setDeleted(before.id, deleted, expected, edit));
    if (memory.revision !== before.revision) {
      announce([changeOf(deleted ? "deleted" : "restored", memory, caller.client)]);
      indexer?.wake();
    }
    return memory;
  }

  /** Finds all memories before the first one is changed: one wrong reference changes nothing. */
  const idsOf = (caller: Caller, references: readonly string[]): Promise<string[]> =>
    inBatches(references, async (reference) => (await findMemory(store, caller, reference)).id);

  /** Applies the changes to the kept memory while `write` decides about the others; all are announced together. */
  const changeTogether = async (
    caller: Caller,
    input: UpdateInput & { readonly others: readonly MergedMemory[] },
    kept: { readonly reference: string; readonly field: string },
    write: (...all: Parameters<MemoryStore["merge"]>) => Promise<readonly [Memory, readonly Memory[]]>,
  ) => {
    const expectedRevision = checkRevision(input.expectedRevision);
    const changes = await checkChanges(store, caller, input);
    const before = await findMemory(store, caller, kept.reference, kept.field);
    const others = await findOthers(caller, input.others);
    const written = await write({ id: before.id, changes, expectedRevision }, others, {
      client: caller.client,
      at: clock.now(),
    });
    const changed = written[1].map((memory) => changeOf("updated", memory, caller.client));
    announce([changeOf("updated", written[0], caller.client, before), ...changed]);
    indexer?.wake();
    return written;
  };

  async function findOthers(caller: Caller, given: readonly MergedMemory[]) {
    if (given.length === 0) throw new RecollectError("merge_empty", {}, { field: "others" });
    if (given.length > MAX_MERGED) {
      throw new RecollectError("merge_too_many", { count: given.length, maximum: MAX_MERGED }, { field: "others" });
    }
    const others = await inBatches(given, async ({ reference, revision }) => ({
      id: (await findMemory(store, caller, reference, "others")).id,
      expectedRevision: checkRevision(revision),
    }));
    const twice = others.find(({ id }, index) => others.findIndex((other) => other.id === id) !== index);
    if (twice !== undefined) throw new RecollectError("merge_twice", { id: twice.id }, { field: "others" });
    return others;
  }

  return {
    async update(caller: Caller, reference: string, input: UpdateInput): Promise<Memory> {
      assertCanWrite(caller);
      const expected = checkRevision(input.expectedRevision);
      const changes = await checkChanges(store, caller, input);
      const before = await findMemory(store, caller, reference);
      assertCanWriteTo(caller.grant, {
        domain: changes.domain ?? before.domain,
        namespace: changes.namespace ?? before.namespace,
      });
      if (caller.client !== null) assertNotInstruction(before, changes);
      const edit = { client: caller.client, at: clock.now(), action: "update" } as const;
      const memory = await redactConflict(store, caller, store.update(before.id, changes, expected, edit));
      if (memory.revision !== before.revision) {
        announce([changeOf("updated", memory, caller.client, before)]);
        indexer?.wake();
      }
      return memory;
    },
    delete: (caller: Caller, reference: string, expectedRevision?: number) =>
      setDeleted(caller, reference, true, expectedRevision),
    restore: (caller: Caller, reference: string) => setDeleted(caller, reference, false),

    // For the owner only.
    async setPinned(caller: Caller, references: readonly string[], pinned: boolean): Promise<Memory[]> {
      assertOwner(caller);
      const memories = await inBatches(await idsOf(caller, references), async (id) => {
        const changed = await store.setPinned([id], pinned);
        announce(changed.map((memory) => changeOf("updated", memory, caller.client)));
        return changed;
      });
      return memories.flat();
    },
    async purge(caller: Caller, references: readonly string[] | "trash"): Promise<number> {
      assertOwner(caller);
      const purged = await store.purge(references === "trash" ? "trash" : await idsOf(caller, references), (memory) =>
        announce([changeOf("purged", memory, caller.client)]),
      );
      if (references !== "trash") return purged;
      const rejected = await proposals.purgeRejected();
      if (rejected > 0) events.emit("inbox.changed", null);
      return purged + rejected;
    },
    async merge(caller: Caller, input: MergeInput): Promise<MergeResult> {
      assertOwner(caller);
      const keep = { reference: input.keep, field: "keep" };
      const [kept, superseded] = await changeTogether(caller, input, keep, async (...all) => {
        const merged = await store.merge(...all);
        return [merged.kept, merged.superseded];
      });
      return { kept, superseded };
    },

    async separate(caller: Caller, input: SeparateInput): Promise<SeparateResult> {
      assertOwner(caller);
      const keep = { reference: input.kept, field: "kept" };
      const [kept, reinstated] = await changeTogether(caller, input, keep, async (...all) => {
        const separated = await store.separate(...all);
        return [separated.kept, separated.reinstated];
      });
      return { kept, reinstated };
    },

    async reinstate(caller: Caller, references: readonly string[]): Promise<Memory[]> {
      assertOwner(caller);
      const found = await inBatches(references, async (reference) => {
        const { id, revision } = await findMemory(store, caller, reference);
        return { id, revision };
      });
      const edit = { client: caller.client, at: clock.now(), action: "restore" } as const;
      return inBatches(found, async ({ id, revision }) => {
        const memory = await store.reinstate(id, edit);
        if (memory.revision !== revision) announce([changeOf("updated", memory, caller.client)]);
        return memory;
      });
    },

    async addNamespace(caller: Caller, name: string): Promise<string[]> {
      assertOwner(caller);
      await store.addNamespace(parseNamespace(name, "name"));
      return store.namespaces();
    },
  };
}

/** Checks and normalises an update; a missing field does not change. @throws invalid_argument, too_large */
export async function checkChanges(store: MemoryStore, caller: Caller, input: UpdateInput): Promise<MemoryChanges> {
  const changes = parseChanges(input);
  if (changes.namespace !== undefined) {
    checkNamespace(changes.namespace, namespacesKnownTo(caller, await store.namespaces()));
  }
  return changes;
}

/**
 * Otherwise an update would avoid the review of captures.
 * @throws permission_denied if a change makes a memory read like an instruction to an assistant
 */
function assertNotInstruction(before: Memory, changes: MemoryChanges): void {
  const after = changedState(before, changes);
  // A memory that was kept as it is can be moved.
  const isMoved = isSameState(before, after, ["content", "source", "tags"]);
  if (!hasInstruction(isMoved ? { ...after, content: "", source: null, tags: [] } : after)) return;
  throw new RecollectError("update_reads_like_instruction", {});
}

/** Limits the memory in a conflict to what the caller may see: it may have been moved or replaced in the meantime. */
async function redactConflict<T>(store: MemoryStore, caller: Caller, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof MemoryConflict)) throw error;
    const { current, expected } = error;
    if (!isGranted(caller.grant, current)) {
      throw new RecollectError("memory_gone", { id: current.id });
    }
    const [visible = current] = await redactHiddenReplacements(store, caller, [current]);
    throw new MemoryConflict(visible, expected);
  }
}
