import type { Migration } from "./migration.ts";

/**
 * The full-text index. It keeps no text of its own: `core/text-analysis.ts` prepares the words, and the rows hold the
 * original. A word in a tag weighs twice, one in the source half, as much as one in the content.
 */
export const textIndexMigration: Migration = {
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
