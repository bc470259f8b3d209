import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../migrate.ts";
import { memoriesMigration } from "./0001-memories.ts";

function openSchema(): Database.Database {
  const database = new Database(":memory:");
  migrate(database, [memoriesMigration]);
  return database;
}

const insert = (database: Database.Database, id: string, columns = "", values = ""): void => {
  database.exec(
    `INSERT INTO memories (id, namespace, domain, created_at, updated_at${columns}) VALUES ('${id}', 'apis', 'user', 1, 1${values})`,
  );
};

it("makes strict tables for memories, contents, tags, counts, revisions and namespaces", () => {
  const database = openSchema();
  const tables = database
    .prepare(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all();
  expect(tables.map((table) => (table as { name: string }).name).sort()).toEqual([
    "contents",
    "facet_counts",
    "memories",
    "memory_tags",
    "namespaces",
    "revisions",
    "tag_counts",
  ]);
  expect(tables.every((table) => (table as { strict: number }).strict === 1)).toBe(true);
});

it("derives the state, hands it to the tags, and keeps the counts", () => {
  const database = openSchema();
  insert(database, "A");
  database.exec("INSERT INTO memory_tags VALUES (1, 'tag', 0, 1, 'user', 'apis')");
  database.exec("UPDATE memories SET deleted_at = 5, superseded_by = 'A', domain = 'owner/repo' WHERE id = 'A'");
  expect(database.prepare("SELECT state FROM memories").pluck().get()).toBe(3);
  expect(database.prepare("SELECT * FROM memory_tags").all()).toEqual([
    { memory_row: 1, tag: "tag", state: 3, created_at: 1, domain: "owner/repo", namespace: "apis" },
  ]);
  expect(database.prepare("SELECT state, domain, memories FROM facet_counts").all()).toEqual([
    { state: 3, domain: "owner/repo", memories: 1 },
  ]);
  expect(database.prepare("SELECT tag, state, domain, memories FROM tag_counts").all()).toEqual([
    { tag: "tag", state: 3, domain: "owner/repo", memories: 1 },
  ]);
});

it("lets everything of a memory go with it, and frees what it had superseded", () => {
  const database = openSchema();
  insert(database, "NEW");
  insert(database, "OLD", ", superseded_by", ", 'NEW'");
  database.exec("INSERT INTO memory_tags VALUES (1, 'tag', 0, 1, 'user', 'apis')");
  database.exec("INSERT INTO contents VALUES (1, x'00', 'text')");
  database.exec("DELETE FROM memories WHERE id = 'NEW'");
  expect(database.prepare("SELECT id, state FROM memories").all()).toEqual([{ id: "OLD", state: 0 }]);
  for (const table of ["memory_tags", "contents", "tag_counts"]) {
    expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
  }
  expect(database.prepare("SELECT state, memories FROM facet_counts").all()).toEqual([{ state: 0, memories: 1 }]);
});
