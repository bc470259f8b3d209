import type { Database } from "better-sqlite3";

/** One step of a schema. Runs once, in a transaction that also sets `user_version` to `version`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly up: (database: Database) => void;
}

/** The schema version of a database; 0 for a new one. */
export function schemaVersion(database: Database): number {
  return Number(database.pragma("user_version", { simple: true }));
}

/** The schema version after all migrations. */
export function latestVersion(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** Brings a schema up to date, each migration in its own transaction. Returns how many ran. */
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
