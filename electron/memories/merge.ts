import type { Caller } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { MergeInput, MergeResult, SeparateInput, SeparateResult, UpdateInput } from "../core/memory-service.ts";
import type { MemoryStore } from "../core/ports.ts";
import { changeOf } from "./announce.ts";
import { checkChanges } from "./change.ts";
import { findMemory } from "./find-memory.ts";
import { assertOwner } from "./rights.ts";
import type { Operation } from "./service-parts.ts";
import { checkRevision } from "./validate.ts";

/** Making one memory of two, two of one again, and taking a replaced one into use: the owner alone. */
export function createMerge({ store, announce, indexer, clock }: Operation) {
  /** One memory gets the changes, and `write` says what becomes of the other; both are announced together. */
  const changeTogether = async (
    caller: Caller,
    input: UpdateInput & { readonly other: string; readonly otherRevision?: number | undefined },
    kept: { readonly reference: string; readonly field: string },
    write: (...both: Parameters<MemoryStore["merge"]>) => Promise<readonly [Memory, Memory]>,
  ) => {
    const expectedRevision = checkRevision(input.expectedRevision);
    const otherRevision = checkRevision(input.otherRevision);
    const changes = await checkChanges(store, caller, input);
    const before = await findMemory(store, caller, kept.reference, kept.field);
    const other = await findMemory(store, caller, input.other, "other");
    const written = await write(
      { id: before.id, changes, expectedRevision },
      { id: other.id, expectedRevision: otherRevision },
      { client: caller.client, at: clock.now() },
    );
    announce([changeOf("updated", written[0], caller.client, before), changeOf("updated", written[1], caller.client)]);
    indexer?.wake();
    return written;
  };

  return {
    async merge(caller: Caller, input: MergeInput): Promise<MergeResult> {
      assertOwner(caller, "merge memories");
      const keep = { reference: input.keep, field: "keep" };
      const [kept, superseded] = await changeTogether(caller, input, keep, async (...both) => {
        const merged = await store.merge(...both);
        return [merged.kept, merged.superseded];
      });
      return { kept, superseded };
    },

    async separate(caller: Caller, input: SeparateInput): Promise<SeparateResult> {
      assertOwner(caller, "part merged memories");
      const named = { reference: input.kept, field: "kept" };
      const [kept, reinstated] = await changeTogether(caller, input, named, async (...both) => {
        const parted = await store.separate(...both);
        return [parted.kept, parted.reinstated];
      });
      return { kept, reinstated };
    },

    async reinstate(caller: Caller, references: readonly string[]): Promise<Memory[]> {
      assertOwner(caller, "take a superseded memory into use again");
      const found = await Promise.all(references.map((reference) => findMemory(store, caller, reference)));
      const edit = { client: caller.client, at: clock.now(), action: "restore" } as const;
      const memories = await Promise.all(found.map(({ id }) => store.reinstate(id, edit)));
      const changed = memories.filter(({ revision }, index) => revision !== found[index]?.revision);
      announce(changed.map((memory) => changeOf("updated", memory, caller.client)));
      return memories;
    },
  };
}
