import type { Database } from "better-sqlite3";
import type { Revision } from "../../core/memory.ts";
import { fromRegisters, isSameValue, REGISTER_NAMES } from "../../core/memory-fields.ts";
import { BUILT_IN_NAMESPACES } from "../../core/namespace.ts";
import { type Entry, type EntryFields, isRevision, revisionActionOf } from "../../core/replication/entry.ts";
import { type HomeCandidate, homeOf } from "../../core/replication/home.ts";
import {
  findConflictsElsewhere,
  findMissedEdits,
  type MergedMemory,
  mergeEntries,
} from "../../core/replication/merge.ts";
import { fieldsOf, type MemoryRow } from "../rows/memory-row.ts";
import type { MemoryRows } from "../rows/memory-rows.ts";
import type { Revisions } from "../rows/revisions.ts";
import { type ChangeRows, newSpaceMemory, type SpaceMemory, type StoredEntry } from "./change-rows.ts";
import { combineHistories, toPastRevision } from "./combined-history.ts";
import { Holds } from "./holds.ts";
import type { Space, SpaceCache } from "./space-cache.ts";
import type { Successors } from "./successors.ts";

/** A memory that entries changed: as it was, and as it is. Null: it was not here, or is not any more. */
export interface MaterialisedChange {
  readonly before: MemoryRow | null;
  readonly after: MemoryRow | null;
}

/** How an entry is added to the entries of its memory. */
export type Adding = "settle" | "append" | "hold";

/** What the entries of a space make of a memory. */
interface ShownThere extends HomeCandidate {
  readonly link: SpaceMemory;
  readonly merged: MergedMemory;
}

/** Whether a revision here is of this device only. */
type IsLocal = (revision: Revision) => boolean;

interface MaterialiserParts {
  readonly database: Database;
  readonly spaces: SpaceCache;
  readonly changes: ChangeRows;
  readonly rows: MemoryRows;
  readonly revisions: Revisions;
  readonly successors: Successors;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Writes a full state of a memory that is here and that the space has another state of. */
  readonly share: (space: Space, row: MemoryRow) => void;
}

/** Makes memories of entries. All methods must run inside a transaction. */
export class Materialiser {
  readonly #parts: MaterialiserParts;
  readonly #holds: Holds;
  readonly #addNamespace;

