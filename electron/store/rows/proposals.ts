import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";
import type { InboxState, Proposal, ProposalReason, ProposalStore, Review } from "../../core/inbox.ts";
import { comparableContent, type Memory } from "../../core/memory.ts";
import { EMPTY_STATE, stateOf } from "../../core/memory-fields.ts";
import type { ArchivedMemory } from "../../core/memory-import.ts";
import type { MemoryChanges, NewMemory } from "../../core/ports.ts";
import { formatUrn } from "../../core/urn.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import { RecollectError } from "../../text/errors.ts";
import { MEMORY_COLUMNS, type MemoryRow, toIso, toMemory } from "./memory-row.ts";
import type { MemoryWriter } from "./memory-writer.ts";
import type { Revisions } from "./revisions.ts";
import type { WriteQueue } from "./write-queue.ts";

interface ProposalParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly writer: MemoryWriter;
  readonly revisions: Revisions;
}

interface ProposalRow {
  readonly id: string;
  readonly subject: string;
  readonly reason: ProposalReason;
  readonly proposed_at: number;
  readonly archived: number;
  readonly memory: string | null;
  readonly decision: "kept" | "rejected" | null;
  readonly decided_at: number | null;
  readonly kept_as: string | null;
  readonly kept_revision: number | null;
}

/** A decision that its client has not asked for is forgotten after this time. */
const MAX_UNREPORTED_MS = 90 * 24 * 60 * 60 * 1000;

/** The table of proposals; {@link withHeldMemories} adds the rest of the inbox. */
export interface Proposals extends ProposalStore {
  /** Deletes the remains of proposals that were decided in an earlier run, whose decision cannot be undone. */
  forgetDecided(now: number): Promise<void>;
}

