import Database from "better-sqlite3";

/** SQLite's full-text search over the same texts, without Recollect: the reference for text search. */
export interface PlainIndex {
  add(texts: readonly string[]): void;
  /** Returns the best twenty by BM25 that contain any of the words. */
  search(words: readonly string[]): unknown[];
  close(): void;
}

export function openPlainIndex(path: string): PlainIndex {
  const database = new Database(path);
  database.pragma("journal_mode = WAL");
  database.exec(`
    CREATE TABLE IF NOT EXISTS texts (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT;
    CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (content, content = 'texts', content_rowid = 'id', tokenize = 'porter unicode61');
  `);
  const addText = database.prepare("INSERT INTO texts (content) VALUES (?)");
  const addWords = database.prepare("INSERT INTO words (rowid, content) VALUES (?, ?)");
  const search = database.prepare(
    `SELECT t.content FROM (SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT 20) found
     JOIN texts t ON t.id = found.rowid ORDER BY found.rank`,
  );
  return {
    add: database.transaction((texts: readonly string[]) => {
      for (const text of texts) addWords.run(addText.run(text).lastInsertRowid, text);
    }),
    search: (words) => search.all(words.map((word) => `"${word}"`).join(" OR ")),
    close: () => database.close(),
  };
}
