import type { Database } from "better-sqlite3";
import type { Page } from "../../core/filter.ts";
import type { InboxState, Proposal } from "../../core/inbox.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import { RecollectError } from "../../text/errors.ts";
import { MEMORY_COLUMNS, type MemoryRow, toIso, toMemory } from "./memory-row.ts";
import type { MemoryRows } from "./memory-rows.ts";
import type { MemoryWriter } from "./memory-writer.ts";
import { hasChanges, type Proposals, readCursor } from "./proposals.ts";
import type { WriteQueue } from "./write-queue.ts";

interface HeldParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly writer: MemoryWriter;
  readonly rows: MemoryRows;
  /** Called in the transaction in which a memory is kept, which may be in a shared domain without being shared. */
  readonly onKept: (row: MemoryRow) => void;
}

/** The values of `held` in the database. */
export const NUMBERS: Readonly<Record<InboxState, number>> = { waiting: 1, rejected: 2 };

/**
 * Adds the held memories to the proposals of the inbox: memories of other devices that read like an instruction (ADR
 * 0048). Decisions about them are made on this device, and other devices do not learn of them.
 */
export function withHeldMemories(proposals: Proposals, parts: HeldParts): Proposals {
  const { database, writes, writer, rows } = parts;
  const statements = prepareStatements(database);
  const findHeld = (id: string, state?: InboxState): MemoryRow | undefined => {
    const row = rows.find(id);
    const isHeld = row !== undefined && row.held !== 0;
    return isHeld && (state === undefined || row.held === NUMBERS[state]) ? row : undefined;
  };

  return {
    ...withReads(proposals, {
      page: (state, at, id, limit) => statements[state].all(at, id, limit).map(toProposal),
      count: (state) => statements.count.get(NUMBERS[state]) ?? 0,
      waiting(id) {
        const row = findHeld(id, "waiting");
        return row === undefined ? null : toProposal(row);
      },
    }),
    known: async (ids) => {
      const known = new Map(await proposals.known(ids));
      for (const id of await heldHere(ids))
        known.set(id, findHeld(id, "waiting") === undefined ? "rejected" : "waiting");
      return known;
    },
    heldAmong: async (ids) => new Set([...(await proposals.heldAmong(ids)), ...(await heldHere(ids))]),
    keep: async (id, changes, as, at) => {
      if (findHeld(id, "waiting") === undefined) return proposals.keep(id, changes, as, at);
      return writes.run(() => {
        const row = findHeld(id, "waiting");
        if (row === undefined) throw new RecollectError("proposal_gone", { id });
        rows.setHeld(id, 0, at);
        parts.onKept(row);
        if (hasChanges(changes)) writer.update(id, changes, null, { client: null, at, action: "update" });
        return { memory: toMemory(rows.find(id) ?? row), superseded: null };
      });
    },
    reject: async (id, at) => {
      if (findHeld(id, "waiting") === undefined) return proposals.reject(id, at);
      return writes.run(() => {
        rows.setHeld(id, NUMBERS.rejected, at);
        return toProposal(rows.find(id));
      });
    },
    reopen: async (id, at) => {
      const isHere = (row: MemoryRow | undefined) => row !== undefined && row.held_at !== null && row.held !== 1;
      if (!isHere(rows.find(id))) return proposals.reopen(id, at);
      return writes.run(() => {
        const before = rows.find(id);
        rows.setHeld(id, NUMBERS.waiting, at);
        const removed = before?.held === 0 ? toMemory(before) : null;
        return { proposal: toProposal(rows.find(id)), removed, reinstated: null };
      });
    },
    purgeRejected: async () => {
      const purged = await proposals.purgeRejected();
      // They stay held: the memories are not this device's to delete.
      return purged + (await writes.run(() => statements.forgetRejected.run().changes));
    },
  };

  async function heldHere(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return withStorageErrors(() => new Set(statements.among.all(JSON.stringify(ids))));
  }
}

/** Further proposals, which are not rows of the table of proposals. */
interface Reviews {
  /** The first `limit` after a time and an id. */
  page(state: InboxState, at: number, id: string, limit: number): readonly Proposal[];
  count(state: InboxState): number;
  /** Null if none with this id waits. */
  waiting(id: string): Proposal | null;
}

/** Proposals whose lists and counts include further ones. */
export function withReads(proposals: Proposals, reviews: Reviews): Proposals {
  return {
    ...proposals,
    async list(state, limit, cursor) {
      const found = await proposals.list(state, limit, cursor);
      const [at, id] = readCursor(state, cursor);
      return mergePages(state, limit, found, await withStorageErrors(() => reviews.page(state, at, id, limit + 1)));
    },
    async counts() {
      const { waiting, rejected } = await proposals.counts();
      return withStorageErrors(() => ({
        waiting: waiting + reviews.count("waiting"),
        rejected: rejected + reviews.count("rejected"),
      }));
    },
    waiting: (id) => withStorageErrors(async () => reviews.waiting(id) ?? (await proposals.waiting(id))),
  };
}

/** The first proposals of two pages. */
function mergePages(
  state: InboxState,
  limit: number,
  found: Page<Proposal>,
  held: readonly Proposal[],
): Page<Proposal> {
  const timeOf = ({ proposedAt, rejectedAt }: Proposal) => Date.parse(rejectedAt ?? proposedAt);
  const sign = state === "waiting" ? 1 : -1;
  const all = [...found.items, ...held].sort(
    (one, other) => sign * (timeOf(one) - timeOf(other) || (one.memory.id < other.memory.id ? -1 : 1)),
  );
  const items = all.slice(0, limit);
  const last = items.at(-1);
  const isLast = last === undefined || (all.length <= limit && found.nextCursor === undefined);
  return isLast ? { items } : { items, nextCursor: `${state}:${timeOf(last)}:${last.memory.id}` };
}

function toProposal(row: MemoryRow | undefined): Proposal {
  if (row === undefined) throw new Error("A held memory is missing.");
  const at = toIso(row.held_at ?? row.updated_at);
  return {
    memory: toMemory(row),
    subject: row.client_via ?? "",
    reason: "instruction",
    proposedAt: at,
    supersedes: null,
    rejectedAt: row.held === NUMBERS.rejected ? at : null,
  };
}

function prepareStatements(database: Database) {
  const listed = "held_at IS NOT NULL AND deleted_at IS NULL";
  const page = (state: InboxState, rest: string) =>
    database.prepare<SqlValue[], MemoryRow>(
      `SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.held = ${NUMBERS[state]} AND m.${listed} AND ${rest} LIMIT ?`,
    );
  return {
    waiting: page("waiting", "(m.held_at, m.id) > (?, ?) ORDER BY m.held_at, m.id"),
    rejected: page("rejected", "(m.held_at, m.id) < (?, ?) ORDER BY m.held_at DESC, m.id DESC"),
    count: database.prepare<[number], number>(`SELECT count(*) FROM memories WHERE held = ? AND ${listed}`).pluck(),
    among: database
      .prepare<[string], string>(
        "SELECT m.id FROM json_each(?) given CROSS JOIN memories m ON m.id = given.value WHERE m.held <> 0",
      )
      .pluck(),
    forgetRejected: database.prepare("UPDATE memories SET held_at = NULL WHERE held = 2 AND held_at IS NOT NULL"),
  };
}