/** The proposals in SQLite. */
export function createProposals(parts: ProposalParts): Proposals {
  const { database, writes } = parts;
  const statements = prepareStatements(database);
  const { find, findWaiting } = createFinder(statements);

  return {
    ...createDecisions(parts, statements),
    add: (proposals, at, withdrawn = []) =>
      writes.run(() => {
        for (const id of withdrawn) statements.withdraw.run(id);
        return proposals.map(({ subject, reason, memory }) => {
          const archived = "history" in memory;
          statements.insert.run(
            memory.id,
            subject,
            reason,
            at,
            hashPlace(memory, comparableContent(memory.content)),
            archived ? 1 : 0,
            JSON.stringify(memory),
          );
          return toProposal(find(memory.id));
        });
      }),
    waiting: (id) => withStorageErrors(() => toProposal(findWaiting(id))),
    list: (state, limit, cursor) =>
      withStorageErrors(() => {
        const [at, id] = readCursor(state, cursor);
        const rows = statements[state].all(at, id, limit + 1);
        const items = rows.slice(0, limit).map(toProposal);
        const last = rows[limit - 1];
        if (rows.length <= limit || last === undefined) return { items };
        const key = state === "waiting" ? last.proposed_at : last.decided_at;
        return { items, nextCursor: `${state}:${key}:${last.id}` };
      }),
    counts: () =>
      withStorageErrors(() => ({
        waiting: statements.countWaiting.get() ?? 0,
        rejected: statements.countRejected.get() ?? 0,
      })),
    countOf: (subject) => withStorageErrors(() => statements.countOf.get(subject) ?? 0),
    findWaiting: (subject, memory) =>
      withStorageErrors(async () => {
        const { content } = memory;
        const hashes = [comparableContent(content), content].map((text) => hashPlace(memory, text));
        const row = statements.identical.get(subject, ...hashes);
        // It is acknowledged like a new proposal, and so must be on disk.
        if (row !== undefined) await writes.synced();
        return row === undefined ? null : toProposal(row);
      }),
    heldAmong: async () => new Set(),
    admitRows: async (memories) => memories,
    allowRow: async () => undefined,
    known: (ids) => withStorageErrors(() => new Map(statements.known.all(JSON.stringify(ids)))),
    keptElsewhere: (id, memory, at) =>
      writes.run(() => {
        findWaiting(id);
        statements.keep.run(at, memory.id, memory.revision, id);
      }),
    reject: (id, at) =>
      writes.run(() => {
        findWaiting(id);
        statements.reject.run(at, id);
        return toProposal(find(id));
      }),
    takeReviews: async (subject, limit, at) => {
      const rows = await withStorageErrors(() => statements.unreported.all(subject, limit));
      if (rows.length === 0) return [];
      return writes.run(() =>
        statements.unreported.all(subject, limit).map((row) => {
          statements.report.run(at, row.id);
          return toReview(row);
        }),
      );
    },
    purgeRejected: () =>
      writes.run(() => {
        const rejected = statements.countRejected.get() ?? 0;
        statements.purgeReported.run();
        statements.purgeUnreported.run();
        return rejected;
      }),
    forgetDecided: (now) =>
      writes.run(() => {
        statements.forgetKept.run();
        statements.forgetFinal.run(now - MAX_UNREPORTED_MS);
      }),
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function createFinder(statements: Statements) {
  const find = (id: string): ProposalRow => {
    const row = statements.select.get(id);
    if (row === undefined) throw new RecollectError("proposal_gone", { id: id.slice(0, 200) });
    return row;
  };
  const findWaiting = (id: string): ProposalRow => {
    const row = find(id);
    if (row.decision !== null) throw new RecollectError("proposal_decided", { id });
    return row;
  };
  return { find, findWaiting };
}

/** The decisions that change memories. */
function createDecisions(
  { writes, writer, revisions }: ProposalParts,
  statements: Statements,
): Pick<ProposalStore, "keep" | "reopen"> {
  const { find, findWaiting } = createFinder(statements);
  const memoryOf = (id: string | null): MemoryRow | undefined => (id === null ? undefined : statements.memory.get(id));

  /** Marks the memory that a proposal replaces, unless it is gone, the same memory, or replaced already. */
  const supersede = (replaced: string | null, by: string, at: number): Memory | null => {
    const row = memoryOf(replaced);
    if (row === undefined || row.id === by || row.superseded_by !== null) return null;
    return writer.replace(row.id, by, { client: null, at });
  };

  /** Undoes that keeping a proposal which is valid later ended the interval of the memory that it replaces. */
  const reopenInterval = (replaced: MemoryRow | undefined, { decided_at: decidedAt }: ProposalRow, at: number) => {
    const [last, before] = replaced === undefined ? [] : revisions.of(replaced.id);
    if (replaced === undefined || last === undefined || before === undefined) return null;
    if (last.action !== "update" || last.at !== toIso(decidedAt ?? 0)) return null;
    const { validUntil } = before;
    return writer.update(replaced.id, { validUntil }, null, { client: null, at, action: "restore" });
  };

  const insert = (row: ProposalRow): Memory => {
    const memory = storedMemory(row);
    if (isArchived(row, memory)) {
      const [stored] = writer.insertArchived([memory]);
      if (stored === undefined) throw new Error("An archived memory was not stored.");
      return stored;
    }
    return writer.insert({ ...memory, supersedes: null });
  };

  return {
    keep: (id, changes, as, at) =>
      writes.run(() => {
        const row = findWaiting(id);
        const { supersedes } = toProposal(row);
        let memory: Memory;
        if (as !== null) {
          const existing = memoryOf(as);
          if (existing === undefined) throw new RecollectError("memory_gone", { id: as });
          memory = toMemory(existing);
        } else {
          memory = insert(row);
          if (hasChanges(changes)) {
            memory = writer.update(id, changes, null, { client: null, at, action: "update" });
          }
        }
        const superseded = supersede(supersedes, memory.id, at);
        statements.keep.run(at, memory.id, memory.revision, id);
        return { memory, superseded };
      }),
    reopen: (id, at) =>
      writes.run(() => {
        const row = find(id);
        if (row.decision === null) throw new RecollectError("proposal_waiting", { id });
        if (row.memory === null) throw new RecollectError("proposal_changed", { id });
        const replaced = memoryOf(toProposal(row).supersedes);
        const reinstated =
          replaced !== undefined && row.kept_as !== null && replaced.superseded_by === row.kept_as
            ? writer.reinstate(replaced.id, { client: null, at, action: "restore" })
            : reopenInterval(replaced, row, at);
        // First, because deleting the memory would delete the text of a proposal that is still kept as it.
        statements.reopen.run(id);
        let removed: Memory | null = null;
        if (row.kept_as === id) {
          const kept = memoryOf(id);
          if (kept === undefined || kept.revision !== row.kept_revision) {
            throw new RecollectError("proposal_changed", { id });
          }
          removed = writer.withdraw(id, { client: null, at, action: "delete" });
        }
        return { proposal: toProposal(find(id)), removed, reinstated };
      }),
  };
}

/** Whether a change sets a field. */
export function hasChanges(changes: MemoryChanges): boolean {
  return Object.values(changes).some((value) => value !== undefined);
}

/** A memory that an earlier version stored lacks the fields that were added since. */
function storedMemory(row: ProposalRow): NewMemory | ArchivedMemory {
  return { ...EMPTY_STATE, ...JSON.parse(row.memory ?? "null") };
}

function isArchived(row: ProposalRow, _memory: NewMemory | ArchivedMemory): _memory is ArchivedMemory {
  return row.archived === 1;
}

function toProposal(row: ProposalRow): Proposal {
  const { subject, reason, proposed_at: proposedAt, decided_at: decidedAt, decision } = row;
  const memory = storedMemory(row);
  return {
    memory: isArchived(row, memory) ? asMemory(memory) : toNewMemory(memory),
    subject,
    reason,
    proposedAt: toIso(proposedAt),
    supersedes: isArchived(row, memory) ? null : memory.supersedes,
    rejectedAt: decision === "rejected" && decidedAt !== null ? toIso(decidedAt) : null,
  };
}

function asMemory({ history: _history, ...memory }: ArchivedMemory): Memory {
  return memory;
}

/** The memory that {@link MemoryWriter.insert} makes of a new one. */
function toNewMemory(memory: NewMemory): Memory {
  const { id, client, pinned, createdAt } = memory;
  return {
    id,
    urn: formatUrn(memory),
    ...stateOf(memory),
    client,
    createdAt: toIso(createdAt),
    updatedAt: toIso(createdAt),
    revision: 1,
    deletedAt: null,
    pinned,
    supersededBy: null,
    recallCount: 0,
    recalledAt: null,
  };
}

function toReview({ id, decision, kept_as: keptAs }: ProposalRow): Review {
  if (decision === "rejected" || keptAs === null) return { id, outcome: "rejected" };
  return { id, outcome: "kept", memoryId: keptAs };
}

/**
 * Identifies a proposal by its content and place. Proposals without an interval keep the hash that earlier versions
 * stored, which was of the exact content.
 */
function hashPlace(memory: Parameters<ProposalStore["findWaiting"]>[1], content: string) {
  const { domain, namespace, validFrom, validUntil } = memory;
  const ends = validFrom === null && validUntil === null ? [] : [validFrom, validUntil];
  return createHash("sha256")
    .update(JSON.stringify([domain, namespace, content, ...ends]))
    .digest();
}

/** The key of the last entry of a page, or one before the first. @throws invalid_argument */
export function readCursor(state: InboxState, cursor: string | null): [number, string] {
  if (cursor === null) return state === "waiting" ? [Number.MIN_SAFE_INTEGER, ""] : [Number.MAX_SAFE_INTEGER, ""];
  const [, of, at, id] = /^(\w+):(-?\d+):(\w+)$/.exec(cursor) ?? [];
  if (of === state && at !== undefined && id !== undefined) return [Number(at), id];
  throw new RecollectError("cursor_invalid", {}, { field: "cursor" });
}

function prepareStatements(database: Database) {
  const row = "id, subject, reason, proposed_at, archived, memory, decision, decided_at, kept_as, kept_revision";
  const proposals = (rest: string) =>
    database.prepare<SqlValue[], ProposalRow>(`SELECT ${row} FROM proposals WHERE ${rest}`);
  const count = (condition: string) =>
    database.prepare<SqlValue[], number>(`SELECT count(*) FROM proposals WHERE ${condition}`).pluck();
  return {
    insert: database.prepare<SqlValue[]>(
      "INSERT OR REPLACE INTO proposals (id, subject, reason, proposed_at, hash, archived, memory) VALUES (?, ?, ?, ?, ?, ?, ?)",
    ),
    select: proposals("id = ?"),
    memory: database.prepare<[string], MemoryRow>(`SELECT ${MEMORY_COLUMNS} FROM memories m WHERE m.id = ?`),
    waiting: proposals("decision IS NULL AND (proposed_at, id) > (?, ?) ORDER BY proposed_at, id LIMIT ?"),
    rejected: proposals(
      "decision = 'rejected' AND memory IS NOT NULL AND (decided_at, id) < (?, ?) ORDER BY decided_at DESC, id DESC LIMIT ?",
    ),
    identical: proposals("decision IS NULL AND subject = ? AND hash IN (?, ?) LIMIT 1"),
    unreported: proposals(
      "decision IS NOT NULL AND reported_at IS NULL AND subject = ? AND reason <> 'import' LIMIT ?",
    ),
    countWaiting: count("decision IS NULL"),
    countRejected: count("decision = 'rejected' AND memory IS NOT NULL"),
    countOf: count("decision IS NULL AND subject = ?"),
    known: database
      .prepare<[string], [string, InboxState]>(
        `SELECT p.id, coalesce(p.decision, 'waiting') FROM json_each(?) given CROSS JOIN proposals p ON p.id = given.value
         WHERE p.memory IS NOT NULL AND (p.decision IS NULL OR p.decision = 'rejected')`,
      )
      .raw(),
    withdraw: database.prepare<[string]>("DELETE FROM proposals WHERE id = ? AND decision IS NULL"),
    keep: database.prepare<SqlValue[]>(
      "UPDATE proposals SET decision = 'kept', decided_at = ?, kept_as = ?, kept_revision = ? WHERE id = ?",
    ),
    reject: database.prepare<SqlValue[]>("UPDATE proposals SET decision = 'rejected', decided_at = ? WHERE id = ?"),
    reopen: database.prepare<SqlValue[]>(
      `UPDATE proposals SET decision = NULL, decided_at = NULL, kept_as = NULL, kept_revision = NULL, reported_at = NULL
       WHERE id = ?`,
    ),
    report: database.prepare<SqlValue[]>("UPDATE proposals SET reported_at = ? WHERE id = ?"),
    purgeReported: database.prepare(
      "DELETE FROM proposals WHERE decision = 'rejected' AND (reported_at IS NOT NULL OR reason = 'import')",
    ),
    purgeUnreported: database.prepare("UPDATE proposals SET memory = NULL WHERE decision = 'rejected'"),
    forgetKept: database.prepare("UPDATE proposals SET memory = NULL WHERE decision = 'kept'"),
    forgetFinal: database.prepare<SqlValue[]>(
      `DELETE FROM proposals WHERE decision IS NOT NULL AND memory IS NULL
       AND (reported_at IS NOT NULL OR reason = 'import' OR decided_at < ?)`,
    ),
  };
}
