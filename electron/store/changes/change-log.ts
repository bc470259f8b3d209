import type { Database } from "better-sqlite3";
import { fromClientColumns } from "../../core/client-identity.ts";
import { changedFields } from "../../core/memory-rules.ts";
import type { Clock, Edit } from "../../core/ports.ts";
import {
  type Entry,
  type EntryFields,
  type EntryOrigin,
  earliestStampTime,
  MAX_PAST,
  nameable,
  writeEntry,
} from "../../core/replication/entry.ts";
import { headsOfMoves, mergeEntries } from "../../core/replication/merge.ts";
import { RecollectError } from "../../text/errors.ts";
import { fieldsOf, type MemoryRow } from "../rows/memory-row.ts";
import type { MemoryRows } from "../rows/memory-rows.ts";
import type { ChangeRecorder } from "../rows/memory-writer.ts";
import type { Revisions } from "../rows/revisions.ts";
import { ChangeRows, newSpaceMemory, type SpaceMemory } from "./change-rows.ts";
import { Materialiser } from "./materialiser.ts";
import { type Space, SpaceCache } from "./space-cache.ts";
import { Successors } from "./successors.ts";

/** The parts of the change log that share one database. */
export interface LogParts {
  readonly spaces: SpaceCache;
  readonly changes: ChangeRows;
  readonly rows: MemoryRows;
  readonly revisions: Revisions;
  readonly recorder: Recorder;
  readonly materialiser: Materialiser;
  /** @throws not_found, conflict while this device leaves the space */
  space(id: string): Space;
  /** Milliseconds since 1970. */
  now(): number;
}

interface LogOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly rows: MemoryRows;
  readonly revisions: Revisions;
}

export function createLogParts({ database, clock, rows, revisions }: LogOptions): LogParts {
  const spaces = new SpaceCache(database, clock);
  const changes = new ChangeRows(database);
  const successors = new Successors(changes, rows);
  const materialiser: Materialiser = new Materialiser({
    database,
    spaces,
    changes,
    rows,
    revisions,
    successors,
    now: () => clock.now(),
    share: (space, row) => recorder.share(space, row),
  });
  const recorder: Recorder = new Recorder({ spaces, changes, successors, materialiser, revisions });
  return {
    spaces,
    changes,
    rows,
    revisions,
    recorder,
    materialiser,
    space(id) {
      const space = spaces.byId(id);
      if (space === undefined) throw new RecollectError("space_unknown", { id: id.slice(0, 60) });
      if (space.isLeaving) throw new RecollectError("space_leaving", { id });
      return space;
    },
    now: () => clock.now(),
  };
}

interface RecorderParts {
  readonly revisions: Revisions;
  readonly spaces: SpaceCache;
  readonly changes: ChangeRows;
  readonly successors: Successors;
  readonly materialiser: Materialiser;
}

/** A change without its place in the log. */
type Change = Pick<Entry, "action" | "at" | "client" | "fields" | "origin" | "resolves">;

