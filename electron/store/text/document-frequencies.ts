import type { Database } from "better-sqlite3";

/** Tokens and terms kept. */
const CAPACITY = 20_000;
/**
 * A count may be out of date by this share of the index or of itself. The frequency enters a rank as a logarithm, where
 * such a difference is negligible.
 */
const TOLERANCE = { ofIndex: 0.005, ofCount: 0.05 };

/** A token that the tokenizer reads as exactly one word. */
const SINGLE_WORD = /^[a-z0-9]+$/;

interface Count {
  readonly rows: number;
  readonly generation: number;
}

/**
 * Counts the memories that contain a token. An in-memory index with the same tokenizer turns tokens into the terms of
 * the index, folded and stemmed.
 * @param generation the number of writes so far
 * @param size the number of memories in the index
 */
export function createDocumentFrequencies(database: Database, generation: () => number, size: () => number) {
  database.exec(`
    CREATE VIRTUAL TABLE temp.folding USING fts5 (token, tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE temp.folded USING fts5vocab (temp, folding, 'instance');
  `);
  const insert = database.prepare<[number, string]>("INSERT INTO temp.folding (rowid, token) VALUES (?, ?)");
  const selectTerms = database.prepare<[], { doc: number; term: string }>(
    "SELECT doc, term FROM temp.folded ORDER BY doc, offset",
  );
  const clear = database.prepare("DELETE FROM temp.folding");
  const selectCount = database.prepare<[string], number>("SELECT doc FROM text_vocabulary WHERE term = ?").pluck();
  const terms = new Map<string, readonly string[]>();
  const counts = new Map<string, Count>();

  /** Single words, which have one term each, are folded together as one text; any other token is a text of its own. */
  const learn = database.transaction((tokens: readonly string[]) => {
    const words = tokens.filter((token) => SINGLE_WORD.test(token));
    const others = tokens.filter((token) => !SINGLE_WORD.test(token));
    const texts = words.length > 0 ? [words.join(" "), ...others] : others;
    texts.forEach((text, index) => {
      insert.run(index, text);
    });
    const found = texts.map((): string[] => []);
    for (const { doc, term } of selectTerms.all()) found[doc]?.push(term);
    clear.run();
    const ofWords = words.length > 0 ? (found.shift() ?? []) : [];
    words.forEach((token, index) => {
      terms.set(token, ofWords.slice(index, index + 1));
    });
    others.forEach((token, index) => {
      terms.set(token, found[index] ?? []);
    });
  });

  function countOf(term: string, toleratedWrites: number): number {
    const known = counts.get(term);
    const now = generation();
    const age = now - (known?.generation ?? 0);
    if (known !== undefined && age <= Math.max(toleratedWrites, known.rows * TOLERANCE.ofCount)) return known.rows;
    const rows = selectCount.get(term) ?? 0;
    counts.set(term, { rows, generation: now });
    return rows;
  }

  function termsOf(tokens: readonly string[]): ReadonlyMap<string, readonly string[]> {
    if (terms.size + tokens.length > CAPACITY) terms.clear();
    const unknown = [...new Set(tokens)].filter((token) => !terms.has(token));
    if (unknown.length > 0) learn(unknown);
    return terms;
  }

  return {
    /** The terms of each token in the index; most tokens have one. */
    termsOf,
    /** A token with several terms has the count of its rarest; a token without terms has 0. */
    of(tokens: readonly string[]): Map<string, number> {
      const known = termsOf(tokens);
      if (counts.size + tokens.length > CAPACITY) counts.clear();
      const toleratedWrites = size() * TOLERANCE.ofIndex;
      return new Map(
        tokens.map((token) => {
          const rows = (known.get(token) ?? []).map((term) => countOf(term, toleratedWrites));
          return [token, rows.length === 0 ? 0 : Math.min(...rows)];
        }),
      );
    },
    /** Must be called after the index was rebuilt. */
    forget(): void {
      counts.clear();
    },
  };
}
