import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../migrate.ts";
import { analyserMigration } from "./0006-analyser.ts";

it("takes an index for made by the first version", () => {
  const database = new Database(":memory:");
  migrate(database, [{ ...analyserMigration, version: 1 }]);
  expect(database.prepare("SELECT analyser FROM text_index_state").pluck().all()).toEqual([1]);
});
