import type { Caller } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { MergeInput, MergeResult, SeparateInput, SeparateResult } from "../core/memory-service.ts";
import { changeOf } from "./announce.ts";
import { checkChanges } from "./change.ts";
import { findMemory } from "./find-memory.ts";
import { assertOwner } from "./rights.ts";
import type { Operation } from "./service-parts.ts";
import { checkRevision } from "./validate.ts";

/** Making one memory of two, two of one again, and taking a replaced one into use: the owner alone. */
export function createMerge({ store, announce, indexer, clock }: Operation) {
  return {
    async merge(caller: Caller, input: MergeInput): Promise<MergeResult> {
      assertOwner(caller, "merge memories");
      const expectedRevision = checkRevision(input.expectedRevision);
      const otherRevision = checkRevision(input.otherRevision);
      const changes = await checkChanges(store, caller, input);
      const keep = await findMemory(store, caller, input.keep, "keep");
      const other = await findMemory(store, caller, input.other, "other");
      const result = await store.merge(
        { id: keep.id, changes, expectedRevision },
        { id: other.id, expectedRevision: otherRevision },
        { client: caller.client, at: clock.now() },
      );
      announce([
        changeOf("updated", result.kept, caller.client, keep),
        changeOf("updated", result.superseded, caller.client),
      ]);
      indexer?.wake();
      return result;
    },

    async separate(caller: Caller, input: SeparateInput): Promise<SeparateResult> {
      assertOwner(caller, "part merged memories");
      const expectedRevision = checkRevision(input.expectedRevision);
      const otherRevision = checkRevision(input.otherRevision);
      const changes = await checkChanges(store, caller, input);
      const kept = await findMemory(store, caller, input.kept, "kept");
      const other = await findMemory(store, caller, input.other, "other");
      const result = await store.separate(
        { id: kept.id, changes, expectedRevision },
        { id: other.id, expectedRevision: otherRevision },
        { client: caller.client, at: clock.now() },
      );
      announce([
        changeOf("updated", result.kept, caller.client, kept),
        changeOf("updated", result.reinstated, caller.client),
      ]);
      indexer?.wake();
      return result;
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
