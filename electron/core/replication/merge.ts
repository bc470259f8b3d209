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
import { add, addAll, EMPTY, has, hasAny, newPlaces, type Places, someAfter } from "./places.ts";
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
  /** The stamp of the latest entry with all fields. */
  readonly lastFull: Stamp;
  readonly conflicts: readonly OpenConflict[];
  /** The concurrent changes about which a person decided. */
  readonly resolved: ReadonlySet<Stamp>;
}

/**
 * The last changes of a memory among which conflicts are looked for. Each is compared with all others, and other devices
 * decide how many there are. Earlier changes are in the history, and a person decides about none of them.
 */
const MAX_COMPARED = 512;

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
  return compose(knownTo(entries, ({ stamp: own }) => own === stamp))?.fields ?? null;
}

/**
 * The revisions that are concurrent to another one: neither device knew the other's change. Of many changes, only the
 * last {@link MAX_COMPARED} are compared.
 */
export function concurrentRevisions(set: Iterable<Entry>): ReadonlySet<Stamp> {
  const entries = sorted(set).slice(-MAX_COMPARED);
  const found = new Set<Stamp>();
  if (isChain(entries)) return found;
  const { later } = new Descendants(entries);
  for (const [place, entry] of entries.entries()) {
    for (const [earlierPlace, earlier] of entries.slice(0, place).entries()) {
      if (!isRevision(entry) || !isRevision(earlier) || has(later(earlierPlace), place)) continue;
      found.add(earlier.stamp).add(entry.stamp);
    }
  }
  return found;
}

/** The entries that meet a condition, and all that their devices knew. */
function knownTo(entries: readonly Entry[], isStart: (entry: Entry) => boolean): Entry[] {
  const known = new Set<Stamp>();
  const found: Entry[] = [];
  // A change has a greater stamp than those that it knew.
  for (const entry of entries.toReversed()) {
    if (!known.has(entry.stamp) && !isStart(entry)) continue;
    found.push(entry);
    for (const parent of entry.parents) known.add(parent);
  }
  return found.reverse();
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
  const base = entries.reduce((most, entry) => Math.max(most, entry.origin?.past ?? 0), 0);
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
  const replaced = fieldsSetLater(entries);
  const isReplaced = ({ stamp }: Entry, name: FieldName) => replaced.get(stamp)?.has(name) === true;
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
  return knownTo(entries, ({ action }) => action === "leave");
}

/** For each change, the fields that a change which knew it set. */
function fieldsSetLater(entries: readonly Entry[]): ReadonlyMap<Stamp, ReadonlySet<FieldName>> {
  const found = new Map<Stamp, Set<FieldName>>();
  for (const { stamp, fields, parents } of entries.toReversed()) {
    const names = [...(found.get(stamp) ?? []), ...(Object.keys(fields) as FieldName[])];
    for (const parent of parents) {
      const later = found.get(parent) ?? new Set();
      for (const name of names) later.add(name);
      found.set(parent, later);
    }
  }
  return found;
}

/** What a move to the trash replaces, although it sets none of these fields: an edit that its device did not know. */
const EDITED: readonly FieldName[] = REGISTER_NAMES;

function findConflicts(
  all: readonly Entry[],
  present: EntryFields,
  winners: ReadonlyMap<FieldName, Entry>,
  resolved: ReadonlySet<Stamp>,
): OpenConflict[] {
  const entries = all.slice(-MAX_COMPARED);
  if (isChain(entries)) return [];
  const { places, later } = new Descendants(entries);
  const values = new Map(FIELD_NAMES.map((name) => [name, new SetValues(entries, name)]));
  const valuesOf = (name: FieldName) => values.get(name) ?? new SetValues([], name);
  const deletion = present.deletedAt === null ? undefined : places.get(winners.get("deletedAt")?.stamp ?? "");

  /** Whether the branch of a change replaced it before it knew the other one. */
  const isReplaced = (place: number, other: number, name: FieldName) =>
    hasAny([later(place), valuesOf(name).setters], [later(other)]);
  /** Whether a change that knew both set the value of the losing change. */
  const isChosen = (place: number, winner: number, name: FieldName) =>
    hasAny([later(place), later(winner), valuesOf(name).sameAs(place)]);
  const isOverwritten = (place: number, name: FieldName): boolean => {
    const { setters, sameAs } = valuesOf(name);
    return someAfter(
      place,
      [setters],
      [later(place), sameAs(place)],
      (winner) => !isReplaced(place, winner, name) && !isChosen(place, winner, name),
    );
  };
  const isDeleted = (place: number, name: FieldName): boolean =>
    deletion !== undefined &&
    place !== deletion &&
    entries[place]?.action !== "delete" &&
    EDITED.includes(name) &&
    !has(later(place), deletion) &&
    !has(later(deletion), place) &&
    !isReplaced(place, deletion, name);

  return entries.flatMap((entry, place) => {
    if (resolved.has(entry.stamp)) return [];
    const set = (Object.keys(entry.fields) as FieldName[]).filter((name) => name !== "pinned");
    const overwritten = set.filter((name) => isOverwritten(place, name));
    const deleted = set.filter((name) => isDeleted(place, name));
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
function isSameRegister(name: FieldName, one: unknown, other: unknown): boolean {
  if (name === "deletedAt") return (one === null) === (other === null);
  return isSameValue(one, other);
}

/** Which changes set a field, and which of them set the same value. */
class SetValues {
  readonly setters: Places;
  readonly #same = new Map<unknown, Places>();
  readonly #keys: readonly unknown[];

  constructor(entries: readonly Entry[], name: FieldName) {
    this.setters = newPlaces(entries.length);
    this.#keys = entries.map(({ fields }) => keyOf(name, fields[name]));
    for (const [place, { fields }] of entries.entries()) {
      if (fields[name] === undefined) continue;
      add(this.setters, place);
      const key = this.#keys[place];
      const same = this.#same.get(key) ?? newPlaces(entries.length);
      this.#same.set(key, same);
      add(same, place);
    }
  }

  readonly sameAs = (place: number): Places => this.#same.get(this.#keys[place]) ?? EMPTY;
}

/** Equal for two values that {@link isSameRegister}. */
function keyOf(name: FieldName, value: EntryFields[FieldName] | undefined): unknown {
  if (name === "deletedAt") return value === null;
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** Which changes knew a change, by their parents. */
class Descendants {
  readonly places: ReadonlyMap<Stamp, number>;
  readonly #later: readonly Places[];

  /** @param entries at most {@link MAX_COMPARED}, in the order of their stamps: a change is after those that it knew */
  constructor(entries: readonly Pick<Entry, "stamp" | "parents">[]) {
    this.places = new Map(entries.map(({ stamp }, place) => [stamp, place]));
    const later = entries.map((): Places => EMPTY);
    for (const [place, { parents }] of [...entries.entries()].reverse()) {
      for (const parent of parents) {
        const at = this.places.get(parent);
        if (at === undefined) continue;
        const known = later[at]?.length ? later[at] : newPlaces(entries.length);
        later[at] = known;
        addAll(known, later[place] ?? EMPTY);
        add(known, place);
      }
    }
    this.#later = later;
  }

  /** The changes that knew the one at a place. */
  readonly later = (place: number): Places => this.#later[place] ?? EMPTY;
}
