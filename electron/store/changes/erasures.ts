import type { Database } from "better-sqlite3";
import type { ChangeStore } from "../../core/replication/change-store.ts";
import { erasedEntry, writeEntry } from "../../core/replication/entry.ts";
import type { SqlValue } from "../../sqlite/sql.ts";
import { withStorageErrors } from "../../sqlite/storage-error.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { LogParts } from "./change-log.ts";
import { changeInSteps } from "./steps.ts";

/** The maximum number of memories that one part of a step computes again. */
const FORGOTTEN_MEMORIES = 5;

interface ErasureParts {
  readonly database: Database;
  readonly writes: WriteQueue;
  readonly log: LogParts;
}

/** Lists purged contents that a carrier still has, and removes the changes of revoked devices. */
export function createErasures(parts: ErasureParts): Pick<ChangeStore, "erasures" | "setErased" | "forgetAfter"> {
  const { database, writes, log } = parts;
  const statements = prepareStatements(database);
  return {
    erasures: (id, devices, limit) =>
      withStorageErrors(() => {
        const { number, device, published } = log.space(id);
        const found = statements.erasures.all(number, device.number, published, devices === "all" ? 1 : 0, limit);
        return found.map(({ device, sequence, stamp, memory }) => {
          return { device, sequence, body: writeEntry(erasedEntry(stamp, memory)) };
        });
      }),

    setErased: (id, entries) =>
      writes.run(() => {
        const space = log.space(id);
        for (const { device, sequence } of entries) statements.removeErasure.run(sequence, space.number, device);
      }),

    async forgetAfter(id, device, sequence, onStep) {
      const forget = (count: number) => {
        const space = log.space(id);
        const memories = statements.memoriesAfter.all(space.number, device, sequence, FORGOTTEN_MEMORIES);
        const changed = memories.flatMap((memory) => {
          statements.removeEntries.run(memory, space.number, sequence, space.number, device);
          return log.materialiser.withdraw(space, memory);
        });
        const isLast = memories.length === 0;
        if (isLast) statements.setReceived.run(sequence, space.number, device);
        return { changed, reached: count + memories.length, isLast };
      };
      await changeInSteps(writes, 0, forget, onStep);
    },
  };
}

function prepareStatements(database: Database) {
  const deviceOf = "(SELECT number FROM space_devices WHERE space = ? AND id = ?)";
  return {
    erasures: database.prepare<
      [number, number, number, number, number],
      { readonly device: string; readonly sequence: number; readonly stamp: string; readonly memory: string }
    >(
      `SELECT d.id AS device, x.sequence, e.stamp, e.memory
       FROM space_devices d JOIN erasures x ON x.device = d.number
         JOIN entries e ON e.device = x.device AND e.sequence = x.sequence
       WHERE d.space = ? AND CASE WHEN d.number = ? THEN x.sequence <= ? ELSE ? = 1 END
       ORDER BY d.number, x.sequence LIMIT ?`,
    ),
    removeErasure: database.prepare<SqlValue[]>(`DELETE FROM erasures WHERE sequence = ? AND device = ${deviceOf}`),
    memoriesAfter: database
      .prepare<[number, string, number, number], string>(
        `SELECT DISTINCT memory FROM entries WHERE device = ${deviceOf} AND sequence > ? LIMIT ?`,
      )
      .pluck(),
    removeEntries: database.prepare<SqlValue[]>(
      `DELETE FROM entries WHERE memory = ? AND space = ? AND sequence > ? AND device = ${deviceOf}`,
    ),
    setReceived: database.prepare<SqlValue[]>(
      "UPDATE space_devices SET received = min(received, ?) WHERE space = ? AND id = ?",
    ),
  };
}
