import type { Caller } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import { parseNamespace } from "../core/namespace.ts";
import { changeOf } from "./announce.ts";
import { findMemory } from "./find-memory.ts";
import { assertOwner } from "./rights.ts";
import type { Operation } from "./service-parts.ts";

/** What the owner alone may do. */
export function createOwnersChanges({ store, announce }: Operation) {
  /** All are looked up before the first is changed: one wrong reference changes nothing. */
  async function idsOf(caller: Caller, references: readonly string[]): Promise<string[]> {
    const memories = await Promise.all(references.map((reference) => findMemory(store, caller, reference)));
    return memories.map(({ id }) => id);
  }

  return {
    async setPinned(caller: Caller, references: readonly string[], pinned: boolean): Promise<Memory[]> {
      assertOwner(caller, "pin a memory");
      const memories = await store.setPinned(await idsOf(caller, references), pinned);
      announce(memories.map((memory) => changeOf("updated", memory, caller.client)));
      return memories;
    },
    async purge(caller: Caller, references: readonly string[] | "trash"): Promise<number> {
      assertOwner(caller, "delete memories for good");
      const purged = await store.purge(references === "trash" ? "trash" : await idsOf(caller, references));
      announce(purged.map((memory) => changeOf("purged", memory, caller.client)));
      return purged.length;
    },
    async addNamespace(caller: Caller, name: string): Promise<string[]> {
      assertOwner(caller, "add a namespace");
      await store.addNamespace(parseNamespace(name, "name"));
      return store.namespaces();
    },
  };
}
