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

/**
 * Brings a schema up to date. A new database gets all migrations in one transaction, which waits for the disk once. An
 * older one gets each migration in its own. Returns how many ran.
 */
export function migrate(database: Database, migrations: readonly Migration[]): number {
  const found = schemaVersion(database);
  const missing = migrations.filter(({ version }) => version > found);
  const run = ({ version, up }: Migration) => {
    up(database);
    database.pragma(`user_version = ${version}`);
  };
  if (found === 0) database.transaction(() => missing.forEach(run)).exclusive();
  else for (const migration of missing) database.transaction(run).exclusive(migration);
  return missing.length;
}
