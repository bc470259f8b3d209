import type { Database } from "better-sqlite3";

/** One step of the schema. Runs once, in a transaction that also sets `user_version` to `version`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly up: (database: Database) => void;
}
