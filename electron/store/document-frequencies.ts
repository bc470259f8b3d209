import type { Database } from "better-sqlite3";

/** Most folded tokens and counted terms that are remembered. */
const CAPACITY = 20_000;
/** A count may be this share of the index, or of itself, out of date: it ranks words, and so fine a difference ranks none. */
const TOLERANCE = { ofIndex: 0.005, ofCount: 0.05 };

/** What the tokenizer takes for one word. */
const PLAIN = /^[a-z0-9]+$/;

interface Counted {
  readonly count: number;
  readonly generation: number;
}

/**
 * Counts in how many memories a token stands. A token is first made into the term that the index holds (folded and
 * stemmed) by a tiny index of the same tokenizer, in memory. `generation` counts the writes so far.
 */
export function createDocumentFrequencies(database: Database, generation: () => number, size: () => number) {
  database.exec(`
    CREATE VIRTUAL TABLE temp.folding USING fts5 (token, tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE temp.folded USING fts5vocab (temp, folding, 'instance');
  `);
  const fold = database.prepare<[number, string]>("INSERT INTO temp.folding (rowid, token) VALUES (?, ?)");
  const folded = database.prepare<[], { doc: number; term: string }>(
    "SELECT doc, term FROM temp.folded ORDER BY doc, offset",
  );
  const empty = database.prepare("DELETE FROM temp.folding");
  const count = database.prepare<[string], number>("SELECT doc FROM text_vocabulary WHERE term = ?").pluck();
  const terms = new Map<string, readonly string[]>();
  const counts = new Map<string, Counted>();

  /** Plain words, each of which has one term, go in together as one text; any other by itself. */
  const learn = database.transaction((tokens: readonly string[]) => {
    const plain = tokens.filter((token) => PLAIN.test(token));
    const others = tokens.filter((token) => !PLAIN.test(token));
    const texts = plain.length > 0 ? [plain.join(" "), ...others] : others;
    texts.forEach((text, index) => {
      fold.run(index, text);
    });
    const found = texts.map((): string[] => []);
    for (const { doc, term } of folded.all()) found[doc]?.push(term);
    empty.run();
    const ofPlain = plain.length > 0 ? (found.shift() ?? []) : [];
    plain.forEach((token, index) => {
      terms.set(token, ofPlain.slice(index, index + 1));
    });
    others.forEach((token, index) => {
      terms.set(token, found[index] ?? []);
    });
  });

  function countOf(term: string, tolerated: number): number {
    const known = counts.get(term);
    const now = generation();
    const age = now - (known?.generation ?? 0);
    if (known !== undefined && age <= Math.max(tolerated, known.count * TOLERANCE.ofCount)) return known.count;
    const counted = count.get(term) ?? 0;
    counts.set(term, { count: counted, generation: now });
    return counted;
  }

  function termsOf(tokens: readonly string[]): ReadonlyMap<string, readonly string[]> {
    if (terms.size + tokens.length > CAPACITY) terms.clear();
    const unknown = [...new Set(tokens)].filter((token) => !terms.has(token));
    if (unknown.length > 0) learn(unknown);
    return terms;
  }

  return {
    /** The terms that the index holds for each token; most have one. */
    termsOf,
    /** A token of several terms is as rare as its rarest; one of none counts 0. */
    of(tokens: readonly string[]): Map<string, number> {
      const known = termsOf(tokens);
      if (counts.size + tokens.length > CAPACITY) counts.clear();
      const tolerated = size() * TOLERANCE.ofIndex;
      return new Map(
        tokens.map((token) => {
          const held = (known.get(token) ?? []).map((term) => countOf(term, tolerated));
          return [token, held.length === 0 ? 0 : Math.min(...held)];
        }),
      );
    },
    /** After a change that no count of writes tells. */
    forget(): void {
      counts.clear();
    },
  };
}
