import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { type Migration, migrate, schemaVersion } from "./migrate.ts";

const table = (version: number): Migration => ({
  version,
  name: `table ${version}`,
  up: (database) => database.exec(`CREATE TABLE table_${version} (value)`),
});
const failing: Migration = {
  version: 3,
  name: "failing",
  up(database) {
    database.exec("CREATE TABLE unfinished (value)");
    throw new Error("The disk is full.");
  },
};
const tablesOf = (database: Database.Database) =>
  database.prepare("SELECT name FROM sqlite_schema ORDER BY name").pluck().all();

it("creates a new schema completely or not at all", () => {
  const database = new Database(":memory:");
  expect(() => migrate(database, [table(1), table(2), failing])).toThrow("The disk is full.");
  expect([schemaVersion(database), tablesOf(database)]).toEqual([0, []]);
  expect(migrate(database, [table(1), table(2)])).toBe(2);
  expect([schemaVersion(database), tablesOf(database)]).toEqual([2, ["table_1", "table_2"]]);
});

it("keeps the migrations of an older schema that ran before a failure", () => {
  const database = new Database(":memory:");
  migrate(database, [table(1)]);
  expect(() => migrate(database, [table(1), table(2), failing])).toThrow("The disk is full.");
  expect([schemaVersion(database), tablesOf(database)]).toEqual([2, ["table_1", "table_2"]]);
});
