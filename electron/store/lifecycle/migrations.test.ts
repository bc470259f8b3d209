import Database from "better-sqlite3";
import { expect, it } from "vitest";
import { migrate } from "../../sqlite/migrate.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Migrates a database, by default an empty one, to a version. */
function migrateTo(version: number, database = new Database(":memory:")): Database.Database {
  migrate(database, MIGRATIONS.slice(0, version));
  return database;
}

function insert(database: Database.Database, id: string, columns = "", values = ""): void {
  database.exec(
    `INSERT INTO memories (id, namespace, domain, created_at, updated_at${columns})
     VALUES ('${id}', 'apis', 'user', 1, 1${values})`,
  );
}

it("creates strict tables (version 1)", () => {
  const tables = migrateTo(1)
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

it("derives the state, copies it to the tags and updates the counts (version 1)", () => {
  const database = migrateTo(1);
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

it("deletes everything of a memory with it, and reinstates the memory it superseded (version 1)", () => {
  const database = migrateTo(1);
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

it("creates an index that stems words, deletes rows, counts terms and weights its columns (version 2)", () => {
  const database = migrateTo(2);
  const insertText = database.prepare("INSERT INTO text_index (rowid, content, tags, source) VALUES (?, ?, ?, ?)");
  insertText.run(1, "running words", "", "");
  insertText.run(2, "some words", "run", "");
  insertText.run(3, "other words", "", "run");
  insertText.run(4, "gone run", "", "");
  database.exec("DELETE FROM text_index WHERE rowid = 4");
  expect(
    database.prepare("SELECT rowid FROM text_index WHERE text_index MATCH 'runs' ORDER BY rank").pluck().all(),
  ).toEqual([2, 1, 3]);
  expect(database.prepare("SELECT doc FROM text_vocabulary WHERE term = 'run'").pluck().get()).toBe(3);
  expect(database.prepare("SELECT doc FROM text_vocabulary WHERE term = 'gone'").pluck().get()).toBeUndefined();
});

it("counts the memories outside the trash by their fingerprint, including existing ones (version 3)", () => {
  const database = migrateTo(2);
  insert(database, "A");
  migrateTo(3, database);
  insert(database, "B");
  insert(database, "C");
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

it("accepts only tokens with read or write access (version 4)", () => {
  const database = migrateTo(4);
  const insertToken = database.prepare(
    "INSERT INTO tokens (id, subject, access, created_at) VALUES (?, 'codex', ?, 1)",
  );
  insertToken.run("A", "read");
  expect(() => insertToken.run("B", "everything")).toThrow(/CHECK/);
  expect(database.prepare("SELECT id FROM tokens").pluck().all()).toEqual(["A"]);
});

it("copies access and expiry of existing tokens to the issued values, and pauses none (version 5)", () => {
  const database = migrateTo(4);
  database.exec("INSERT INTO tokens (id, subject, access, created_at, expires_at) VALUES ('A', 'codex', 'read', 1, 9)");
  migrateTo(5, database);
  expect(database.prepare("SELECT * FROM tokens").get()).toMatchObject({
    access: "read",
    issued_access: "read",
    issued_expires_at: 9,
    paused_at: null,
    replaces: null,
  });
});

it("assigns version 1 of the text analysis to an existing index (version 6)", () => {
  expect(migrateTo(6).prepare("SELECT analyser FROM text_index_state").pluck().all()).toEqual([1]);
});

it("keeps existing tokens and memories, and accepts access to propose (version 8)", () => {
  const database = migrateTo(7);
  insert(database, "A");
  database.exec(`INSERT INTO tokens (id, subject, access, domains, created_at, expires_at, paused_at, replaces, issued_access)
    VALUES ('T', 'codex', 'read', '["acme/shop"]', 1, 9, 5, 'S', 'write')`);
  const before = database.prepare("SELECT * FROM tokens").all();
  migrateTo(8, database);
  expect(database.prepare("SELECT * FROM tokens").all()).toEqual(before);
  database.exec("UPDATE tokens SET access = 'propose'");
  expect(() => database.exec("UPDATE tokens SET access = 'all'")).toThrow(/CHECK/);
  expect(database.prepare("SELECT id, state FROM memories").all()).toEqual([{ id: "A", state: 0 }]);
});

it("deletes the text of a kept proposal with its memory, and keeps the text of others (version 8)", () => {
  const database = migrateTo(8);
  const propose = database.prepare(
    `INSERT INTO proposals (id, subject, reason, proposed_at, hash, archived, memory, decision, kept_as)
     VALUES (?, 'codex', 'access', 1, x'00', 0, '{}', ?, ?)`,
  );
  insert(database, "KEPT");
  propose.run("KEPT", "kept", "KEPT");
  propose.run("WAITING", null, null);
  database.exec("DELETE FROM memories");
  expect(database.prepare("SELECT id, memory FROM proposals ORDER BY id").all()).toEqual([
    { id: "KEPT", memory: null },
    { id: "WAITING", memory: "{}" },
  ]);
});

it("indexes pinned memories and memories of a client, including existing ones (version 7)", () => {
  const database = migrateTo(6);
  insert(database, "A", ", pinned", ", 1");
  insert(database, "B", ", client_name", ", 'codex'");
  migrateTo(7, database);
  insert(database, "C", ", pinned, client_name", ", 1, 'codex'");
  const ids = (text: string) =>
    database.prepare(`SELECT id FROM memories INDEXED BY ${text} ORDER BY id`).pluck().all();
  expect(ids("memories_by_pinned WHERE pinned = 1")).toEqual(["A", "C"]);
  expect(ids("memories_by_client WHERE client_name = 'codex'")).toEqual(["B", "C"]);
});

it("keeps state, tags and counts when it adds the validity, and makes it a part of the state (validity)", () => {
  const version = MIGRATIONS.find(({ name }) => name === "validity")?.version ?? 0;
  const database = migrateTo(version - 1);
  insert(database, "A");
  insert(database, "B", ", superseded_by", ", 'A'");
  insert(database, "C", ", deleted_at", ", 5");
  database.exec("INSERT INTO memory_tags SELECT row, 'tag', state, 1, domain, namespace FROM memories");
  database.exec("INSERT INTO contents SELECT row, x'00', 'text' FROM memories");
  migrateTo(version, database);
  const states = "SELECT state, count(*) AS memories FROM memories GROUP BY 1";
  const kept = "SELECT state, sum(memories) AS memories FROM facet_counts GROUP BY 1";
  const tags = "SELECT state, sum(memories) AS memories FROM tag_counts GROUP BY 1";
  const expected = (...found: number[]) => found.map((state) => ({ state, memories: 1 }));
  for (const query of [states, kept, tags]) expect(database.prepare(query).all()).toEqual(expected(0, 1, 2));
  expect(database.prepare("SELECT count(*) FROM contents").pluck().get()).toBe(3);
  database.exec("UPDATE memories SET validity = 1 WHERE id = 'A'");
  database.exec("UPDATE memories SET validity = 2 WHERE id = 'B'");
  for (const query of [states, kept, tags]) expect(database.prepare(query).all()).toEqual(expected(2, 4, 9));
  database.exec("DELETE FROM memories WHERE id IN ('B', 'C')");
  for (const query of [states, kept, tags]) expect(database.prepare(query).all()).toEqual(expected(4));
  expect(() => database.exec("UPDATE memories SET validity = 3")).toThrow(/CHECK/);
});
