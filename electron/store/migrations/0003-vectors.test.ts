import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../migrate.ts";
import { memoriesMigration } from "./0001-memories.ts";
import { vectorsMigration } from "./0003-vectors.ts";

it("counts the memories outside the trash by what embedded them, also those that were there before", () => {
  const database = new Database(":memory:");
  migrate(database, [memoriesMigration]);
  const insert = database.prepare(
    "INSERT INTO memories (id, namespace, domain, created_at, updated_at) VALUES (?, 'apis', 'user', 1, 1)",
  );
  insert.run("A");
  migrate(database, [memoriesMigration, { ...vectorsMigration, version: 2 }]);
  insert.run("B");
  insert.run("C");
  database.exec("INSERT INTO fingerprints VALUES (1, 'model')");
  database.exec("UPDATE memories SET embedded_by = 1 WHERE id IN ('A', 'B')");
  database.exec("UPDATE memories SET deleted_at = 1 WHERE id = 'B'");
  database.exec("DELETE FROM memories WHERE id = 'B'");
  database.exec("UPDATE memories SET deleted_at = 1 WHERE id = 'C'");
  database.exec("UPDATE memories SET deleted_at = NULL WHERE id = 'C'");
  expect(database.prepare("SELECT * FROM embedding_counts").all()).toEqual([
    { fingerprint: 0, memories: 1 },
    { fingerprint: 1, memories: 1 },
  ]);
});
