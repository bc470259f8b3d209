import type { ClientIdentity, RevisionAction } from "../memory.ts";
import { isSameValue, REGISTER_NAMES } from "../memory-fields.ts";
import {
  type Entry,
  type EntryFields,
  FIELD_NAMES,
  type FieldName,
  isFull,
  isRevision,
  revisionActionOf,
} from "./entry.ts";
import type { Stamp } from "./stamp.ts";

/** A revision that an entry is: the full state after it. */
export interface MergedRevision {
  readonly stamp: Stamp;
  readonly revision: number;
  readonly action: RevisionAction;
  readonly fields: EntryFields;
  readonly client: ClientIdentity | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A change that another one replaced without knowing it, and about which nobody has decided. */
export interface OpenConflict {
  readonly stamp: Stamp;
  /** The fields whose present value differs from the change. If there are none, a person is shown nothing. */
  readonly fields: readonly FieldName[];
}

/** The memory that a set of entries makes. Times are in milliseconds since 1970. */
export interface MergedMemory {
  readonly fields: EntryFields;
  /** The stamp of the entry that decided `supersededBy`. */
  readonly successorStamp: Stamp;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly author: ClientIdentity | null;
  /** The number of revisions before the first entry. A device that has them keeps them. */
  readonly base: number;
  /** Oldest first, numbered from `base` + 1. */
  readonly revisions: readonly MergedRevision[];
  /** It was moved out of the space and not back. */
  readonly hasLeft: boolean;
  /** It was moved out of the space at least once. */
  readonly wasMoved: boolean;
  /** The stamp of the latest entry with all fields. */
  readonly lastFull: Stamp;
  readonly conflicts: readonly OpenConflict[];
  /** The concurrent changes about which a person decided. */
  readonly resolved: ReadonlySet<Stamp>;
}

/** What a set of entries of one memory is. */
export interface MergedState {
  readonly isPurged: boolean;
  /** Null if it is purged, or if no entry with all fields is in the set. */
  readonly memory: MergedMemory | null;
  /** The stamps that no entry has as a parent: the parents of the next change. */
  readonly heads: readonly Stamp[];
  /** The greatest stamp; "" for an empty set. */
  readonly last: Stamp;
}

/**
 * Merges entries of one memory. The result depends on the set of entries only, so union is the merge of replicas: it is
 * commutative, associative and idempotent (ADR 0036).
 */
export function mergeEntries(set: Iterable<Entry>): MergedState {
  const entries = sorted(set);
  const last = entries.at(-1)?.stamp ?? "";
  const heads = headsOf(entries);
  if (entries.some(({ action }) => action === "purge")) return { isPurged: true, memory: null, heads, last };
  return { isPurged: false, memory: compose(entries), heads, last };
}

/**
 * The state that the device of a change saw after it, from the change and all that it knew; null if a part is missing.
 */
export function stateAfter(set: Iterable<Entry>, stamp: Stamp): EntryFields | null {
  const entries = sorted(set);
  const ancestry = new Ancestry(entries);
  const known = entries.filter((entry) => entry.stamp === stamp || ancestry.precedes(entry.stamp, stamp));
  return compose(known)?.fields ?? null;
}

/** The revisions that are concurrent to another one: neither device knew the other's change. */
export function concurrentRevisions(set: Iterable<Entry>): ReadonlySet<Stamp> {
  const entries = sorted(set);
  const found = new Set<Stamp>();
  if (isChain(entries)) return found;
  const ancestry = new Ancestry(entries);
  const revisions = entries.filter(isRevision);
  for (const [index, { stamp: later }] of revisions.entries()) {
    for (const { stamp: earlier } of revisions.slice(0, index)) {
      if (!ancestry.precedes(earlier, later)) found.add(earlier).add(later);
    }
  }
  return found;
}

function sorted(set: Iterable<Entry>): Entry[] {
  return [...set].sort((one, other) => (one.stamp < other.stamp ? -1 : one.stamp > other.stamp ? 1 : 0));
}

function headsOf(entries: readonly Entry[]): Stamp[] {
  const parents = new Set(entries.flatMap((entry) => entry.parents));
  return entries.map(({ stamp }) => stamp).filter((stamp) => !parents.has(stamp));
}

/** @param all in the order of their stamps */
function compose(all: readonly Entry[]): MergedMemory | null {
  const first = all.findIndex(isFull);
  const origin = all[first]?.origin;
  if (origin === undefined) return null;
  // A change from before the first full state is replaced by it in every field.
  const entries = all.slice(first);
  const base = Math.max(...entries.map((entry) => entry.origin?.past ?? 0));
  const winners = new Map<FieldName, Entry>();
  const revisions: MergedRevision[] = [];
  const resolved = new Set(entries.flatMap(({ resolves = [] }) => resolves));
  let fields = {} as EntryFields;
  let updatedAt = Number.NEGATIVE_INFINITY;
  let lastFull = "";
  for (const entry of entries) {
    fields = { ...fields, ...entry.fields };
    for (const name of Object.keys(entry.fields) as FieldName[]) winners.set(name, entry);
    if (isFull(entry)) lastFull = entry.stamp;
    if (!isRevision(entry)) continue;
    const { stamp, client, at } = entry;
    updatedAt = Math.max(updatedAt, at, entry.origin?.updatedAt ?? at);
    revisions.push({
      stamp,
      revision: base + revisions.length + 1,
      action: revisionActionOf(entry),
      fields,
      client,
      at,
    });
  }
  return {
    fields,
    successorStamp: winners.get("supersededBy")?.stamp ?? "",
    createdAt: origin.createdAt,
    updatedAt,
    author: origin.author,
    base,
    revisions,
    hasLeft: winners.get("deletedAt")?.action === "leave",
    wasMoved: entries.some(({ action }) => action === "leave"),
    lastFull,
    conflicts: findConflicts(entries, fields, winners, resolved),
    resolved,
  };
}

/**
 * Finds the open conflicts of a memory with its entries in a space that it is not in any more: the edits that no device
 * that moved it out of that space knew, and the conflicts that were open when it was moved.
 * @param set its entries in that space
 * @param memory what the entries of its present space make
 */
export function findConflictsElsewhere(
  set: Iterable<Entry>,
  { fields: present, resolved }: Pick<MergedMemory, "fields" | "resolved">,
): OpenConflict[] {
  const entries = sorted(set);
  const open = new Map(compose(entries)?.conflicts.map(({ stamp, fields }) => [stamp, fields]));
  const known = new Set(knownToMoves(entries));
  if (open.size === 0 && known.size === entries.length) return [];
  const ancestry = new Ancestry(entries);
  const isReplaced = ({ stamp }: Entry, name: FieldName) =>
    entries.some((later) => later.fields[name] !== undefined && ancestry.precedes(stamp, later.stamp));
  return entries.flatMap((entry) => {
    const { stamp, fields } = entry;
    const isMissed = (name: FieldName) => fields[name] !== undefined && !known.has(entry) && !isReplaced(entry, name);
    // A memory has another domain in each space.
    const names = EDITED.filter((name) => name !== "domain" && (open.get(stamp)?.includes(name) || isMissed(name)));
    if (resolved.has(stamp) || names.length === 0) return [];
    return [{ stamp, fields: names.filter((name) => !isSameRegister(name, fields[name], present[name])) }];
  });
}

/** The edits in such a space that no device that moved the memory out of it knew, oldest first. */
export function findMissedEdits(set: Iterable<Entry>): MergedRevision[] {
  const entries = sorted(set);
  const known = new Set(knownToMoves(entries).map(({ stamp }) => stamp));
  const revisions = compose(entries)?.revisions ?? [];
  return revisions.filter(({ stamp, action }) => !known.has(stamp) && (action === "update" || action === "capture"));
}

/**
 * The parents of an entry that brings a memory back into the space: its device may have received others, but not shown
 * them.
 */
export function headsOfMoves(set: Iterable<Entry>): Stamp[] {
  return headsOf(knownToMoves(sorted(set)));
}

/** The entries that moved the memory out of the space, and those that they knew. */
function knownToMoves(entries: readonly Entry[]): Entry[] {
  const ancestry = new Ancestry(entries);
  const moves = entries.filter(({ action }) => action === "leave");
  return entries.filter((entry) => moves.some((move) => move === entry || ancestry.precedes(entry.stamp, move.stamp)));
}

/** What a move to the trash replaces, although it sets none of these fields: an edit that its device did not know. */
const EDITED: readonly FieldName[] = REGISTER_NAMES;

function findConflicts(
  entries: readonly Entry[],
  present: EntryFields,
  winners: ReadonlyMap<FieldName, Entry>,
  resolved: ReadonlySet<Stamp>,
): OpenConflict[] {
  if (isChain(entries)) return [];
  const ancestry = new Ancestry(entries);
  const deletion = present.deletedAt === null ? undefined : winners.get("deletedAt");

  const setters = new Map(
    FIELD_NAMES.map((name) => [name, entries.filter(({ fields }) => fields[name] !== undefined)]),
  );
  const settersOf = (name: FieldName) => setters.get(name) ?? [];
  // Of most changes nobody knew anything: then there is nothing to compare.
  const descendants = new Map<Stamp, readonly Entry[]>();
  const laterThan = (entry: Entry, name: FieldName): readonly Entry[] => {
    let known = descendants.get(entry.stamp);
    known ??= entries.filter(({ stamp }) => ancestry.precedes(entry.stamp, stamp));
    descendants.set(entry.stamp, known);
    return known.length === 0 ? known : known.filter(({ fields }) => fields[name] !== undefined);
  };

  /** Whether the branch of a change replaced it before it knew the other one. */
  const isReplaced = (entry: Entry, other: Entry, name: FieldName) =>
    laterThan(entry, name).some((later) => later.stamp !== other.stamp && !ancestry.precedes(other.stamp, later.stamp));
  /** Whether a change that knew both set the value of the losing change. */
  const isChosen = (entry: Entry, winner: Entry, name: FieldName) =>
    laterThan(entry, name).some(
      (later) =>
        isSameRegister(name, later.fields[name], entry.fields[name]) && ancestry.precedes(winner.stamp, later.stamp),
    );
  const isOverwritten = (entry: Entry, name: FieldName): boolean =>
    settersOf(name).some(
      (winner) =>
        winner.stamp > entry.stamp &&
        winner.fields[name] !== undefined &&
        !isSameRegister(name, entry.fields[name], winner.fields[name]) &&
        !ancestry.precedes(entry.stamp, winner.stamp) &&
        !isReplaced(entry, winner, name) &&
        !isChosen(entry, winner, name),
    );
  const isDeleted = (entry: Entry, name: FieldName): boolean =>
    deletion !== undefined &&
    entry !== deletion &&
    entry.action !== "delete" &&
    EDITED.includes(name) &&
    !ancestry.precedes(entry.stamp, deletion.stamp) &&
    !ancestry.precedes(deletion.stamp, entry.stamp) &&
    !isReplaced(entry, deletion, name);

  return entries.flatMap((entry) => {
    if (resolved.has(entry.stamp)) return [];
    const set = (Object.keys(entry.fields) as FieldName[]).filter((name) => name !== "pinned");
    const overwritten = set.filter((name) => isOverwritten(entry, name));
    const deleted = set.filter((name) => isDeleted(entry, name));
    if (overwritten.length + deleted.length === 0) return [];
    // Even without a difference now: a later change can make it differ.
    const differing = overwritten.filter((name) => !isSameRegister(name, entry.fields[name], present[name]));
    return [{ stamp: entry.stamp, fields: [...new Set([...differing, ...deleted])] }];
  });
}

/** Whether each entry knew all before it. */
function isChain(entries: readonly Entry[]): boolean {
  const heads = new Set<Stamp>();
  for (const { stamp, parents } of entries) {
    for (const parent of parents) heads.delete(parent);
    if (heads.size > 0) return false;
    heads.add(stamp);
  }
  return true;
}

/** Whether two values of a field are equal; two times of deletion are. */
export function isSameRegister(name: FieldName, one: unknown, other: unknown): boolean {
  if (name === "deletedAt") return (one === null) === (other === null);
  return isSameValue(one, other);
}

const BITS = 32;

/** Which change knew which, by their parents. One bit for each pair of changes. */
class Ancestry {
  readonly #places: ReadonlyMap<Stamp, number>;
  /** For each change, the set of the changes that it knew. */
  readonly #ancestors: Uint32Array[] = [];

  /** @param entries in the order of their stamps: a change is after those that it knew */
  constructor(entries: readonly Pick<Entry, "stamp" | "parents">[]) {
    this.#places = new Map(entries.map(({ stamp }, place) => [stamp, place]));
    for (const { parents } of entries) {
      const known = new Uint32Array(Math.ceil(entries.length / BITS));
      for (const parent of parents) {
        const place = this.#places.get(parent);
        const ancestors = place === undefined ? undefined : this.#ancestors[place];
        if (place === undefined || ancestors === undefined) continue;
        for (let word = 0; word < known.length; word++) known[word] = (known[word] ?? 0) | (ancestors[word] ?? 0);
        const word = Math.floor(place / BITS);
        known[word] = (known[word] ?? 0) | (1 << (place % BITS));
      }
      this.#ancestors.push(known);
    }
  }

  /** Whether the device of `later` knew `earlier`. */
  precedes(earlier: Stamp, later: Stamp): boolean {
    const bit = this.#places.get(earlier);
    const known = this.#ancestors[this.#places.get(later) ?? -1];
    return (
      bit !== undefined && known !== undefined && ((known[Math.floor(bit / BITS)] ?? 0) & (1 << (bit % BITS))) !== 0
    );
  }
}
