import { memoriesMigration } from "./0001-memories.ts";
import { textIndexMigration } from "./0002-text-index.ts";
import { vectorsMigration } from "./0003-vectors.ts";
import { tokensMigration } from "./0004-tokens.ts";
import { grantsMigration } from "./0005-grants.ts";
import { analyserMigration } from "./0006-analyser.ts";
import { narrowListsMigration } from "./0007-narrow-lists.ts";
import type { Migration } from "./migration.ts";

/** Every migration, in order; versions count up from 1 without gaps. A released one is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  memoriesMigration,
  textIndexMigration,
  vectorsMigration,
  tokensMigration,
  grantsMigration,
  analyserMigration,
  narrowListsMigration,
];
