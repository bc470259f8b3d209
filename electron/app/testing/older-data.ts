import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { migrate } from "../../sqlite/migrate.ts";
import { MIGRATIONS } from "../../store/lifecycle/migrations.ts";
import { idAt, START } from "../../store/testing/open-store.ts";

/** The schema of the databases that {@link writeOlderMemories} makes: before proposals, validity and spaces. */
export const OLDER_SCHEMA = 7;

/** Writes a database as an older version left it, with its own migrations and statements. */
export function writeOlderMemories(file: string, memories: number): void {
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  migrate(database, MIGRATIONS.slice(0, OLDER_SCHEMA));
  const insert = database.transaction(() => {
    for (let number = 1; number <= memories; number++) {
      const content = `memory number ${number}`;
      const hash = createHash("sha256").update(content).digest();
      const at = START + number;
      database
        .prepare(
          "INSERT INTO memories (id, namespace, domain, created_at, updated_at) VALUES (?, 'context', 'user', ?, ?)",
        )
        .run(idAt(number), at, at);
      database.prepare("INSERT INTO contents VALUES (?, ?, ?)").run(number, hash, content);
      database
        .prepare(
          `INSERT INTO revisions (memory_row, revision, action, content_revision, content, namespace, domain, tags, at)
           VALUES (?, 1, 'capture', 1, ?, 'context', 'user', '[]', ?)`,
        )
        .run(number, content, at);
    }
  });
  insert();
  database.close();
}
