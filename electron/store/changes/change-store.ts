import type { Database } from "better-sqlite3";
import { DEVICE_PREFIX } from "../../core/client-identity.ts";
import { type GatePolicy, gatePolicyFor } from "../../core/gate/gate.ts";
import { readsLikeInstruction } from "../../core/injected-instructions.ts";
import type { AppliedChange, ChangeStore, RefusedEntry, SpaceSummary } from "../../core/replication/change-store.ts";
import { enterEntry } from "../../core/replication/enter-entry.ts";
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
import { IdenticalCaptures } from "./identical-captures.ts";
import type { Adding, MaterialisedChange } from "./materialiser.ts";
import { createMembership } from "./membership.ts";
import type { Space } from "./space-cache.ts";
import { changeInSteps } from "./steps.ts";
import { StoredSecrets } from "./stored-secrets.ts";

/** The maximum number of entries that one read of the log returns. */
const MAX_OUTGOING = 200;
/** A memory with more changes waits for more of them, unless these are a part of it that is not small. */
const MIN_LARGE = 256;
const SMALL_PART = 4;

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
  const secrets = new StoredSecrets(parts);
  const identical = new IdenticalCaptures(parts);

  const deviceIn = (space: Space, id: string): DeviceRow => {
    statements.addDevice.run(space.number, id);
    const device = statements.device.get(space.number, id);
    if (device === undefined) throw new Error("A device was not stored.");
    return device;
  };

  /** Memories that a device changed before its name was known have its id as the author. */
  const nameAuthor = ({ number, id }: DeviceRow, name: string): void => {
    const [unnamed, named] = [`${DEVICE_PREFIX}${id}`, `${DEVICE_PREFIX}${name}`];
    statements.nameMemories.run(named, unnamed, named, unnamed);
    statements.nameRevisions.run(named, unnamed, named, unnamed, number);
  };

  /** Returns the changes of memories. @throws conflict */
  const applyOne = (
    space: Space,
    { device: id, sequence, body }: LoggedEntry,
    entry: Entry,
    how: Adding,
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
    const changed = materialiser.add(space, from, stored, how);
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
        const held = statements.countHeld.get(space.number, spaces.lastStamp, number) ?? 0;
        return { id, name, received, clockOffset, ...(held === 0 ? {} : { held }) };
      }),
    published: space.published,
    unpublished: changes.lastSequence(space.device.number) - space.published,
    conflicts: statements.countConflicts.get(space.number) ?? 0,
    isLeaving: space.isLeaving,
    joinedAt: toIso(space.createdAt),
  });

  const applying: ApplyingParts = { writes, log, held, secrets, identical, applyOne };
  return {
    ...createMembership({ ...parts, identical }),
    ...createConflicts(parts),
    ...createErasures(parts),
    spaces: () => withStorageErrors(() => spaces.all.map(summaryOf)),

    setDeviceNames: (id, names) =>
      writes.run(({ afterCommit }) => {
        const space = log.space(id);
        for (const [device, name] of names) {
          parseId(device, "device");
          const before = deviceIn(space, device);
          // It is a part of every memory of the device that a model reads.
          const shown = readsLikeInstruction(name) ? "" : name;
          statements.setName.run(shown, space.number, device);
          const isNew = shown !== "" && before.name === "" && changes.authorOf(before.number) !== null;
          if (isNew) nameAuthor(before, shown);
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

    mergeIdentical: (id, edit, onStep, signal) => identical.merge(id, edit, onStep, signal),

    apply: (id, given, policy, onApplied, signal, hasMore = false) =>
      applyEntries(applying, { id, given, policy, onApplied, signal, hasMore }),
  };
}

/** What {@link applyEntries} uses. */
interface ApplyingParts extends Pick<ChangeStoreParts, "writes" | "log"> {
  readonly held: HeldEntries;
  readonly secrets: StoredSecrets;
  readonly identical: IdenticalCaptures;
  readonly applyOne: (space: Space, logged: LoggedEntry, entry: Entry, how: Adding) => MaterialisedChange[];
}

/** The arguments of {@link ChangeStore.apply}. */
interface Received {
  readonly id: string;
  readonly given: Parameters<ChangeStore["apply"]>[1];
  readonly policy: Parameters<ChangeStore["apply"]>[2];
  readonly onApplied: Parameters<ChangeStore["apply"]>[3];
  readonly signal: Parameters<ChangeStore["apply"]>[4];
  readonly hasMore: boolean;
}

async function applyEntries(
  { writes, log, held, secrets, identical, applyOne }: ApplyingParts,
  { id, given, policy, onApplied, signal, hasMore }: Received,
): Promise<RefusedEntry[]> {
  const { changes } = log;
  const onStep = (changed: readonly AppliedChange[], done: number): void => {
    identical.note(id, changed);
    onApplied(changed, done);
  };
  const refused = new Map<string, RefusedEntry>();
  const refuse = ({ device, sequence }: LoggedEntry, error: unknown): void => {
    if (!(error instanceof RecollectError)) throw error;
    if (!refused.has(device)) refused.set(device, { device, sequence, error: toErrorBody(error) });
  };
  const read: ReadEntry[] = [];
  const domains = new Map<string, string>();
  const gateOf = ({ memory, fields }: Entry): GatePolicy => {
    const domain = fields.domain ?? domains.get(memory) ?? log.rows.find(memory)?.domain;
    if (domain !== undefined) domains.set(memory, domain);
    // A change of a memory that is not here yet: its domain is one of those that are shared.
    const gates = [...(domain === undefined ? log.space(id).domains : [domain])].map((name) =>
      gatePolicyFor(policy, name),
    );
    return gates.find(({ action }) => action !== "allow") ?? gates[0] ?? gatePolicyFor(policy, "");
  };
  const yieldIfDue = createYielder();
  for (const logged of given) {
    await yieldIfDue();
    if (refused.has(logged.device)) continue;
    try {
      parseId(logged.device, "device");
      const parsed = parseEntry(logged.body);
      const entry = enterEntry(parsed, gateOf(parsed));
      read.push({ logged: entry === parsed ? logged : { ...logged, body: writeEntry(entry) }, entry });
    } catch (error) {
      refuse(logged, error);
    }
  }
  const onMask = (changed: readonly AppliedChange[]) => onStep(changed, 0);
  await secrets.mask(log.space(id), new Set(read.map(({ entry }) => entry.memory)), gateOf, onMask, signal);
  const isBlocked = ({ device, sequence }: LoggedEntry) =>
    (refused.get(device)?.sequence ?? Number.POSITIVE_INFINITY) <= sequence;
  const tryApply = ({ logged, entry }: ReadEntry, how: Adding): MaterialisedChange[] => {
    if (isBlocked(logged)) return [];
    try {
      return applyOne(log.space(id), logged, entry, how);
    } catch (error) {
      const isMissing = error instanceof RecollectError && error.details?.reason === "entry_missing";
      if (!isMissing) throw error;
      refuse(logged, error);
      return [];
    }
  };
  const counts = new Map<string, number>();
  for (const { entry } of read) counts.set(entry.memory, (counts.get(entry.memory) ?? 0) + 1);
  const isLarge = (memory: string, count: number) =>
    changes.hasMoreEntries(memory, log.space(id).number, Math.max(MIN_LARGE, SMALL_PART * count));
  // A step that runs twice can change it: held entries are merged in any case.
  const waiting = new Set<string>();
  const applyNext = (index: number) => {
    const one = read[index];
    const reached = { reached: index + 1, isLast: index + 1 >= read.length };
    if (one === undefined) return { changed: [], ...reached };
    const { memory } = one.entry;
    const isOnly = counts.get(memory) === 1 && !(hasMore && isLarge(memory, 1));
    const changed = tryApply(one, isOnly ? "settle" : waiting.has(memory) ? "hold" : "append");
    if (changed.length === 0) waiting.add(memory);
    return { changed, ...reached };
  };
  const isDone = await changeInSteps(
    writes,
    0,
    applyNext,
    (changed, done) => onStep(changed, Math.min(done, read.length)),
    signal,
  );
  // Many changes of one memory are merged once: what a merge costs depends on their number.
  const onMerge = (changed: readonly AppliedChange[]) => onStep(changed, read.length);
  if (isDone && hasMore) {
    const merged = [...counts].filter(([memory, count]) => count > 1 && !isLarge(memory, count));
    await held.merge(
      log.space(id),
      merged.map(([memory]) => memory),
      onMerge,
      signal,
    );
  } else if (isDone) await held.update(log.space(id), onMerge, signal);
  return [...refused.values()];
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
      .prepare<[number, string, number], number>(
        "SELECT count(*) FROM entries WHERE space = ? AND held = 1 AND stamp > ? AND device = ?",
      )
      .pluck(),
    countConflicts: database
      .prepare<[number], number>("SELECT count(*) FROM conflicts WHERE space = ? AND fields <> ''")
      .pluck(),
  };
}