/** Writes an entry for each change of a memory in a shared domain. All methods must run in the change's transaction. */
class Recorder implements ChangeRecorder {
  readonly #parts: RecorderParts;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  isActive(): boolean {
    return this.#parts.spaces.hasDomains;
  }

  /** @throws conflict if a memory is moved into a space in which it was purged */
  record(before: MemoryRow | null, after: MemoryRow | null, edit: Edit | null): boolean {
    const { spaces, successors } = this.#parts;
    const from = before === null ? null : spaces.ofDomain(before.domain);
    const to = after === null ? null : spaces.ofDomain(after.domain);
    if (before !== null && from !== null && from !== to) {
      if (after === null && edit === null) this.#purge(from, before);
      else this.#leave(from, before, after, edit);
    }
    const isRewritten = after !== null && to !== null && this.#recordIn(to, before, after, edit);
    if (before === null && after !== null) successors.refreshNew(after.id, after.superseded_by !== null);
    if (after === null && before !== null) successors.refresh(before.id);
    return isRewritten;
  }

  /** Writes that a person decided about concurrent changes in favour of the present state. */
  resolve(row: MemoryRow, edit: Edit): void {
    const { spaces, changes, materialiser } = this.#parts;
    const link = changes.attachedTo(row.id);
    const space = link === undefined ? undefined : spaces.byNumber(link.space);
    if (link === undefined || space === undefined) return;
    const { at, client, resolves } = edit;
    this.#write(space, link, { action: "update", at, client, fields: {}, resolves });
    materialiser.refreshConflicts(row.id);
  }

  /** Writes the full state of a memory that the space has no entry of. */
  share(space: Space, row: MemoryRow, edit: Edit = this.#lastEdit(row)): void {
    const link = this.#parts.changes.find(row.id, space.number) ?? newSpaceMemory(row.id, space.number);
    const past = row.revision - 1;
    const attached = { ...link, status: "attached", base: past, lastRevision: null } as const;
    const isElsewhere = this.#writeFull(space, attached, row, edit, past);
    if (!isElsewhere) return;
    this.#parts.changes.endDetachment(row.id, space.number);
    this.#parts.materialiser.findConflicts(row.id);
  }

  /** Shares a memory that was held when the others of its domain were shared. */
  readonly shareKept = (row: MemoryRow): void => {
    const space = this.#parts.spaces.ofDomain(row.domain);
    if (space !== null && this.#parts.changes.find(row.id, space.number) === undefined) this.share(space, row);
  };

  /** Writes the full state of a memory that was moved out of the space, to a domain that is in the space now. */
  shareBack(space: Space, row: MemoryRow): void {
    const { changes } = this.#parts;
    const link = changes.find(row.id, space.number);
    const { memory } = mergeEntries(changes.entriesOf(row.id, space.number));
    // Where others have restored it, it stays this device's own until it is moved.
    if (link?.status !== "detached" || link.isPurged || memory?.hasLeft !== true) return;
    this.#shareAgain(space, link, row, this.#lastEdit(row));
  }

  /** Writes changes of a memory again whose entries are held, with stamps that have an effect. */
  reissue(space: Space, memory: string, entries: readonly Entry[]): void {
    const { changes } = this.#parts;
    for (const { action, at, client, fields, origin, resolves } of entries) {
      const link = changes.find(memory, space.number) ?? newSpaceMemory(memory, space.number);
      this.#write(space, link, { action, at, client, fields, origin, resolves });
    }
  }

  #recordIn(space: Space, before: MemoryRow | null, after: MemoryRow, edit: Edit | null): boolean {
    const { changes } = this.#parts;
    const link = changes.find(after.id, space.number);
    const isCurrent = after.deleted_at === null && after.superseded_by === null;
    if (link === undefined) {
      // A trashed or superseded memory that predates the sharing of its domain is shared once it is current.
      if (isCurrent || before?.domain !== after.domain) this.share(space, after, edit ?? undefined);
      return false;
    }
    if (link.status === "attached") {
      if (before !== null) this.#change(space, link, before, after, edit);
      return false;
    }
    const isMovedIn = before === null || before.domain !== after.domain;
    // One that was inserted, as from a backup, stays on this device only.
    if (link.isPurged && before !== null && this.#parts.spaces.ofDomain(before.domain) !== space) {
      throw purgedThere(after);
    }
    if (link.isPurged || !isMovedIn || edit === null) return false;
    this.#shareAgain(space, link, after, edit);
    return true;
  }

  /** The change that made the last revision. */
  #lastEdit(row: MemoryRow): Edit {
    const [last] = this.#parts.revisions.of(row.id);
    if (last === undefined) return { client: null, at: row.updated_at, action: "update" };
    return { client: last.client, at: Date.parse(last.at), action: last.action };
  }

  #change(space: Space, link: SpaceMemory, before: MemoryRow, after: MemoryRow, edit: Edit | null): void {
    const fields = changedFields(fieldsOf(before), fieldsOf(after));
    if (fields === null) return;
    const { at = after.updated_at, client = null, action = "pin", resolves } = edit ?? {};
    this.#write(space, link, { action: action === "capture" ? "update" : action, at, client, fields, resolves });
    this.#parts.materialiser.refreshConflicts(after.id);
    if (fields.supersededBy !== undefined) this.#parts.successors.refresh(after.id);
  }

  /** A memory that was moved back: the entries make it again, after its revisions that only this device has. */
  #shareAgain(space: Space, link: SpaceMemory, after: MemoryRow, edit: Edit): void {
    const { changes } = this.#parts;
    const { lastRevision, base } = link;
    const past = lastRevision === null ? after.revision - 1 : base + after.revision - 1 - lastRevision;
    // Entries received after it was moved out are not in its state: they are concurrent.
    const heads = headsOfMoves(changes.entriesOf(after.id, space.number));
    this.#writeFull(space, { ...link, status: "attached", heads }, after, edit, past);
    this.#parts.materialiser.rewrite(space, after.id, ({ revision }) =>
      lastRevision === null
        ? revision < after.revision
        : revision <= base || (revision > lastRevision && revision < after.revision),
    );
    changes.endDetachment(after.id, space.number);
  }

  /**
   * Writes the full state of a memory, and the concurrent changes in other spaces about which a person decided.
   * Returns whether other spaces have entries of it.
   */
  #writeFull(space: Space, link: SpaceMemory, row: MemoryRow, edit: Edit, past: number): boolean {
    const { changes } = this.#parts;
    const others = changes.allOf(row.id).filter((other) => other.space !== space.number);
    const entries = others.flatMap((other) => changes.entriesOf(row.id, other.space));
    const resolved = new Set([...entries, edit].flatMap(({ resolves = [] }) => resolves));
    const resolves = resolved.size === 0 ? undefined : [...resolved];
    this.#write(space, link, { ...full(row, edit, past), resolves });
    return others.length > 0;
  }

  /** The entry does not contain the new place. */
  #leave(space: Space, before: MemoryRow, after: MemoryRow | null, edit: Edit | null): void {
    const { changes } = this.#parts;
    const link = changes.find(before.id, space.number);
    if (link?.status !== "attached") return;
    const { at, client } = edit ?? { at: before.updated_at, client: null };
    // The revision that moves it is of this device only. A purged memory has no history before the entries.
    const kept = after === null ? { base: 0, lastRevision: null } : { lastRevision: before.revision };
    this.#write(
      space,
      { ...link, ...kept, status: "detached" },
      { action: "leave", at, client, fields: { deletedAt: at } },
    );
    changes.setConflicts(before.id, []);
  }

  #purge(space: Space, before: MemoryRow): void {
    const { changes } = this.#parts;
    const link = changes.find(before.id, space.number);
    if (link?.status !== "attached") return;
    const purged = { ...link, status: "absent", isPurged: true, successor: null, successorStamp: "" } as const;
    const at = before.deleted_at ?? before.updated_at;
    const stamp = this.#write(space, purged, { action: "purge", at, client: null, fields: {} });
    changes.erase(before.id, space.number, stamp);
    changes.setConflicts(before.id, []);
    this.#purgeElsewhere(before.id, at);
  }

  /** A memory that was moved from one space to another is purged in both: its former contents must not stay. */
  #purgeElsewhere(id: string, at: number): void {
    const { changes, spaces } = this.#parts;
    for (const link of changes.allOf(id)) {
      const space = spaces.byNumber(link.space);
      if (space === undefined || link.status !== "absent" || link.isPurged || link.heads.length === 0) continue;
      const purged = { ...link, isPurged: true, successor: null, successorStamp: "" };
      const stamp = this.#write(space, purged, { action: "purge", at, client: null, fields: {} });
      changes.erase(id, space.number, stamp);
    }
  }

  #write(space: Space, link: SpaceMemory, { resolves, origin, ...change }: Change): string {
    const { spaces, changes } = this.#parts;
    const { device, number } = space;
    const { memory } = link;
    const known = changes.allOf(memory).map(({ lastStamp }) => lastStamp);
    const earliest = earliestStampTime({ ...change, origin });
    const stamp = spaces.clock.next(device.id, [link.lastStamp, ...known].sort().at(-1), earliest);
    const entry: Entry = {
      stamp,
      memory,
      ...change,
      parents: nameable(link.heads),
      ...(origin === undefined ? {} : { origin }),
      ...(resolves === undefined ? {} : { resolves: nameable(resolves) }),
    };
    const sequence = changes.lastSequence(device.number) + 1;
    changes.add({ space: number, device: device.number, sequence, memory, stamp, body: writeEntry(entry) });
    const { supersededBy } = change.fields;
    const successor = supersededBy === undefined ? {} : { successor: supersededBy, successorStamp: stamp };
    changes.save({ ...link, heads: [stamp], lastStamp: stamp, ...(link.isPurged ? {} : successor) });
    return stamp;
  }
}

/** The space has deleted the contents of all its changes, and would delete a later change's too. */
function purgedThere({ id, domain }: MemoryRow): RecollectError {
  return new RecollectError("memory_purged_in_domain", { id, domain }, { field: "domain" });
}

function full(row: MemoryRow, { at, client, action }: Edit, past: number): Change {
  const fields: EntryFields = fieldsOf(row);
  const author = fromClientColumns(row);
  const origin: EntryOrigin = {
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    author,
    past: Math.min(past, MAX_PAST),
    as: action,
  };
  return { action: past === 0 && action === "capture" ? "capture" : "share", at, client, fields, origin };
}
