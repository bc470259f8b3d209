import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";
import { hasInstruction } from "../../core/gate/gate.ts";
import type { InboxState, Proposal } from "../../core/inbox.ts";
import type { Memory } from "../../core/memory.ts";
import type { Clock } from "../../core/ports.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { NUMBERS, withReads } from "./held-memories.ts";
import { toIso } from "./memory-row.ts";
import type { Proposals } from "./proposals.ts";
import type { WriteQueue } from "./write-queue.ts";

interface HeldRowsParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
}

interface ReviewRow {
  readonly id: string;
  readonly text_hash: string;
  readonly memory: string;
  readonly held: number;
  readonly held_at: number | null;
}

const KEPT = 0;

/**
 * Adds rows of remote domains that read like an instruction to the proposals of the inbox (ADR 0048). The row stays in
 * its database; the decision about it is made on this device.
 */
export function withHeldRows(proposals: Proposals, { database, writes, clock }: HeldRowsParts): Proposals {
  const statements = prepareStatements(database);
  const find = (id: string, state?: InboxState): ReviewRow | undefined => {
    const row = statements.select.get(id);
    const isHeld = row !== undefined && row.held !== KEPT;
    return isHeld && (state === undefined || row.held === NUMBERS[state]) ? row : undefined;
  };
  const put = (memory: Memory, held: number, at: number | null): void => {
    statements.put.run(memory.id, hashTexts(memory), JSON.stringify(memory), held, at);
  };
  const decide = (id: string, held: number, at: number): Promise<ReviewRow | undefined> =>
    writes.run(() => {
      statements.decide.run(held, at, id);
      return statements.select.get(id);
    });

  return {
    ...withReads(proposals, {
      page: (state, at, id, limit) => statements[state].all(at, id, limit).map(toProposal),
      count: (state) => statements.count.get(NUMBERS[state]) ?? 0,
      waiting(id) {
        const row = find(id, "waiting");
        return row === undefined ? null : toProposal(row);
      },
    }),
    heldAmong: async (ids) => new Set([...(await proposals.heldAmong(ids)), ...ids.filter((id) => find(id))]),
    async admitRows(memories) {
      const fresh: Memory[] = [];
      const admitted = memories.filter((memory) => {
        if (!hasInstruction(memory)) return true;
        const row = statements.select.get(memory.id);
        const isKnown = row?.text_hash === hashTexts(memory);
        if (!isKnown) fresh.push(memory);
        return isKnown && row.held === KEPT;
      });
      if (fresh.length > 0) {
        await writes.run(() => {
          const at = clock.now();
          for (const memory of fresh) put(memory, NUMBERS.waiting, at);
        });
      }
      return admitted;
    },
    async allowRow(memory) {
      if (hasInstruction(memory)) await writes.run(() => put(memory, KEPT, null));
    },
    async keptElsewhere(id, memory, at) {
      if (find(id, "waiting") === undefined) return proposals.keptElsewhere(id, memory, at);
      await decide(id, KEPT, at);
    },
    reject: async (id, at) => {
      if (find(id, "waiting") === undefined) return proposals.reject(id, at);
      return toProposal(await decide(id, NUMBERS.rejected, at));
    },
    reopen: async (id, at) => {
      const before = statements.select.get(id);
      if (before === undefined || before.held_at === null || before.held === NUMBERS.waiting) {
        return proposals.reopen(id, at);
      }
      const proposal = toProposal(await decide(id, NUMBERS.waiting, at));
      return { proposal, removed: before.held === KEPT ? proposal.memory : null, reinstated: null };
    },
    purgeRejected: async () => {
      const purged = await proposals.purgeRejected();
      return purged + (await writes.run(() => statements.forgetRejected.run().changes));
    },
  };
}

function hashTexts({ content, source, tags, namespace }: Memory): string {
  return createHash("sha256")
    .update(JSON.stringify([content, source, tags, namespace]))
    .digest("base64");
}

function toProposal(row: ReviewRow | undefined): Proposal {
  if (row === undefined) throw new Error("A held row is missing.");
  const memory = JSON.parse(row.memory) as Memory;
  const at = toIso(row.held_at ?? 0);
  return {
    memory,
    subject: memory.client?.via ?? memory.client?.name ?? "",
    reason: "instruction",
    proposedAt: at,
    supersedes: null,
    rejectedAt: row.held === NUMBERS.rejected ? at : null,
  };
}

function prepareStatements(database: Database) {
  const select = "SELECT id, text_hash, memory, held, held_at FROM row_reviews WHERE";
  const page = (state: InboxState, rest: string) =>
    database.prepare<SqlValue[], ReviewRow>(`${select} held = ${NUMBERS[state]} AND ${rest} LIMIT ?`);
  return {
    select: database.prepare<[string], ReviewRow>(`${select} id = ?`),
    waiting: page("waiting", "(held_at, id) > (?, ?) ORDER BY held_at, id"),
    rejected: page("rejected", "(held_at, id) < (?, ?) ORDER BY held_at DESC, id DESC"),
    count: database
      .prepare<[number], number>("SELECT count(*) FROM row_reviews WHERE held = ? AND held_at IS NOT NULL")
      .pluck(),
    put: database.prepare<SqlValue[]>(
      "INSERT OR REPLACE INTO row_reviews (id, text_hash, memory, held, held_at) VALUES (?, ?, ?, ?, ?)",
    ),
    decide: database.prepare<SqlValue[]>("UPDATE row_reviews SET held = ?, held_at = ? WHERE id = ?"),
    forgetRejected: database.prepare("UPDATE row_reviews SET held_at = NULL WHERE held = 2 AND held_at IS NOT NULL"),
  };
}
