import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../migrate.ts";
import { tokensMigration } from "./0004-tokens.ts";
import { grantsMigration } from "./0005-grants.ts";

it("keeps of older tokens what their text says, and none of them is paused", () => {
  const database = new Database(":memory:");
  migrate(database, [tokensMigration]);
  database.exec("INSERT INTO tokens (id, subject, access, created_at, expires_at) VALUES ('A', 'codex', 'read', 1, 9)");
  migrate(database, [tokensMigration, grantsMigration]);
  expect(database.prepare("SELECT * FROM tokens").get()).toMatchObject({
    access: "read",
    issued_access: "read",
    issued_expires_at: 9,
    paused_at: null,
    replaces: null,
  });
});
