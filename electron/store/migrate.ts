import type { Database } from "better-sqlite3";
import { RecollectError } from "../core/errors.ts";
import type { Migration } from "./migrations/migration.ts";

/** The schema version of a database; 0 where it is new. */
export function schemaVersion(database: Database): number {
  return Number(database.pragma("user_version", { simple: true }));
}

/** @throws storage when the database was written by a newer version of the application */
export function assertNotFromFuture(database: Database, migrations: readonly Migration[], path: string): void {
  const found = schemaVersion(database);
  const known = migrations.at(-1)?.version ?? 0;
  if (found <= known) return;
  throw new RecollectError("storage", `The database has schema ${found}; this version of Recollect knows ${known}.`, {
    hint: "Start the newer version of Recollect that wrote it, or update this one. The database was not touched.",
    details: { reason: "newer", path, found, known },
  });
}

/** Brings the schema up to date, each migration in its own transaction. Answers how many ran. */
export function migrate(database: Database, migrations: readonly Migration[]): number {
  const found = schemaVersion(database);
  const missing = migrations.filter(({ version }) => version > found);
  for (const { version, up } of missing) {
    database
      .transaction(() => {
        up(database);
        database.pragma(`user_version = ${version}`);
      })
      .exclusive();
  }
  return missing.length;
}
