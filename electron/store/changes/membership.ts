import type { Database } from "better-sqlite3";
import { parseDomain } from "../../core/domain.ts";
import type { Edit } from "../../core/ports.ts";
import type { AppliedChange, ChangeStore, NewSpace } from "../../core/replication/change-store.ts";
import { parseId } from "../../core/urn.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { RecollectError } from "../../text/errors.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../rows/memory-row.ts";
import type { WriteContext, WriteQueue } from "../rows/write-queue.ts";
import type { LogParts } from "./change-log.ts";
import type { IdenticalCaptures } from "./identical-captures.ts";
import type { MaterialisedChange } from "./materialiser.ts";
import { renewDevice } from "./renew-device.ts";
import { changeInSteps } from "./steps.ts";

/** The number of rows of `memories` that one part of a step reads. */
const SHARED_ROWS = 40;
/** The maximum number of memories of a space that one part of a step reads, when it is left or a domain is added. */
const LEFT_MEMORIES = 10;

interface MembershipParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly log: LogParts;
  readonly identical: IdenticalCaptures;
}

type Methods = "addSpace" | "addDomains" | "shareExisting" | "leave" | "renewDevice";

/** Makes this device a member of a space, shares its memories, and ends the membership. */
export function createMembership(parts: MembershipParts): Pick<ChangeStore, Methods> {
  const { database, writes, log, identical } = parts;
  const { spaces, changes, rows, recorder, materialiser } = log;
  const statements = prepareStatements(database);

  /** The caches of spaces follow each commit that changes them. */
  const change = <T>(write: (context: WriteContext) => T): Promise<T> =>
    writes.run((context) => {
      context.afterCommit(() => spaces.load());
      return write(context);
    });
  const addDomains = (space: number, domains: readonly string[]): void => {
    for (const domain of new Set(domains)) {
      const holder = statements.holderOf.get(domain);
      if (holder !== undefined && holder.space !== space) {
        const { name } = holder;
        throw new RecollectError("space_domain_taken", { domain, name }, { field: "domains" });
      }
      statements.addDomain.run(domain, space);
    }
  };

  /** Neither the memory nor that it is superseded is sent. The other one gets its tags and its pin, which are sent. */
  const supersedeHere = (row: MemoryRow, by: MemoryRow, edit: Omit<Edit, "action">): MaterialisedChange[] => {
    const { client, at } = edit;
    const after = rows.revise(row, { supersededBy: by.id }, { client, at, action: "supersede" });
    return [{ before: row, after }, ...identical.passOn(row, by, edit)];
  };

  return {
    async addSpace(given: NewSpace): Promise<void> {
      const id = parseId(given.id);
      const deviceId = parseId(given.deviceId, "deviceId");
      const domains = given.domains.map((domain) => parseDomain(domain, "domains"));
      await change(() => {
        if (statements.spaceOf.get(id) !== undefined) throw new RecollectError("space_exists", { id });
        const { lastInsertRowid: number } = statements.addSpace.run(id, given.name, log.now());
        const { lastInsertRowid: device } = statements.addDevice.run(number, deviceId, given.deviceName);
        statements.setDevice.run(device, number);
        addDomains(Number(number), domains);
      });
    },

    async addDomains(id, given) {
      const domains = given.map((domain) => parseDomain(domain, "domains"));
      await change(() => {
        const space = log.space(id);
        addDomains(space.number, domains);
        statements.setSharedTo.run(0, space.number);
      });
    },

    async shareExisting(id, mergeIdentical, edit, onStep, signal) {
      const { sharedTo } = log.space(id);
      const total = statements.lastRow.get() ?? 0;
      const share = (from: number) => {
        const space = log.space(id);
        const to = from + SHARED_ROWS;
        const changed: MaterialisedChange[] = [];
        for (const row of statements.unshared.all(from, to, JSON.stringify([...space.domains]), space.number)) {
          const same = mergeIdentical ? identical.find(space, row) : undefined;
          if (changes.find(row.id, space.number) !== undefined) recorder.shareBack(space, row);
          else if (same === undefined) recorder.share(space, row);
          else changed.push(...supersedeHere(row, same, edit));
        }
        const reached = Math.min(to, total);
        statements.setSharedTo.run(reached, space.number);
        return { changed, reached, isLast: to >= total };
      };
      const onShared = (applied: readonly AppliedChange[], done: number) => {
        identical.note(id, applied);
        onStep({ done, total }, applied);
      };
      if (!(await changeInSteps(writes, sharedTo, share, onShared, signal))) return;
      const settle = (after: string) => {
        const space = log.space(id);
        const found = statements.notAttached.all(after, space.number, LEFT_MEMORIES);
        const changed = found.flatMap(({ memory, status }) =>
          status === "absent" ? materialiser.settle(space, memory) : materialiser.settleInside(space, memory),
        );
        return { changed, reached: found.at(-1)?.memory ?? after, isLast: found.length < LEFT_MEMORIES };
      };
      // Memories that the entries made in domains that were not shared here before.
      await changeInSteps(writes, "", settle, (applied) => onShared(applied, total));
      spaces.load();
    },

    async leave(id, memories, onStep) {
      const space = spaces.byId(id);
      if (space === undefined) throw new RecollectError("space_unknown", { id });
      await change(() => {
        statements.setLeaving.run(space.number);
        statements.removeDomains.run(space.number);
      });
      const total = statements.countMemories.get(space.number) ?? 0;
      const remove = ({ after, done }: { readonly after: string; readonly done: number }) => {
        const found = statements.memoriesAfter.all(after, space.number, LEFT_MEMORIES);
        const removed: MaterialisedChange[] = [];
        const settled: MaterialisedChange[] = [];
        for (const { memory, status } of found) {
          const row = memories === "remove" && status === "attached" ? rows.find(memory) : undefined;
          changes.remove(memory, space.number);
          materialiser.refreshConflicts(memory);
          if (row === undefined) continue;
          rows.remove(row.row);
          removed.push({ before: row, after: null });
          settled.push(...materialiser.settleElsewhere(space, memory));
        }
        const reached = { after: found.at(-1)?.memory ?? after, done: done + found.length };
        return { changed: [...removed, ...settled], reached, isLast: found.length < LEFT_MEMORIES };
      };
      await changeInSteps(writes, { after: "", done: 0 }, remove, (applied, { done }) =>
        onStep({ done, total }, applied),
      );
      await change(() => statements.removeSpace.run(space.number));
    },

    async renewDevice(id, deviceId, published) {
      const checked = parseId(deviceId, "deviceId");
      await change(() => renewDevice(database, log.space(id).number, checked, published));
    },
  };
}

