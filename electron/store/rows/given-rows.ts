import type { Database } from "better-sqlite3";
import type { Clock, Logger } from "../../core/ports.ts";
import {
  type ClientUseDay,
  type GivenMemories,
  type GivenMemory,
  type GivenOutcome,
  type MemoryUse,
  USE_KEPT_MS,
  USE_KEPT_ROWS,
  type UseCounts,
  type UseStore,
} from "../../core/use.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import { localDay } from "../../text/local-time.ts";
import type { WriteQueue } from "./write-queue.ts";

const FLUSH_DELAY_MS = 1_000;

interface GivenRowsOptions {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface UseRow extends UseCounts {
  readonly id: string;
}
interface LastRow {
  readonly id: string;
  readonly conversation: string;
  readonly message: number;
  readonly at: number;
  readonly client: string;
}

const COLUMNS = `given.row, memories.id AS memory, given_by AS "by", at, subject, client, session, project`;
const JOINED = "given_memories given JOIN memories ON memories.row = given.memory_row";
const COUNTS = `count(*) AS given, coalesce(sum(used = 1), 0) AS used, coalesce(sum(used IS NULL), 0) AS unknown`;

/**
 * The memories that clients got. Like recalls they are written a second later in one write, and are not part of the
 * durability guarantee. Memories of remote domains are not in this database, so they are not recorded.
 */
export function createGivenRows({ database, writes, clock, logger }: GivenRowsOptions) {
  const statements = prepare(database);
  let pending = new Set<GivenMemories>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const read = async <Value>(query: () => Value): Promise<Value> => {
    await flush();
    return withStorageErrors(query);
  };

  /** @param records the pending ones: the write may run twice */
  function write(records: ReadonlySet<GivenMemories>): void {
    for (const { memories, by, at, subject, client, session, project } of records) {
      for (const id of memories) statements.insert.run(by, at, subject, client, session, project, id);
    }
    statements.expire.run(clock.now() - USE_KEPT_MS);
    statements.limit.run(USE_KEPT_ROWS);
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (pending.size > 0 && !stopped && database.open) {
      const records = pending;
      pending = new Set();
      writing = writes
        .run(() => write(records))
        .catch((error: unknown) => {
          logger.warn("The memories that clients got could not be recorded.", { error: String(error) });
        });
    }
    await writing;
  }

  const store: UseStore = {
    record(given) {
      if (given.memories.length === 0) return;
      pending.add(given);
      timer ??= setTimeout(() => void flush(), FLUSH_DELAY_MS).unref();
    },
    withdraw(given) {
      const { subject, at, memories } = given;
      if (memories.length === 0 || pending.delete(given)) return;
      void writes
        .run(() => statements.withdraw.run(subject, at, JSON.stringify(memories)))
        .catch((error: unknown) => logger.warn("A record could not be withdrawn.", { error: String(error) }));
    },
    flush,
    firstAt: () => read(() => statements.first.get() ?? null),
    inSession: (session) => read(() => statements.inSession.all(session)),
    withoutSession: (from, to) => read(() => statements.withoutSession.all(from, to)),
    setOutcomes: (outcomes) =>
      writes.run(() => {
        for (const { row, used, conversation, message } of outcomes) {
          statements.setOutcome.run(used === null ? null : Number(used), conversation, message, row);
        }
      }),
    conversations: () => read(() => statements.conversations.all()),
    forgetConversations: (ids) =>
      writes.run(() => {
        for (const id of ids) statements.forget.run(id);
      }),
    ofMemories: (ids) =>
      read(() => {
        const given = JSON.stringify(ids);
        const last = new Map(statements.last.all(given).map((row) => [row.id, toLast(row)]));
        return new Map(
          statements.ofMemories.all(given).map(({ id, ...counts }) => [id, { ...counts, last: last.get(id) ?? null }]),
        );
      }),
    ofClient: (subject) => read(() => statements.ofClient.get(subject) ?? { given: 0, used: 0, unknown: 0 }),
    byClient: () => read(() => byDay(statements.bySubject.all())),
    neverUsed: (atLeast, limit) => read(() => statements.neverUsed.all(atLeast, limit)),
    between: (subject, from, to) =>
      read(() =>
        statements.between
          .all(subject, from, to)
          .map(({ used, ...outcome }) => ({ ...outcome, used: used === null ? null : used === 1 })),
      ),
    async clear() {
      pending.clear();
      await writing;
      await writes.run(() => {
        statements.clear.run();
      });
    },
  };
  return {
    store,
    /** Stops writing records. */
    stop(): void {
      stopped = true;
    },
  };
}

function prepare(database: Database) {
  const given = (where: string) => `SELECT ${COLUMNS} FROM ${JOINED} WHERE ${where} ORDER BY at, given.row`;
  return {
    insert: database.prepare<[string, number, string, string, string | null, string | null, string]>(`
      INSERT INTO given_memories (memory_row, given_by, at, subject, client, session, project)
      SELECT row, ?, ?, ?, ?, ?, ? FROM memories WHERE id = ?`),
    expire: database.prepare<[number]>("DELETE FROM given_memories WHERE at < ?"),
    limit: database.prepare<[number]>(
      "DELETE FROM given_memories WHERE row <= (SELECT row FROM given_memories ORDER BY row DESC LIMIT 1 OFFSET ?)",
    ),
    withdraw: database.prepare<[string, number, string]>(`
      DELETE FROM given_memories WHERE subject = ? AND at = ?
      AND memory_row IN (SELECT row FROM memories WHERE id IN (SELECT value FROM json_each(?)))`),
    first: database.prepare<[], number | null>("SELECT min(at) FROM given_memories").pluck(),
    inSession: database.prepare<[string], GivenMemory>(given("session = ?")),
    withoutSession: database.prepare<[number, number], GivenMemory>(given("session IS NULL AND at BETWEEN ? AND ?")),
    setOutcome: database.prepare<[number | null, string, number, number]>(
      "UPDATE given_memories SET used = ?, conversation = ?, message = ? WHERE row = ? AND used IS NOT 1",
    ),
    conversations: database
      .prepare<[], string>("SELECT DISTINCT conversation FROM given_memories WHERE conversation IS NOT NULL")
      .pluck(),
    forget: database.prepare<[string]>(`
      UPDATE given_memories SET used = NULL, conversation = NULL, message = NULL, session = NULL
      WHERE conversation = ?`),
    ofMemories: database.prepare<[string], UseRow>(
      `SELECT id, ${COUNTS} FROM ${JOINED} WHERE id IN (SELECT value FROM json_each(?)) GROUP BY id`,
    ),
    // SQLite takes the other columns from the row with the maximum (sqlite.org/lang_select.html#bareagg).
    last: database.prepare<[string], LastRow>(`
      SELECT id, conversation, message, max(at) AS at, client FROM ${JOINED}
      WHERE id IN (SELECT value FROM json_each(?)) AND used = 1 AND conversation IS NOT NULL GROUP BY id`),
    ofClient: database.prepare<[string], UseCounts>(`SELECT ${COUNTS} FROM given_memories WHERE subject = ?`),
    bySubject: database.prepare<[], { subject: string; at: number; used: 0 | 1 | null }>(
      "SELECT subject, at, used FROM given_memories ORDER BY subject, at",
    ),
    neverUsed: database
      .prepare<[number, number], string>(`
        SELECT id FROM ${JOINED} WHERE memories.deleted_at IS NULL GROUP BY memory_row
        HAVING sum(used = 0) >= ? AND coalesce(sum(used = 1), 0) = 0 ORDER BY sum(used = 0) DESC, id LIMIT ?`)
      .pluck(),
    between: database.prepare<[string, number, number], Omit<GivenOutcome, "used"> & { readonly used: 0 | 1 | null }>(
      `SELECT id AS memory, used, conversation, message FROM ${JOINED} WHERE subject = ? AND at BETWEEN ? AND ? ORDER BY at`,
    ),
    clear: database.prepare("DELETE FROM given_memories"),
  };
}

function toLast({ conversation, message, at, client }: LastRow): MemoryUse["last"] {
  return { conversation, message, at: new Date(at).toISOString(), client };
}

function byDay(rows: readonly { readonly subject: string; readonly at: number; readonly used: 0 | 1 | null }[]) {
  const days = Map.groupBy(rows, ({ subject, at }) => JSON.stringify([subject, localDay(at)]));
  return [...days].map(([key, ofDay]): ClientUseDay => {
    const [subject, day] = JSON.parse(key);
    const count = (value: 0 | 1 | null) => ofDay.filter(({ used }) => used === value).length;
    return { subject, day, given: ofDay.length, used: count(1), unknown: count(null) };
  });
}
