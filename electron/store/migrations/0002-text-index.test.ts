import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../migrate.ts";
import { memoriesMigration } from "./0001-memories.ts";
import { textIndexMigration } from "./0002-text-index.ts";

it("makes an index that stems, forgets, counts words and weighs its columns", () => {
  const database = new Database(":memory:");
  migrate(database, [memoriesMigration, textIndexMigration]);
  const insert = database.prepare("INSERT INTO text_index (rowid, content, tags, source) VALUES (?, ?, ?, ?)");
  insert.run(1, "running words", "", "");
  insert.run(2, "some words", "run", "");
  insert.run(3, "other words", "", "run");
  insert.run(4, "gone run", "", "");
  database.exec("DELETE FROM text_index WHERE rowid = 4");
  expect(
    database.prepare("SELECT rowid FROM text_index WHERE text_index MATCH 'runs' ORDER BY rank").pluck().all(),
  ).toEqual([2, 1, 3]);
  expect(database.prepare("SELECT doc FROM text_vocabulary WHERE term = 'run'").pluck().get()).toBe(3);
  expect(database.prepare("SELECT doc FROM text_vocabulary WHERE term = 'gone'").pluck().get()).toBeUndefined();
});
