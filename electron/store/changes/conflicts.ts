import type { Database } from "better-sqlite3";
import type { Edit } from "../../core/ports.ts";
import type {
  AppliedChange,
  ChangeStore,
  MemoryConflictEntry,
  Resolution,
} from "../../core/replication/change-store.ts";
import { attributed, type EntryFields, type FieldName, readStoredEntry } from "../../core/replication/entry.ts";
import { concurrentRevisions, mergeEntries, stateAfter } from "../../core/replication/merge.ts";
import type { Stamp } from "../../core/replication/stamp.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import { RecollectError } from "../../text/errors.ts";
import { type MemoryRow, toIso, toMemory } from "../rows/memory-row.ts";
import type { MemoryWriter } from "../rows/memory-writer.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { LogParts } from "./change-log.ts";

interface ConflictRow {
  readonly memory: string;
  readonly space: number;
  readonly stamp: Stamp;
  readonly fields: string;
}

interface ConflictsParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly log: LogParts;
  readonly writer: MemoryWriter;
}

/** The open conflicts of all spaces, what a person decides about them, and which device made which revision. */
export function createConflicts(parts: ConflictsParts): Pick<ChangeStore, "conflicts" | "provenance" | "resolve"> {
  const { database, writes, log, writer } = parts;
  const { spaces, changes, rows, recorder } = log;
  const select = "SELECT memory, space, stamp, fields FROM conflicts";
  const page = database.prepare<[string, number, string, number], ConflictRow>(
    `${select} WHERE fields <> '' AND (memory, space, stamp) > (?, ?, ?) ORDER BY memory, space, stamp LIMIT ?`,
  );
  const ofMemory = database.prepare<[string], ConflictRow>(`${select} WHERE memory = ?`);
  const publisher = database.prepare<[string, number, string], { id: string; name: string }>(
    `SELECT d.id, d.name FROM entries e JOIN space_devices d ON d.number = e.device
     WHERE e.memory = ? AND e.space = ? AND e.stamp = ?`,
  );

  /** The device that published the entry: its stamp can name any. */
  const deviceOf = (memory: string, space: number, stamp: Stamp) =>
    publisher.get(memory, space, stamp) ?? { id: stamp.slice(-DEVICE_LENGTH), name: "" };

  const toConflict = ({ memory, space: number, stamp, fields }: ConflictRow): MemoryConflictEntry[] => {
    const space = spaces.byNumber(number);
    const row = rows.find(memory);
    const found = changes.findEntry(memory, number, stamp);
    const body = found?.body ?? null;
    if (space === undefined || row === undefined || row.held !== 0 || found === undefined || body === null) return [];
    const { client, at } = attributed(readStoredEntry(body), changes.authorOf(found.device));
    return [
      {
        space: space.id,
        stamp,
        memory: toMemory(row),
        fields: fieldNamesOf(fields),
        other: stateAfter(changes.entriesOf(memory, number), stamp),
        device: deviceOf(memory, number, stamp),
        client,
        at: toIso(at),
      },
    ];
  };

  /** The fields of a change that differ, as far as they can be taken here. */
  const takeFrom = (row: MemoryRow, { space, stamp, fields }: ConflictRow): Partial<EntryFields> => {
    const body = changes.findEntry(row.id, space, stamp)?.body ?? null;
    const given = body === null ? {} : readStoredEntry(body).fields;
    const names = fieldNamesOf(fields).filter((name) => {
      if (name === "domain") return given.domain !== undefined && spaces.ofDomain(given.domain)?.number === space;
      if (name !== "supersededBy" || typeof given.supersededBy !== "string") return true;
      return given.supersededBy !== row.id && rows.find(given.supersededBy)?.superseded_by === null;
    });
    const taken = Object.fromEntries(names.map((name) => [name, given[name]]));
    // An edit of a memory that was moved to the trash at the same time: taking it restores the memory.
    const restored = row.deleted_at !== null && !names.includes("deletedAt") ? { deletedAt: null } : {};
    return { ...taken, ...restored };
  };

  return {
    conflicts: (limit, cursor) =>
      withStorageErrors(() => {
        const [memory = "", space = "0", stamp = ""] = cursor?.split(":") ?? [];
        if (!/^\d+$/.test(space)) throw new RecollectError("cursor_invalid", {}, { field: "cursor" });
        const found = page.all(memory, Number(space), stamp, limit + 1);
        const items = found.slice(0, limit).flatMap(toConflict);
        const last = found[limit - 1];
        if (found.length <= limit || last === undefined) return { items };
        return { items, nextCursor: `${last.memory}:${last.space}:${last.stamp}` };
      }),

    provenance: (memory) =>
      withStorageErrors(async () => {
        const link = changes.attachedTo(memory);
        const space = link === undefined ? undefined : spaces.byNumber(link.space);
        if (link === undefined || space === undefined) return null;
        const entries = changes.entriesOf(memory, space.number);
        const merged = mergeEntries(entries).memory;
        if (merged === null) return null;
        const concurrent = concurrentRevisions(entries);
        return {
          space: space.id,
          revisions: merged.revisions.map(({ revision, stamp }) => ({
            revision: revision - merged.base + link.base,
            device: deviceOf(memory, space.number, stamp),
            isConcurrent: concurrent.has(stamp),
          })),
        };
      }),

    resolve: (id: string, resolution: Resolution, edit: Omit<Edit, "action">): Promise<AppliedChange> =>
      writes.run(() => {
        log.space(id);
        const { memory, take, fields = {}, expectedRevision } = resolution;
        const open = ofMemory.all(memory);
        const stamps = resolution.stamps ?? open.map(({ stamp }) => stamp);
        const named = new Set(stamps);
        const decided = open.filter(({ stamp }) => named.has(stamp));
        const taken = take === undefined ? undefined : decided.find(({ stamp }) => stamp === take);
        const row = rows.find(memory);
        const isOpen = row !== undefined && decided.length > 0 && decided.length === named.size;
        if (!isOpen || (take !== undefined && taken === undefined)) {
          throw new RecollectError("not_in_conflict", { id: memory.slice(0, 60) });
        }
        const changed = { ...(taken === undefined ? {} : takeFrom(row, taken)), ...fields };
        const resolving = { ...edit, action: "update", resolves: stamps } as const;
        const after = writer.setFields(memory, changed, expectedRevision, resolving);
        if (after.revision === row.revision) recorder.resolve(row, resolving);
        return { before: toMemory(row), after };
      }),
  };
}

/** The characters of a stamp that are its device. */
const DEVICE_LENGTH = 26;

function fieldNamesOf(fields: string): FieldName[] {
  return fields.split(",").filter((name): name is FieldName => name !== "");
}
