import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../migrate.ts";
import { memoriesMigration } from "./0001-memories.ts";
import { narrowListsMigration } from "./0007-narrow-lists.ts";

it("finds what is pinned, and what a client captured, also of memories that were there before", () => {
  const database = new Database(":memory:");
  migrate(database, [memoriesMigration]);
  const insert = database.prepare(
    `INSERT INTO memories (id, namespace, domain, created_at, updated_at, pinned, client_name)
     VALUES (?, 'apis', 'user', 1, 1, ?, ?)`,
  );
  insert.run("A", 1, null);
  insert.run("B", 0, "codex");
  migrate(database, [memoriesMigration, { ...narrowListsMigration, version: 2 }]);
  insert.run("C", 1, "codex");
  const ids = (text: string) =>
    database.prepare(`SELECT id FROM memories INDEXED BY ${text} ORDER BY id`).pluck().all();
  expect(ids("memories_by_pinned WHERE pinned = 1")).toEqual(["A", "C"]);
  expect(ids("memories_by_client WHERE client_name = 'codex'")).toEqual(["B", "C"]);
});
