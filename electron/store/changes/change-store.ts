import type { Database } from "better-sqlite3";
import type { ChangeStore, RefusedEntry, SpaceSummary } from "../../core/replication/change-store.ts";
import {
  attributed,
  type Entry,
  erasedEntry,
  type LoggedEntry,
  parseEntry,
  writeEntry,
} from "../../core/replication/entry.ts";
import { laterStamp } from "../../core/replication/stamp.ts";
import { parseId } from "../../core/urn.ts";
import { createYielder } from "../../core/util/yielder.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import { RecollectError, toErrorBody } from "../../text/errors.ts";
import { toIso } from "../rows/memory-row.ts";
import type { MemoryWriter } from "../rows/memory-writer.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { LogParts } from "./change-log.ts";
import { createConflicts } from "./conflicts.ts";
import { createErasures } from "./erasures.ts";
import { HeldEntries } from "./held-entries.ts";
import type { MaterialisedChange } from "./materialiser.ts";
import { createMembership } from "./membership.ts";
import type { Space } from "./space-cache.ts";
import { changeInSteps } from "./steps.ts";

/** The maximum number of entries that one read of the log returns. */
const MAX_OUTGOING = 200;
/** Consecutive entries of one memory that are merged in one step. */
const MAX_MERGED = 64;

interface ChangeStoreParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly log: LogParts;
  readonly writer: MemoryWriter;
}

interface ReadEntry {
  readonly logged: LoggedEntry;
  readonly entry: Entry;
}

interface DeviceRow {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly received: number;
  readonly last_stamp: string;
  readonly clock_offset: number;
}

/** The change log in SQLite. */
export function createChangeStore(parts: ChangeStoreParts): ChangeStore {
  const { database, writes, log } = parts;
  const { spaces, changes, materialiser } = log;
  const statements = prepareStatements(database);
  const held = new HeldEntries(parts);

  const deviceIn = (space: Space, id: string): DeviceRow => {
    statements.addDevice.run(space.number, id);
    const device = statements.device.get(space.number, id);
    if (device === undefined) throw new Error("A device was not stored.");
    return device;
  };

  /** Memories that a device changed before its name was known have its id as the author. */
  const nameAuthor = ({ number, id }: DeviceRow, name: string): void => {
    const [unnamed, named] = [`device ${id}`, `device ${name}`];
    statements.nameMemories.run(named, unnamed, named, unnamed);
    statements.nameRevisions.run(named, unnamed, named, unnamed, number);
  };

  /** Returns the changes of memories. @throws conflict */
  const applyOne = (
    space: Space,
    { device: id, sequence, body }: LoggedEntry,
    entry: Entry,
    settles: boolean,
  ): MaterialisedChange[] => {
    const device = deviceIn(space, id);
    if (device.number === space.device.number) {
      if (sequence <= changes.lastSequence(device.number)) return [];
      throw new RecollectError("device_reused", { device: id });
    }
    const { received } = device;
    if (sequence <= received) return [];
    if (sequence > received + 1) throw new RecollectError("entry_missing", { sequence, received });
    const { memory, stamp, at } = entry;
    const stored = { space: space.number, device: device.number, sequence, memory, stamp, body };
    const from = attributed(entry, changes.authorOf(device.number));
    const changed = materialiser.add(space, from, stored, settles);
    const last = stamp > spaces.lastStamp ? device.last_stamp : laterStamp(stamp, device.last_stamp);
    statements.setReceived.run(sequence, last, Math.trunc(at - log.now()), device.number);
    return changed;
  };

  const summaryOf = (space: Space): SpaceSummary => ({
    id: space.id,
    name: space.name,
    domains: [...space.domains],
    offeredDomains: statements.offered.all(space.number),
    device: { id: space.device.id, name: space.device.name },
    devices: statements.devices
      .all(space.number)
      .filter(({ number }) => number !== space.device.number)
      .map(({ number, id, name, received, clock_offset: clockOffset }) => {
        const held = statements.countHeld.get(space.number, number) ?? 0;
        return { id, name, received, clockOffset, ...(held === 0 ? {} : { held }) };
      }),
    published: space.published,
    unpublished: changes.lastSequence(space.device.number) - space.published,
    conflicts: statements.countConflicts.get(space.number) ?? 0,
    isLeaving: space.isLeaving,
    joinedAt: toIso(space.createdAt),
  });

  return {
    ...createMembership(parts),
    ...createConflicts(parts),
    ...createErasures(parts),
    spaces: () => withStorageErrors(() => spaces.all.map(summaryOf)),

    setDeviceNames: (id, names) =>
      writes.run(({ afterCommit }) => {
        const space = log.space(id);
        for (const [device, name] of names) {
          parseId(device, "device");
          const before = deviceIn(space, device);
          statements.setName.run(name, space.number, device);
          const isNew = before.name === "" && changes.authorOf(before.number) !== null;
          if (isNew) nameAuthor(before, name);
        }
        afterCommit(() => spaces.load());
      }),

    outgoing: (id, maxBytes, after) =>
      withStorageErrors(async () => {
        const { device, published } = log.space(id);
        const found: LoggedEntry[] = [];
        let bytes = 0;
        for (const { sequence, stamp, memory, body } of changes.entriesAfter(
          device.number,
          after ?? published,
          MAX_OUTGOING,
        )) {
          const sent = body ?? writeEntry(erasedEntry(stamp, memory));
          bytes += Buffer.byteLength(sent);
          if (found.length > 0 && bytes > maxBytes) break;
          found.push({ device: device.id, sequence, body: sent });
        }
        // What another device may apply must not be lost here.
        await writes.synced();
        return found;
      }),

    setPublished: (id, device, sequence) =>
      writes.run(({ afterCommit }) => {
        const space = log.space(id);
        // An answer that arrives after the device was renewed is about the former one.
        if (space.device.id !== device) return;
        statements.setPublished.run(Math.min(sequence, changes.lastSequence(space.device.number)), space.number);
        afterCommit(() => spaces.load());
      }),

    received: (id) =>
      withStorageErrors(() => {
        const space = log.space(id);
        const others = statements.devices.all(space.number).filter(({ number }) => number !== space.device.number);
        return new Map(others.map(({ id, received }) => [id, received]));
      }),

    async apply(id, given, onStep, signal) {
      await held.update(log.space(id), (changed) => onStep(changed, 0), signal);
      const refused = new Map<string, RefusedEntry>();
      const refuse = ({ device, sequence }: LoggedEntry, error: unknown): void => {
        if (!(error instanceof RecollectError)) throw error;
        if (!refused.has(device)) refused.set(device, { device, sequence, error: toErrorBody(error) });
      };
      const read: ReadEntry[] = [];
      const yieldIfDue = createYielder();
      for (const logged of given) {
        await yieldIfDue();
        if (refused.has(logged.device)) continue;
        try {
          parseId(logged.device, "device");
          read.push({ logged, entry: parseEntry(logged.body) });
        } catch (error) {
          refuse(logged, error);
        }
      }
      const isBlocked = ({ device, sequence }: LoggedEntry) =>
        (refused.get(device)?.sequence ?? Number.POSITIVE_INFINITY) <= sequence;
      const tryApply = ({ logged, entry }: ReadEntry, settles: boolean): MaterialisedChange[] => {
        if (isBlocked(logged)) return [];
        try {
          return applyOne(log.space(id), logged, entry, settles);
        } catch (error) {
          const isMissing = error instanceof RecollectError && error.details?.reason === "entry_missing";
          if (!isMissing) throw error;
          refuse(logged, error);
          return [];
        }
      };
      const applyNext = (index: number) => {
        // Many changes of one memory, which can be concurrent, are merged once.
        const { memory } = read[index]?.entry ?? {};
        let end = Math.min(index + 1, read.length);
        while (end < read.length && end - index < MAX_MERGED && read[end]?.entry.memory === memory) end += 1;
        const isOnly = end - index <= 1;
        const changed = read.slice(index, end).flatMap((one) => tryApply(one, isOnly));
        if (!isOnly && memory !== undefined) changed.push(...materialiser.settle(log.space(id), memory));
        return { changed, reached: end, isLast: end >= read.length };
      };
      await changeInSteps(writes, 0, applyNext, onStep, signal);
      return [...refused.values()];
    },
  };
}

