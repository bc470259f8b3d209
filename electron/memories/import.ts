import { type ArchivedMemory, HERE_OTHERWISE, type ImportOutcome } from "../core/archive.ts";
import type { Caller } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";
import type { Memory } from "../core/memory.ts";
import { changeOf } from "./announce.ts";
import { createBreather } from "./breather.ts";
import { checkArchived } from "./check-archived.ts";
import { assertOwner } from "./rights.ts";
import type { Operation } from "./service-parts.ts";

/** Takes in memories of another data folder. */
export function createImport({ store, announce, indexer }: Operation) {
  /** One for all calls: an import is many of them, one after another. */
  const breathe = createBreather();

  async function compare(memory: ArchivedMemory, present: Memory | undefined): Promise<ImportOutcome | null> {
    const { id, content, domain, namespace } = memory;
    if (present !== undefined) {
      const isHere = isSame(memory, present) || (await wasHere(memory));
      return isHere ? { kind: "known", id, knownAs: id } : { kind: "conflict", id, reason: HERE_OTHERWISE };
    }
    if (memory.supersededBy !== null || memory.deletedAt !== null) return null;
    const identical = await store.findIdentical(content, domain, namespace);
    return identical === null ? null : { kind: "known", id, knownAs: identical.id };
  }

  /** Whether it is an earlier state of what is here, which went on since. */
  async function wasHere(memory: ArchivedMemory): Promise<boolean> {
    return (await store.history(memory.id)).some((past) => isSame(memory, past));
  }

  /** Those whose successor is here or among them, whatever follows from whatever. */
  async function linkable(memories: readonly ArchivedMemory[]): Promise<ArchivedMemory[]> {
    const successors = memories.flatMap(({ supersededBy }) => supersededBy ?? []);
    const here = new Set((await store.getMany(successors)).map(({ id }) => id));
    let left = [...memories];
    for (;;) {
      const ids = new Set(left.map(({ id }) => id));
      const next = left.filter(
        ({ supersededBy }) => supersededBy === null || here.has(supersededBy) || ids.has(supersededBy),
      );
      if (next.length === left.length) return next;
      left = next;
    }
  }

  return async function importMemories(
    caller: Caller,
    memories: readonly ArchivedMemory[],
    dryRun: boolean,
  ): Promise<ImportOutcome[]> {
    assertOwner(caller, "import memories");
    const outcomes = new Map<number, ImportOutcome>();
    const checked = new Map<number, ArchivedMemory>();
    const seen = new Set<string>();
    memories.forEach((memory, index) => {
      try {
        const fine = checkArchived(memory);
        if (seen.has(fine.id)) throw new RecollectError("invalid_argument", "Its id stands in the import twice.");
        seen.add(fine.id);
        checked.set(index, fine);
      } catch (error) {
        if (!(error instanceof RecollectError)) throw error;
        const reason = [error.message, error.hint].filter(Boolean).join(" ");
        outcomes.set(index, { kind: "refused", id: String(memory?.id), reason });
      }
    });
    const present = new Map((await store.getMany([...seen])).map((memory) => [memory.id, memory]));
    const fresh: ArchivedMemory[] = [];
    const contents = new Map<string, string>();
    for (const [index, memory] of checked) {
      await breathe();
      const outcome = (await compare(memory, present.get(memory.id))) ?? sameAsBefore(memory, contents);
      if (outcome === null) fresh.push(memory);
      else outcomes.set(index, outcome);
    }
    const taken = await linkable(fresh);
    const ids = new Set(taken.map(({ id }) => id));
    for (const [index, { id }] of checked) {
      if (!outcomes.has(index)) outcomes.set(index, { kind: ids.has(id) ? "imported" : "waiting", id });
    }
    if (!dryRun && taken.length > 0) {
      const known = new Set(await store.namespaces());
      const used = taken.flatMap(({ namespace, history }) => [namespace, ...history.map((each) => each.namespace)]);
      for (const namespace of new Set(used)) if (!known.has(namespace)) await store.addNamespace(namespace);
      const stored = await store.insertArchived(taken);
      announce(stored.map((memory) => changeOf("captured", memory, caller.client)));
      indexer?.wake();
    }
    return [...outcomes].sort(([one], [other]) => one - other).map(([, outcome]) => outcome);
  };
}

/** What is known by a memory that came before it in the same import. */
function sameAsBefore(memory: ArchivedMemory, contents: Map<string, string>): ImportOutcome | null {
  const { id, content, domain, namespace, supersededBy, deletedAt } = memory;
  if (supersededBy !== null || deletedAt !== null) return null;
  const key = JSON.stringify([domain, namespace, content]);
  const first = contents.get(key);
  if (first === undefined) contents.set(key, id);
  return first === undefined ? null : { kind: "known", id, knownAs: first };
}

type State = Pick<Memory, "content" | "tags" | "source" | "revision">;

/** Whether two states say the same. Where the memory lies, its pin and how often it was recalled do not matter. */
function isSame(one: State, other: State): boolean {
  const essence = ({ content, tags, source, revision }: State) => JSON.stringify([content, tags, source, revision]);
  return essence(one) === essence(other);
}
