import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../migrate.ts";
import { tokensMigration } from "./0004-tokens.ts";

it("keeps tokens whose access is read or write alone", () => {
  const database = new Database(":memory:");
  migrate(database, [tokensMigration]);
  const insert = database.prepare("INSERT INTO tokens (id, subject, access, created_at) VALUES (?, 'codex', ?, 1)");
  insert.run("A", "read");
  expect(() => insert.run("B", "everything")).toThrow(/CHECK/);
  expect(database.prepare("SELECT id FROM tokens").pluck().all()).toEqual(["A"]);
});
