import { rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../testing/open-store.ts";
import { limitTransactions } from "../testing/transaction-limit.ts";
import { WriteQueue } from "./write-queue.ts";

let database: Database.Database;
let queue: WriteQueue;
beforeEach(() => {
  database = new Database(":memory:");
  database.exec("CREATE TABLE numbers (number INTEGER PRIMARY KEY) STRICT");
  queue = new WriteQueue(database);
});

const add = (number: number): number =>
  Number(database.prepare("INSERT INTO numbers VALUES (?)").run(number).lastInsertRowid);
const numbers = (): unknown[] => database.prepare("SELECT number FROM numbers").pluck().all();

/** Keeps the thread busy, as a write of several pages does. */
function busyFor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe("the write queue", () => {
  it("commits the writes of one turn in one transaction and settles each separately", async () => {
    limitTransactions("all");
    const settled = await Promise.allSettled([
      queue.run(() => add(1)),
      queue.run(() => {
        add(2);
        throw new Error("intended");
      }),
      queue.run(() => add(1)),
      queue.run(() => add(3)),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(settled[2]).toMatchObject({ reason: { code: "storage" } });
    expect(numbers()).toEqual([1, 3]);
    expect(queue.generation()).toBe(1);
  });

  it("commits writes of the next turns together, as long as each turn adds one", async () => {
    limitTransactions("all");
    let turn = nextTurn();
    const writes = [queue.run(() => add(1))];
    for (const number of [2, 3, 4]) {
      await turn;
      turn = nextTurn();
      writes.push(queue.run(() => add(number)));
    }
    await Promise.all(writes);
    expect(numbers()).toEqual([1, 2, 3, 4]);
    expect(queue.generation()).toBe(1);
    await queue.run(() => add(5));
    expect(queue.generation()).toBe(2);
  });

  it("runs the actions of successful writes after the commit", async () => {
    const done: string[] = [];
    const kept = queue.run(({ afterCommit }) => {
      afterCommit(() => done.push(`kept ${database.inTransaction}`));
      add(1);
    });
    const failed = queue.run(({ afterCommit }) => {
      afterCommit(() => done.push("failed"));
      throw new Error("no");
    });
    await Promise.allSettled([kept, failed]);
    expect(done).toEqual(["kept false"]);
  });

  it("rejects all writes if the commit fails, and works afterwards", async () => {
    database.exec("PRAGMA query_only = ON");
    const settled = await Promise.allSettled([queue.run(() => add(1)), queue.run(() => add(2))]);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(database.inTransaction).toBe(false);
    database.exec("PRAGMA query_only = OFF");
    await queue.run(() => add(3));
    expect(numbers()).toEqual([3]);
  });

  it("runs long work in several transactions, between which other writes are committed", async () => {
    const work = async () => {
      const reached: number[] = [];
      for await (const next of queue.runInSteps(1, (number) => {
        busyFor(2);
        add(number);
        return number < 12 ? number + 1 : null;
      })) {
        reached.push(next);
      }
      return reached;
    };
    const working = work();
    await queue.run(() => add(100));
    const between = numbers().length;
    const reached = await working;
    expect(reached.length).toBeGreaterThan(1);
    expect(between).toBeLessThan(12);
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 100]);
  });

  it("keeps the finished steps of long work that fails", async () => {
    const work = async () => {
      for await (const _ of queue.runInSteps(1, (number) => {
        busyFor(8);
        if (number === 3) throw new Error("intended");
        add(number);
        return number + 1;
      }));
    };
    await expect(work()).rejects.toThrow("intended");
    expect(numbers()).toEqual([1, 2]);
  });

  it("commits more writes than fit into a transaction in several, in order", async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        queue.run(() => {
          busyFor(2);
          return add(number + 1);
        }),
      ),
    );
    expect(numbers()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(queue.generation()).toBeGreaterThan(1);
  });

  it("commits the queue before it is closed", async () => {
    const writing = queue.run(() => add(1));
    await queue.close();
    expect(numbers()).toEqual([1]);
    expect(await writing).toBe(1);
  });

  it("holds writes, not reads, while work on another connection runs", async () => {
    const started = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    const elsewhere = queue.runElsewhere(() => {
      started.resolve();
      return finished.promise;
    });
    await started.promise;
    const writing = queue.run(() => add(1));
    await nextTurn();
    await nextTurn();
    expect(numbers()).toEqual([]);
    finished.resolve();
    await elsewhere;
    expect(await writing).toBe(1);
  });

  it.skipIf(process.platform === "win32")(
    "rejects a write, and what depends on it, if the log cannot be synced",
    async () => {
      const path = join(await temporaryFolder(), "log.sqlite");
      const file = new Database(path);
      onTestFinished(() => void file.close());
      file.pragma("journal_mode = WAL");
      file.exec("CREATE TABLE numbers (number INTEGER PRIMARY KEY) STRICT");
      const failures: unknown[] = [];
      const logged = new WriteQueue(file, (error) => failures.push(error));
      // SQLite has it open and can write to it; the queue cannot.
      rmSync(`${path}-wal`);
      await expect(logged.run(() => file.exec("INSERT INTO numbers VALUES (1)"))).rejects.toThrow("ENOENT");
      await expect(logged.synced()).rejects.toThrow("ENOENT");
      expect(failures).toHaveLength(1);
    },
  );

  it("settles writes although what follows a commit fails", async () => {
    const failures: unknown[] = [];
    const watched = new WriteQueue(database, (error) => failures.push(error));
    watched.onCommit(() => {
      throw new Error("intended");
    });
    expect(await watched.run(() => add(1))).toBe(1);
    await watched.runElsewhere(() => undefined);
    expect(await watched.run(() => add(2))).toBe(2);
    expect(failures).toHaveLength(3);
  });

  it("continues after work on another connection that failed, and reports it", async () => {
    await expect(queue.runElsewhere(() => Promise.reject(new Error("intended")))).rejects.toThrow("intended");
    expect(await queue.run(() => add(1))).toBe(1);
  });
});
