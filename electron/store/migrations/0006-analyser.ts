import type { Migration } from "./migration.ts";

/** Which version of `core/text-analysis.ts` the text index was made by; so far there was the first. */
export const analyserMigration: Migration = {
  version: 6,
  name: "analyser",
  up: (database) => {
    database.exec(`
      CREATE TABLE text_index_state (analyser INTEGER NOT NULL) STRICT;
      INSERT INTO text_index_state VALUES (1);
    `);
  },
};
