import { setImmediate as nextTurn } from "node:timers/promises";
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

/** How often a term occurs in the index. */
interface Count {
  readonly rows: number;
  readonly entries: number;
}

/** Entries of the index that are counted before other requests are served: some milliseconds. */
const MAX_ENTRIES_PER_TURN = 20_000;

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
  const selectCount = database.prepare<[string], Count>(
    "SELECT doc AS rows, cnt AS entries FROM text_vocabulary WHERE term = ?",
  );
  const terms = new Map<string, readonly string[]>();
  const counts = new Map<string, Count & { readonly generation: number }>();

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

  /** Null if the count is unknown or out of date. */
  function knownCount(term: string): Count | null {
    const known = counts.get(term);
    if (known === undefined) return null;
    const tolerated = Math.max(size() * TOLERANCE.ofIndex, known.rows * TOLERANCE.ofCount);
    return generation() - known.generation <= tolerated ? known : null;
  }

  function count(term: string): Count {
    const found = { ...(selectCount.get(term) ?? { rows: 0, entries: 0 }), generation: generation() };
    counts.set(term, found);
    return found;
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
    /** The number of entries of a term. */
    entriesOf: (term: string): number => (knownCount(term) ?? count(term)).entries,
    /** A token with several terms has the count of its rarest; a token without terms has 0. */
    async of(tokens: readonly string[]): Promise<Map<string, number>> {
      const all = termsOf(tokens);
      // A copy: other searches may clear the map while this one waits.
      const known = new Map(tokens.map((token) => [token, all.get(token) ?? []]));
      if (counts.size + tokens.length > CAPACITY) counts.clear();
      const found = new Map<string, number>();
      let entries = 0;
      for (const [token, terms] of known) {
        let rarest = Number.POSITIVE_INFINITY;
        for (const term of terms) {
          const before = knownCount(term);
          const { rows, entries: read } = before ?? count(term);
          rarest = Math.min(rarest, rows);
          if (before === null) entries += read;
        }
        found.set(token, Number.isFinite(rarest) ? rarest : 0);
        if (entries <= MAX_ENTRIES_PER_TURN) continue;
        entries = 0;
        await nextTurn();
      }
      return found;
    },
    /** Must be called after the index was rebuilt. */
    forget(): void {
      counts.clear();
    },
  };
}