function prepareStatements(database: Database) {
  return {
    spaceOf: database.prepare<[string]>("SELECT 1 FROM spaces WHERE id = ?"),
    addSpace: database.prepare<SqlValue[]>("INSERT INTO spaces (id, name, device, created_at) VALUES (?, ?, 0, ?)"),
    addDevice: database.prepare("INSERT INTO space_devices (space, id, name) VALUES (?, ?, ?)"),
    setDevice: database.prepare("UPDATE spaces SET device = ? WHERE number = ?"),
    holderOf: database.prepare<[string], { space: number; name: string }>(
      "SELECT d.space, s.name FROM space_domains d JOIN spaces s ON s.number = d.space WHERE d.domain = ?",
    ),
    addDomain: database.prepare<SqlValue[]>(
      "INSERT INTO space_domains (domain, space) VALUES (?, ?) ON CONFLICT DO NOTHING",
    ),
    removeDomains: database.prepare<[number]>("DELETE FROM space_domains WHERE space = ?"),
    setSharedTo: database.prepare<[number, number]>("UPDATE spaces SET shared_to = ? WHERE number = ?"),
    setLeaving: database.prepare<[number]>("UPDATE spaces SET leaving = 1 WHERE number = ?"),
    removeSpace: database.prepare<[number]>("DELETE FROM spaces WHERE number = ?"),
    lastRow: database.prepare<[], number | null>("SELECT max(row) FROM memories").pluck(),
    unshared: database.prepare<SqlValue[], MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories m NOT INDEXED
       WHERE m.row > ? AND m.row <= ? AND m.domain IN (SELECT value FROM json_each(?))
         AND m.deleted_at IS NULL AND m.superseded_by IS NULL AND m.held = 0
         AND NOT EXISTS (SELECT 1 FROM space_memories s
           WHERE s.memory = m.id AND s.space = ? AND (s.status <> 'detached' OR s.purged = 1))
       ORDER BY m.row`,
    ),
    notAttached: database.prepare<[string, number, number], { memory: string; status: string }>(
      `SELECT memory, status FROM space_memories
       WHERE memory > ? AND space = ? AND status <> 'attached' AND purged = 0 ORDER BY memory LIMIT ?`,
    ),
    countMemories: database.prepare<[number], number>("SELECT count(*) FROM space_memories WHERE space = ?").pluck(),
    memoriesAfter: database.prepare<[string, number, number], { memory: string; status: string }>(
      "SELECT memory, status FROM space_memories WHERE memory > ? AND space = ? ORDER BY memory LIMIT ?",
    ),
  };
}
