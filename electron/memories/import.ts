import { z } from "zod";
import type { Caller } from "../core/caller.ts";
import { maskedText } from "../core/gate/gate.ts";
import { normalText } from "../core/gate/normal-text.ts";
import { type ClientIdentity, identityOf, type Memory, REVISION_ACTIONS, type Revision } from "../core/memory.ts";
import { type MemoryField, parseState, stateOf } from "../core/memory-fields.ts";
import { type ArchivedMemory, describeProblem, type ImportOutcome } from "../core/memory-import.ts";
import { createMemoryShape } from "../core/memory-shape.ts";
import { maskName } from "../core/secrets/find-secrets.ts";
import { normaliseTag } from "../core/tags.ts";
import { formatUrn, parseId } from "../core/urn.ts";
import { createYielder } from "../core/util/yielder.ts";
import { RecollectError } from "../text/errors.ts";
import { changeOf } from "./announce.ts";
import { assertOwner } from "./rights.ts";
import type { OperationParts } from "./service-parts.ts";

/**
 * Imports memories with their ids, dates and history. It belongs to the service, whose rights, checks and announcements
 * it shares; the readers of files and of other programs' databases are in `import/`.
 */
export function createImport(parts: OperationParts) {
  const { stopSecrets, store, proposals, events, announce, indexer, clock, beforeImport } = parts;
  /** Shared by all calls: an import is many of them in a row. */
  const yieldIfDue = createYielder();

  /** @returns null for a memory that is new */
  async function compare(
    memory: ArchivedMemory,
    present: Memory | undefined,
    isHeld: boolean,
  ): Promise<ImportOutcome | null> {
    const { id } = memory;
    if (isHeld) return { kind: "known", id };
    if (present !== undefined) {
      const isKnown = isSame(memory, present) || (await isEarlierState(memory));
      return isKnown ? { kind: "known", id, knownAs: id } : conflict(id);
    }
    if (memory.supersededBy !== null || memory.deletedAt !== null) return null;
    const identical = await store.findIdentical(memory);
    return identical === null ? null : { kind: "known", id, knownAs: identical.id };
  }

  /** Whether the memory here was in this state before it was changed. */
  async function isEarlierState(memory: ArchivedMemory): Promise<boolean> {
    return (await store.history(memory.id)).some((past) => isSame(memory, past));
  }

  /** @param inInbox the ids of the import that are in the inbox */
  async function compareWithInbox(
    { subject }: Caller,
    memory: ArchivedMemory,
    inInbox: ReadonlyMap<string, unknown>,
  ): Promise<ImportOutcome | null> {
    const { id } = memory;
    const isInInbox = inInbox.has(id) || (await proposals.findWaiting(subject, memory)) !== null;
    return isInInbox ? { kind: "known", id } : null;
  }

  /** Those whose successors are all here or among them. */
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
    toInbox = false,
  ): Promise<ImportOutcome[]> {
    assertOwner(caller);
    const outcomes = new Map<number, ImportOutcome>();
    const checked = new Map<number, ArchivedMemory>();
    const seen = new Set<string>();
    const masked = new Set<string>();
    memories.forEach((given, index) => {
      try {
        let isMasked = false;
        const stop: StateCheck = (state) =>
          stopSecrets(state, state.domain, () => {
            isMasked = true;
          });
        const memory = checkArchived(given, stop);
        if (isMasked) masked.add(memory.id);
        if (toInbox && (memory.deletedAt !== null || memory.supersededBy !== null)) {
          throw new RecollectError("import_not_current", {}, { field: "memory" });
        }
        if (seen.has(memory.id)) throw new RecollectError("import_duplicate_id", {}, { field: "id" });
        seen.add(memory.id);
        checked.set(index, memory);
      } catch (error) {
        if (!(error instanceof RecollectError)) throw error;
        outcomes.set(index, { kind: "refused", id: String(given?.id), ...describeProblem(error) });
      }
    });
    const inInbox = await proposals.known([...seen]);
    const held = await proposals.heldAmong([...seen]);
    const present = new Map((await store.getMany([...seen])).map((memory) => [memory.id, memory]));
    const fresh: ArchivedMemory[] = [];
    const contents = new Map<string, string>();
    for (const [index, memory] of checked) {
      await yieldIfDue();
      const outcome =
        (await compare(memory, present.get(memory.id), held.has(memory.id))) ??
        (toInbox ? await compareWithInbox(caller, memory, inInbox) : null) ??
        compareWithin(memory, contents);
      if (outcome === null) fresh.push(memory);
      else outcomes.set(index, outcome);
    }
    const accepted = await linkable(fresh);
    const ids = new Set(accepted.map(({ id }) => id));
    for (const [index, { id }] of checked) {
      const outcome = { kind: ids.has(id) ? "imported" : "waiting", id } as const;
      if (!outcomes.has(index)) outcomes.set(index, masked.has(id) ? { ...outcome, masked: true } : outcome);
    }
    if (!dryRun && toInbox && accepted.length > 0) {
      const { subject } = caller;
      await proposals.add(
        accepted.map((memory) => ({ subject, reason: "import", memory })),
        clock.now(),
      );
      events.emit("inbox.changed", null);
    } else if (!dryRun && accepted.length > 0) {
      await beforeImport();
      const known = new Set(await store.namespaces());
      const used = accepted.flatMap(({ namespace, history }) => [namespace, ...history.map((past) => past.namespace)]);
      for (const namespace of new Set(used)) if (!known.has(namespace)) await store.addNamespace(namespace);
      const stored = await store.insertArchived(accepted);
      announce(stored.map((memory) => changeOf("captured", memory, caller.client)));
      indexer?.wake();
    }
    return [...outcomes].sort(([one], [other]) => one - other).map(([, outcome]) => outcome);
  };
}