function prepareStatements(database: Database) {
  const device = "number, id, name, received, last_stamp, clock_offset";
  return {
    addDevice: database.prepare<SqlValue[]>(
      "INSERT INTO space_devices (space, id, name) VALUES (?, ?, '') ON CONFLICT DO NOTHING",
    ),
    device: database.prepare<[number, string], DeviceRow>(
      `SELECT ${device} FROM space_devices WHERE space = ? AND id = ?`,
    ),
    devices: database.prepare<[number], DeviceRow>(
      `SELECT ${device} FROM space_devices WHERE space = ? ORDER BY number`,
    ),
    setName: database.prepare<SqlValue[]>("UPDATE space_devices SET name = ? WHERE space = ? AND id = ?"),
    setReceived: database.prepare<SqlValue[]>(
      "UPDATE space_devices SET received = ?, last_stamp = ?, clock_offset = ? WHERE number = ?",
    ),
    nameMemories: database.prepare<SqlValue[]>(
      `UPDATE memories SET client_via = ?, client_name = CASE WHEN client_name = ? THEN ? ELSE client_name END
       WHERE client_via = ?`,
    ),
    nameRevisions: database.prepare<SqlValue[]>(
      `UPDATE revisions SET client_via = ?, client_name = CASE WHEN client_name = ? THEN ? ELSE client_name END
       WHERE client_via = ? AND memory_row IN
         (SELECT m.row FROM entries e JOIN memories m ON m.id = e.memory WHERE e.device = ?)`,
    ),
    setPublished: database.prepare<SqlValue[]>("UPDATE spaces SET published = max(published, ?) WHERE number = ?"),
    offered: database
      .prepare<[number], string>(
        `SELECT domain FROM space_offers o WHERE space = ? AND NOT EXISTS
           (SELECT 1 FROM space_domains d WHERE d.domain = o.domain AND d.space = o.space) ORDER BY domain`,
      )
      .pluck(),
    countHeld: database
      .prepare<[number, number], number>("SELECT count(*) FROM entries WHERE space = ? AND held = 1 AND device = ?")
      .pluck(),
    countConflicts: database
      .prepare<[number], number>("SELECT count(*) FROM conflicts WHERE space = ? AND fields <> ''")
      .pluck(),
  };
}
