import { useQuery } from "@tanstack/react-query";
import type { Memory } from "../../../electron/core/memory.ts";
import type { MemoryConflictEntry } from "../../../electron/core/replication/change-store.ts";
import type { EntryFields, FieldName } from "../../../electron/core/replication/entry.ts";
import type { MethodInput } from "../../../electron/window-api/contract.ts";
import { useEditing } from "../memories/data/use-editing.ts";
import { useWriteState } from "../memories/data/use-write-state.ts";

/** The fields that a merge writes. */
export type Changes = NonNullable<MethodInput<"spaces.resolve">["changes"]>;
type Decision = { readonly kind: "keep" | "take" } | { readonly kind: "merge"; readonly changes: Changes };

/** The chosen fields of a version, as changes of a memory. */
export function changesOf({ validity, tags, ...others }: EntryFields, chosen: ReadonlySet<FieldName>): Changes {
  return {
    ...(chosen.has("content") ? { content: others.content } : {}),
    ...(chosen.has("namespace") ? { namespace: others.namespace } : {}),
    ...(chosen.has("domain") ? { domain: others.domain } : {}),
    ...(chosen.has("tags") ? { tags: [...tags] } : {}),
    ...(chosen.has("source") ? { source: others.source } : {}),
    ...(chosen.has("validity") ? validity : {}),
  };
}

/** A decision, and the memory after it. */
interface MadeDecision {
  readonly conflict: MemoryConflictEntry;
  readonly decided: Memory;
}

const REOPENED = ["health.reopenedConflicts"];
const NONE: readonly MemoryConflictEntry[] = [];

/**
 * Decides about conflicts. A decision is a change that the other devices get, and none of them can take it back. Undoing it
 * writes the memory as it was, and lists the conflict again until the window closes: deciding it once more is an edit.
 */
export function useDecisions() {
  const { bridge, cache, client, text, toast, undo } = useEditing();
  const write = useWriteState();
  const words = text.spaces.conflict;
  const { data: reopened } = useQuery({
    queryKey: REOPENED,
    queryFn: () => NONE,
    initialData: NONE,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const update = (change: (entries: readonly MemoryConflictEntry[]) => readonly MemoryConflictEntry[]) =>
    client.setQueryData<readonly MemoryConflictEntry[]>(REOPENED, (entries) => change(entries ?? NONE));
  const isSame = (one: MemoryConflictEntry, other: MemoryConflictEntry) =>
    one.memory.id === other.memory.id && one.stamp === other.stamp;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ["spaces.conflicts"] }),
      client.invalidateQueries({ queryKey: ["spaces.list"] }),
    ]);

  const resolve = ({ space, stamp, memory }: MemoryConflictEntry, decision: Decision) =>
    bridge.invoke("spaces.resolve", {
      space,
      memory: memory.id,
      stamps: [stamp],
      expectedRevision: memory.revision,
      ...(decision.kind === "take" ? { take: stamp } : {}),
      ...(decision.kind === "merge" ? { changes: decision.changes } : {}),
    });

  /** Decides a conflict whose first decision was undone. */
  const edit = async ({ memory, other, fields }: MemoryConflictEntry, decision: Decision): Promise<Memory> => {
    if (decision.kind === "keep" || other === null) return memory;
    const changes = decision.kind === "merge" ? decision.changes : changesOf(other, new Set(fields));
    const [restored] =
      memory.deletedAt === null ? [memory] : await bridge.invoke("memories.restore", { references: [memory.id] });
    const expectedRevision = (restored ?? memory).revision;
    const { notices: _, ...edited } =
      Object.keys(changes).length === 0
        ? { ...(restored ?? memory), notices: [] }
        : await bridge.invoke("memories.update", { reference: memory.id, ...changes, expectedRevision });
    const isDeletion = decision.kind === "take" && fields.includes("deletedAt") && other.deletedAt !== null;
    const [deleted] = isDeletion ? await bridge.invoke("memories.delete", { references: [memory.id] }) : [];
    return deleted ?? edited;
  };

  /** Writes the memory of a conflict as it was before the decision, which made `decided`. */
  const restore = async ({ memory }: MemoryConflictEntry, decided: Memory): Promise<Memory> => {
    if (decided.revision === memory.revision) return memory;
    let present = decided;
    if (present.deletedAt !== null && memory.deletedAt === null) {
      present = (await bridge.invoke("memories.restore", { references: [memory.id] }))[0] ?? present;
    }
    present = await write(memory.id, memory, present.revision);
    if (memory.deletedAt !== null) {
      present = (await bridge.invoke("memories.delete", { references: [memory.id] }))[0] ?? present;
    }
    return present;
  };

  /** Takes decisions back, the last one first, and lists their conflicts again. */
  const takeBack = async (made: readonly MadeDecision[]) => {
    const present = new Map<string, Memory>();
    for (const { conflict, decided } of made.toReversed()) {
      const memory = await restore(conflict, present.get(decided.id) ?? decided);
      present.set(memory.id, memory);
      cache.patch(memory);
      update((entries) => [conflict, ...entries]);
    }
    update((entries) => entries.map((entry) => ({ ...entry, memory: present.get(entry.memory.id) ?? entry.memory })));
  };

  const decide = async (conflicts: readonly MemoryConflictEntry[], decision: Decision) => {
    const made: MadeDecision[] = [];
    try {
      // A memory may have several conflicts: the later ones are about the result of the earlier ones.
      const present = new Map<string, Memory>();
      for (const given of conflicts) {
        const conflict = { ...given, memory: present.get(given.memory.id) ?? given.memory };
        const wasReopened = reopened.some((entry) => isSame(entry, conflict));
        const decided = await (wasReopened ? edit : resolve)(conflict, decision);
        present.set(decided.id, decided);
        made.push({ conflict, decided });
        cache.patch(decided);
        update((entries) => entries.filter((entry) => !isSame(entry, conflict)));
      }
    } catch (error) {
      toast.fail(error);
    }
    const one = { keep: words.kept, take: words.taken, merge: words.merged }[decision.kind];
    const several = decision.kind === "take" ? words.bulk.taken : words.bulk.kept;
    if (made.length > 0) undo.offer(made.length === 1 ? one : several(made.length), () => takeBack(made));
    await refresh();
  };
  return {
    /** The conflicts whose decision was undone. */
    reopened,
    /** Decides one conflict, or several in the same way; one undo takes all of it back. */
    decide: (conflicts: readonly MemoryConflictEntry[], decision: Decision) =>
      void undo.track(() => decide(conflicts, decision)),
  };
}