  constructor(parts: MaterialiserParts) {
    this.#parts = parts;
    this.#holds = new Holds(parts);
    this.#addNamespace = parts.database.prepare<[string]>(
      "INSERT INTO namespaces (name) VALUES (?) ON CONFLICT DO NOTHING",
    );
  }

  /**
   * Adds an entry from another device to the set and brings its memory up to date. Returns the changes of memories.
   * @param how `append`: without a merge of all entries; if that is not possible, as `hold`: the entry has no effect
   * until {@link HeldEntries} merges it
   */
  add(space: Space, entry: Entry, stored: StoredEntry, how: Adding = "settle"): MaterialisedChange[] {
    const { changes, spaces } = this.#parts;
    const { memory, stamp } = entry;
    spaces.clock.observe(stamp);
    // A purge has an effect at any time, and its place among the changes none.
    if (stamp > spaces.lastStamp && entry.action !== "purge" && entry.action !== "erased") {
      if (changes.findEntry(memory, space.number, stamp) === undefined) changes.add({ ...stored, held: 1 });
      return [];
    }
    const known = changes.findEntry(memory, space.number, stamp);
    const kept = entry.action === "erased" ? { ...stored, body: null } : stored;
    if (how === "hold" && known === undefined && entry.action !== "purge") {
      changes.add({ ...kept, held: 1 });
      return [];
    }
    const link = changes.find(memory, space.number) ?? newSpaceMemory(memory, space.number);
    if (known !== undefined) {
      // Two devices publish it: one was restored from a backup of the other. Of different bodies the one from the device
      // in the stamp counts, which no other device can replace, then the greater one.
      const isOriginal = (one: StoredEntry) => stamp.endsWith(changes.deviceId(one.device));
      const rank = Number(isOriginal(stored)) - Number(isOriginal(known));
      if (link.isPurged || known.body === null || stored.body === null || stored.body === known.body) return [];
      if (rank < 0 || (rank === 0 && stored.body <= known.body)) return [];
      const isOwn = known.device === space.device.number;
      changes.replace(known, isOwn ? { ...known, body: stored.body } : stored);
      if (how === "settle") return this.#settle(space, memory);
      changes.hold(known);
      return [];
    }
    if (link.isPurged && entry.action !== "purge") {
      changes.add({ ...stored, body: null });
      if (entry.action !== "erased") changes.noteErasure(stored.device, stored.sequence);
      return [];
    }
    changes.add(kept);
    const appended = this.#append(space, link, entry);
    if (appended !== null) return appended;
    if (how === "settle" || entry.action === "purge") return this.#settle(space, memory);
    changes.hold(stored);
    return [];
  }

  /** Makes a memory again from its entries, which may have become attached, or whose domain became shared. */
  settle(space: Space, memory: string): MaterialisedChange[] {
    return this.#settle(space, memory);
  }

  /**
   * Makes a memory again that went to the trash here because another device moved it to a domain that is shared now.
   */
  settleInside(space: Space, memory: string): MaterialisedChange[] {
    const { changes, rows } = this.#parts;
    const link = changes.find(memory, space.number);
    const row = rows.find(memory);
    if (link?.status !== "detached" || row === undefined || row.deleted_at === null) return [];
    const merged = mergeEntries(changes.entriesOf(memory, space.number)).memory;
    if (merged === null || merged.hasLeft || !space.domains.has(merged.fields.domain)) return [];
    if (!merged.revisions.some(({ fields }) => isSameState(fields, fieldsOf(row)))) return [];
    changes.save({ ...link, status: "absent", lastRevision: null });
    return this.#settle(space, memory);
  }

  /** Makes a memory again after some of its entries were removed. Without a full state it is removed too. */
  withdraw(space: Space, memory: string): MaterialisedChange[] {
    const { changes, rows, successors } = this.#parts;
    const link = changes.find(memory, space.number);
    if (link === undefined || link.isPurged) return [];
    const row = rows.find(memory);
    const { memory: merged, heads, last } = mergeEntries(changes.entriesOf(memory, space.number));
    if (merged !== null) return this.#settle(space, memory);
    if (link.status !== "attached" || row === undefined) {
      return [...this.#settle(space, memory), ...this.settleElsewhere(space, memory)];
    }
    rows.remove(row.row);
    changes.setConflicts(memory, []);
    const none = { status: "absent", successor: null, successorStamp: "" } as const;
    changes.save({ ...link, ...none, heads, lastStamp: last });
    const changed = [{ before: row, after: null }, ...this.#changed(successors.refresh(memory))];
    return [...changed, ...this.settleElsewhere(space, memory)];
  }

  /**
   * Makes the history of an attached memory again from its entries.
   * @param isLocal whether a revision is of this device only
   */
  rewrite(space: Space, memory: string, isLocal: IsLocal): void {
    const { changes, rows } = this.#parts;
    const state = mergeEntries(changes.entriesOf(memory, space.number));
    const link = changes.find(memory, space.number);
    const row = rows.find(memory);
    if (state.memory === null || link === undefined || row === undefined) return;
    this.#write({ ...link, heads: state.heads, lastStamp: state.last }, state.memory, row, isLocal);
  }

  /** Finds the open conflicts of a memory again, if it has any. */
  refreshConflicts(memory: string): void {
    if (this.#parts.changes.hasConflicts(memory)) this.findConflicts(memory);
  }

  /** Finds the open conflicts of a memory that its space can have, and those with its entries in other spaces. */
  findConflicts(memory: string): void {
    const { changes } = this.#parts;
    const link = changes.attachedTo(memory);
    const merged = link === undefined ? null : mergeEntries(changes.entriesOf(memory, link.space)).memory;
    if (link === undefined || merged === null) changes.setConflicts(memory, []);
    else this.#setConflicts(link, merged);
  }

  #setConflicts(link: SpaceMemory, merged: MergedMemory): void {
    const { memory, space } = link;
    const elsewhere = this.#sharedElsewhere(link).flatMap(({ link: { space }, entries }) =>
      findConflictsElsewhere(entries, merged).map((conflict) => ({ ...conflict, space })),
    );
    const own = merged.conflicts.map((conflict) => ({ ...conflict, space }));
    this.#parts.changes.setConflicts(memory, [...own, ...elsewhere]);
  }

  /** What the other spaces make of a memory whose domain there is shared here. */
  #sharedElsewhere({ memory, space }: SpaceMemory): ShownThere[] {
    const { changes, spaces } = this.#parts;
    return changes.allOf(memory).flatMap((link) => {
      const other = spaces.byNumber(link.space);
      if (link.space === space || link.isPurged || other === undefined) return [];
      const entries = changes.entriesOf(memory, link.space);
      const merged = mergeEntries(entries).memory;
      if (merged === null || !other.domains.has(merged.fields.domain)) return [];
      return [{ space: other.id, link, entries, merged }];
    });
  }

  /** The usual case: the change is the latest, and its device knew all that this one knows. Null in any other case. */
  #append(space: Space, link: SpaceMemory, entry: Entry): MaterialisedChange[] | null {
    const { changes, rows, successors } = this.#parts;
    const { fields, parents, stamp, origin, resolves, action } = entry;
    const before = link.status === "attached" ? rows.find(link.memory) : undefined;
    const isPlain = origin === undefined && resolves === undefined && action !== "purge" && action !== "erased";
    const knowsAll = stamp > link.lastStamp && isSameSet(parents, link.heads);
    const isInside = fields.domain === undefined || space.domains.has(fields.domain);
    if (before === undefined || !isPlain || !knowsAll || !isInside) return null;
    if (action === "leave" || changes.hasConflicts(link.memory)) return null;
    const { supersededBy, ...others } = fields;
    if (isRevision(entry)) {
      const { client, at } = entry;
      rows.revise(before, others, { client, at, action: revisionActionOf(entry) });
    } else if (fields.pinned !== undefined) rows.setPinned(link.memory, fields.pinned);
    this.#noteNamespace(fields.namespace ?? before.namespace);
    const successor = supersededBy === undefined ? {} : { successor: supersededBy, successorStamp: stamp };
    changes.save({ ...link, heads: [stamp], lastStamp: stamp, ...successor });
    const related = supersededBy === undefined ? [] : successors.refresh(link.memory);
    return this.#changesOf(link.memory, before, related, () => true);
  }

  #settle(space: Space, memory: string): MaterialisedChange[] {
    const { changes, rows } = this.#parts;
    const link = changes.find(memory, space.number) ?? newSpaceMemory(memory, space.number);
    const entries = changes.entriesOf(memory, space.number);
    const state = mergeEntries(entries);
    const next = { ...link, heads: state.heads, lastStamp: state.last };
    const row = rows.find(memory);
    if (state.isPurged) return [...this.#purge(next, row), ...this.settleElsewhere(space, memory)];
    if (next.status === "detached" || state.memory === null) {
      changes.save(next);
      return [];
    }
    const { memory: merged } = state;
    if (!space.domains.has(merged.fields.domain)) return this.#moveOutside(next, merged, row);
    const others = this.#sharedElsewhere(next).filter(({ link: { status } }) => status !== "detached");
    const here: ShownThere = { space: space.id, link: next, entries, merged };
    const home = homeOf([here, ...others]);
    if (home.link !== next) changes.save(next);
    if (row === undefined) {
      const inserted = this.#insert(home.link, home.merged);
      const isReleased = changes.endDetachment(memory, home.link.space);
      return isReleased ? [...inserted, ...this.settleElsewhere(space, memory)] : inserted;
    }
    const attached = changes.attachedTo(memory);
    if (attached === undefined) return this.#attach(space, next, merged, row);
    if (attached.space === home.link.space) {
      return this.#write(home.link, home.merged, row, ({ revision }) => revision <= home.link.base);
    }
    changes.save({ ...(attached.space === next.space ? next : attached), status: "absent" });
    return this.#write(home.link, home.merged, row, () => true);
  }

  /** A memory with this id is here, and no entries have made it. */
  #attach(space: Space, link: SpaceMemory, merged: MergedMemory, row: MemoryRow): MaterialisedChange[] {
    const { changes, spaces, share } = this.#parts;
    if (spaces.ofDomain(row.domain)?.number !== space.number) {
      // All its revisions are of this device only.
      changes.save({ ...link, status: "detached", lastRevision: null });
      return [];
    }
    const isEarlier = merged.revisions.some(({ fields }) => isSameState(fields, fieldsOf(row)));
    if (isEarlier) return this.#write(link, merged, row, ({ revision }) => revision < row.revision);
    changes.save({ ...link, heads: [] });
    share(space, row);
    const both = mergeEntries(changes.entriesOf(row.id, space.number));
    const shared = changes.find(row.id, space.number);
    if (both.memory === null || shared === undefined) return [];
    const next = { ...shared, heads: both.heads, lastStamp: both.last };
    return this.#write(next, both.memory, row, ({ revision }) => revision < row.revision);
  }

  /** Another device moved it to a domain that is not shared here: this device keeps it in the trash, as its own. */
  #moveOutside(link: SpaceMemory, merged: MergedMemory, row: MemoryRow | undefined): MaterialisedChange[] {
    const { changes, rows } = this.#parts;
    changes.offerDomain(link.space, merged.fields.domain);
    if (link.status !== "attached" || row === undefined) {
      changes.save({ ...link, status: "absent" });
      this.refreshConflicts(link.memory);
      return [];
    }
    changes.save({ ...link, status: "detached", lastRevision: row.revision });
    changes.setConflicts(row.id, []);
    if (row.deleted_at !== null) return [];
    const client = merged.revisions.at(-1)?.client ?? null;
    const at = merged.updatedAt;
    rows.revise(row, { deletedAt: at }, { client, at, action: "delete" });
    return this.#changesOf(row.id, row, [], () => false);
  }

  /** A memory that left this space may be in another known space. */
  settleElsewhere(space: Space, memory: string): MaterialisedChange[] {
    const { changes, spaces } = this.#parts;
    return changes.allOf(memory).flatMap(({ space: number, status, isPurged }) => {
      const other = spaces.byNumber(number);
      if (other === undefined || other === space || status !== "absent" || isPurged) return [];
      return this.#settle(other, memory);
    });
  }

  #purge(link: SpaceMemory, row: MemoryRow | undefined): MaterialisedChange[] {
    const { changes, rows, successors } = this.#parts;
    const { memory, space, status, lastStamp } = link;
    const purge = changes.entriesOf(memory, space).find(({ action }) => action === "purge");
    changes.erase(memory, space, purge?.stamp ?? lastStamp);
    const isHere = status === "attached" && row !== undefined;
    const purged = { successor: null, successorStamp: "", isPurged: true };
    changes.save({ ...link, ...purged, status: status === "detached" ? "detached" : "absent" });
    this.refreshConflicts(memory);
    if (!isHere) return [];
    rows.remove(row.row);
    return [{ before: row, after: null }, ...this.#changed(successors.refresh(memory))];
  }

  #insert(link: SpaceMemory, merged: MergedMemory): MaterialisedChange[] {
    const { changes, rows, successors } = this.#parts;
    const { memory: id } = link;
    const { fields, author, createdAt, updatedAt, base } = merged;
    const { pinned, deletedAt } = fields;
    rows.insert(
      fromRegisters(fields),
      { id, client: author, pinned, createdAt, updatedAt, deletedAt },
      merged.revisions.map(toPastRevision),
    );
    this.#noteNamespace(fields.namespace);
    const { supersededBy: successor } = fields;
    changes.save({ ...link, status: "attached", base, successor, successorStamp: merged.successorStamp });
    this.#setConflicts(link, merged);
    const related = successors.refreshNew(id, successor !== null);
    return this.#changesOf(id, null, related, () => this.#holds.isFromElsewhere(link, merged));
  }

  /** Brings the rows of a memory to the merged state, with the history of this device before the entries. */
  #write(link: SpaceMemory, merged: MergedMemory, before: MemoryRow, isLocal: IsLocal): MaterialisedChange[] {
    const { changes, rows, revisions, successors } = this.#parts;
    const { id } = before;
    const { fields, createdAt, updatedAt, author } = merged;
    const local = revisions
      .of(id)
      .reverse()
      .filter((revision) => isLocal(revision));
    const missed = this.#sharedElsewhere(link).flatMap(({ entries }) => findMissedEdits(entries));
    const { past, base } = combineHistories(merged, local, missed);
    rows.rewrite(before, { fields, past, author, createdAt, updatedAt });
    this.#noteNamespace(fields.namespace);
    const { supersededBy: successor } = fields;
    const { successorStamp } = merged;
    changes.save({ ...link, status: "attached", base, lastRevision: null, successor, successorStamp });
    this.#setConflicts(link, merged);
    const related = successors.refresh(id);
    return this.#changesOf(id, before, related, () => this.#holds.isFromElsewhere(link, merged));
  }

  /** @param isFromElsewhere whether another device wrote the passage that reads like an instruction */
  #changesOf(
    id: string,
    before: MemoryRow | null,
    others: readonly MemoryRow[],
    isFromElsewhere: () => boolean,
  ): MaterialisedChange[] {
    this.#holds.update(id, before, isFromElsewhere);
    const after = this.#parts.rows.find(id) ?? null;
    const isChanged = JSON.stringify(before) !== JSON.stringify(after);
    return [...(isChanged ? [{ before, after }] : []), ...this.#changed(others)];
  }

  #changed(before: readonly MemoryRow[]): MaterialisedChange[] {
    return before.map((row) => ({ before: row, after: this.#parts.rows.find(row.id) ?? null }));
  }

  #noteNamespace(name: string): void {
    if (!(BUILT_IN_NAMESPACES as readonly string[]).includes(name)) this.#addNamespace.run(name);
  }
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [new Set(one), new Set(other)];
  return first.size === second.size && first.isSubsetOf(second);
}

/** Whether two states have the same text and place. */
function isSameState(one: EntryFields, other: EntryFields): boolean {
  return REGISTER_NAMES.every((name) => isSameValue(one[name], other[name]));
}