/** Compares a memory with those before it in the same import, whose contents are in `contents`. */
function compareWithin(memory: ArchivedMemory, contents: Map<string, string>): ImportOutcome | null {
  const { id, supersededBy, deletedAt } = memory;
  if (supersededBy !== null || deletedAt !== null) return null;
  const key = identityOf(memory);
  const first = contents.get(key);
  if (first === undefined) contents.set(key, id);
  return first === undefined ? null : { kind: "known", id, knownAs: first };
}

function conflict(id: string): ImportOutcome {
  return { kind: "conflict", id, ...describeProblem(new RecollectError("import_conflict", {})) };
}

/**
 * Whether two states are equal. Domain, namespace, pin and recalls do not count, nor characters and secrets that are
 * removed now but were stored by an earlier version.
 */
function isSame(one: Memory | Revision, other: Memory | Revision): boolean {
  const essence = ({ content, tags, source, ...state }: Memory | Revision) => {
    const text = { content: maskedText(content), tags: tags.map(normaliseTag), source: source && maskedText(source) };
    const { domain: _domain, namespace: _namespace, ...rest } = stateOf({ ...state, ...text });
    return JSON.stringify([rest, state.revision]);
  };
  return essence(one) === essence(other);
}

const client = z
  .object({ name: z.string().min(1).max(200), version: z.string().max(100), via: z.string().max(200).optional() })
  .nullable();
const moment = z.iso.datetime({ offset: true });
// An export of an earlier version lacks fields that were added since.
const state = z.object({
  ...createMemoryShape<MemoryField>((_, { kind, empty }) => {
    if (kind === "list") return z.array(z.string());
    return empty === null ? z.string().nullable().default(null) : z.string();
  }),
  client,
  revision: z.int().min(1),
});
/** Removes secrets from a state. */
type StateCheck = <State extends z.infer<typeof state>>(given: State) => State;

const archived = state.extend({
  id: z.string(),
  createdAt: moment,
  updatedAt: moment,
  deletedAt: moment.nullable(),
  pinned: z.boolean(),
  supersededBy: z.string().nullable(),
  recallCount: z.int().min(0),
  recalledAt: moment.nullable(),
  history: z.array(state.extend({ action: z.enum(REVISION_ACTIONS), at: moment })),
});

/**
 * Checks a memory of another data folder against the rules for every memory.
 * @throws invalid_argument, too_large
 */
function checkArchived(value: unknown, stop: StateCheck): ArchivedMemory {
  const parsed = archived.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = z.prettifyError(parsed.error);
    throw new RecollectError("import_memory_invalid", { problem }, { field: issue?.path.join(".") || "memory" });
  }
  const given = parsed.data;
  const id = parseId(given.id);
  const current = checkState(stop(given));
  const history = given.history.map(({ action, at, ...past }): Revision => {
    return { ...checkState(stop(past)), memoryId: id, action, at: new Date(at).toISOString() };
  });
  const last = history.at(-1);
  const inOrder = history.every(({ revision }, index) => revision === (history[0]?.revision ?? 0) + index);
  if (last !== undefined && (!inOrder || last.revision !== current.revision || last.content !== current.content)) {
    throw new RecollectError("import_history_invalid", {}, { field: "history" });
  }
  const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...current,
    id,
    urn: formatUrn({ ...current, id }),
    createdAt: new Date(given.createdAt).toISOString(),
    updatedAt: new Date(given.updatedAt).toISOString(),
    deletedAt: iso(given.deletedAt),
    pinned: given.pinned,
    supersededBy: given.supersededBy === null ? null : parseId(given.supersededBy, "supersededBy"),
    recallCount: given.recallCount,
    recalledAt: iso(given.recalledAt),
    history,
  };
}

function checkClient({ name, version, via }: NonNullable<z.infer<typeof client>>): ClientIdentity {
  const identity = { name: maskName(normalText(name).text), version: maskName(normalText(version).text) };
  return via === undefined ? identity : { ...identity, via: normalText(via).text };
}

function checkState(given: z.infer<typeof state>) {
  const { client, revision } = given;
  return { ...parseState(given), client: client === null ? null : checkClient(client), revision };
}
