import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isSqlite, openSqliteFile } from "./sqlite-file.ts";
import { createDatabase, testFolder } from "./testing/databases.ts";

const SCHEMA = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO notes VALUES (1, 'first')";
const QUESTION = "SELECT text FROM notes ORDER BY id";

describe("another program's database", () => {
  it("reads another program's unused database without creating a file or changing a byte", async () => {
    const folder = testFolder();
    const file = path.join(folder, "a ? b#.db");
    createDatabase(file, SCHEMA).close();
    const before = readFileSync(file);
    const database = await openSqliteFile(file);
    expect(database.page(QUESTION)).toEqual([{ text: "first" }]);
    expect(database.tables()).toEqual(new Map([["notes", new Set(["id", "text"])]]));
    expect(() => database.page("INSERT INTO notes VALUES (9, 'written')")).toThrow("readonly");
    database.close();
    expect(readdirSync(folder)).toEqual([path.basename(file)]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("reads another program's database while that program writes, with rows that are only in the log", async () => {
    const file = path.join(testFolder(), "live.db");
    const writer = createDatabase(file, SCHEMA);
    const database = await openSqliteFile(file);
    expect(database.page(QUESTION)).toHaveLength(1);
    writer.exec("INSERT INTO notes VALUES (2, 'second')");
    expect(database.page(QUESTION)).toHaveLength(2);
    writer.exec("BEGIN; INSERT INTO notes VALUES (3, 'not yet')");
    expect(database.page(QUESTION)).toHaveLength(2);
    writer.exec("COMMIT");
    writer.close();
    expect(database.page(QUESTION)).toHaveLength(3);
    database.close();
  });

  it("opens another program's database again if that program writes between two queries", async () => {
    const file = path.join(testFolder(), "rest.db");
    createDatabase(file, SCHEMA).close();
    const database = await openSqliteFile(file);
    expect(database.page(QUESTION)).toHaveLength(1);
    const writer = createDatabase(file, "INSERT INTO notes VALUES (2, 'second')");
    expect(database.page(QUESTION)).toHaveLength(2);
    writer.close();
    const again = createDatabase(file, `INSERT INTO notes VALUES (3, '${"long ".repeat(2000)}')`);
    again.close();
    expect(database.page(QUESTION)).toHaveLength(3);
    database.close();
  });

  it("rejects a database that is truncated, encrypted or none, with an error that says what to do", async () => {
    const folder = testFolder();
    const complete = path.join(folder, "complete.db");
    createDatabase(complete, `${SCHEMA}; INSERT INTO notes VALUES (2, '${"x".repeat(20_000)}')`).close();
    const cut = path.join(folder, "cut.db");
    writeFileSync(cut, readFileSync(complete).subarray(0, 6000));
    const text = path.join(folder, "text.db");
    writeFileSync(text, "no database");
    expect([isSqlite(complete), isSqlite(text)]).toEqual([true, false]);
    const mixed = path.join(folder, "mixed.db");
    copyFileSync(complete, mixed);
    writeFileSync(mixed, "SQLite format 3\0 and then something else altogether, which no page can be");
    for (const file of [cut, mixed]) {
      const database = await openSqliteFile(file);
      expect(() => database.page(QUESTION)).toThrow(
        expect.objectContaining({
          code: "storage",
          message: expect.stringContaining(file),
          hint: expect.stringContaining("backup"),
        }),
      );
      database.close();
    }
  });
});
