import type { Migration } from "../../sqlite/migrate.ts";

/**
 * The full-text index. It is contentless: it stores only the words from `core/text-analysis.ts`. A word in a tag has
 * twice the weight of one in the content, a word in the source half of it.
 */
export const textIndex: Migration = {
  version: 2,
  name: "text-index",
  up: (database) => {
    database.exec(`
      CREATE VIRTUAL TABLE text_index USING fts5 (
        content, tags, source,
        content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
      );
      CREATE VIRTUAL TABLE text_vocabulary USING fts5vocab (text_index, 'row');
      INSERT INTO text_index (text_index, rank) VALUES ('rank', 'bm25(1.0, 2.0, 0.5)');
    `);
  },
};

/** The version of `core/text-analysis.ts` that the text index was built with; existing indexes have version 1. */
export const analyser: Migration = {
  version: 6,
  name: "analyser",
  up: (database) => {
    database.exec(`
      CREATE TABLE text_index_state (analyser INTEGER NOT NULL) STRICT;
      INSERT INTO text_index_state VALUES (1);
    `);
  },
};

/**
 * The segments of the text index are merged in the background, not by FTS5 within a commit. `purges`: the number of
 * purges whose words are still in the segments (ADR 0024).
 */
export const merging: Migration = {
  version: 10,
  name: "merging",
  up: (database) => {
    database.exec(`
      ALTER TABLE text_index_state ADD COLUMN purges INTEGER NOT NULL DEFAULT 0;
      INSERT INTO text_index (text_index, rank) VALUES ('automerge', 0);
      INSERT INTO text_index (text_index, rank) VALUES ('crisismerge', 1000);
    `);
  },
};
