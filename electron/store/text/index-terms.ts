import type { Database } from "better-sqlite3";
import { stemOf } from "../../core/stem.ts";

/** Tokens that are remembered with their terms. */
const CAPACITY = 20_000;
/** A token that the tokenizer reads as exactly one word. */
const SINGLE_WORD = /^[a-z0-9]+$/;
/** A word that the tokenizer leaves unchanged. */
const UNCHANGED = /^(?:[a-z0-9]{1,2}|[0-9]+|[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fa5\uac00-\ud7a3]+)$/;
/** A word of which {@link stemOf} is the term. SQLite reads "yy" in another way. */
const STEMMED = /^(?!.*yy)[a-z]{3,64}$/;

/** The term of a token, if its letters show it. */
function termOf(token: string): string | null {
  if (STEMMED.test(token)) return stemOf(token);
  return UNCHANGED.test(token) ? token : null;
}

/**
 * Turns tokens into the terms of the text index, folded and stemmed. For most words the term is known from their letters;
 * for the others, an index in memory with the same tokenizer finds it.
 */
export function createIndexTerms(database: Database) {
  database.exec(`
    CREATE VIRTUAL TABLE temp.folding USING fts5 (token, tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE temp.folded USING fts5vocab (temp, folding, 'instance');
  `);
  const insert = database.prepare<[number, string]>("INSERT INTO temp.folding (rowid, token) VALUES (?, ?)");
  const selectTerms = database.prepare<[], { doc: number; term: string }>(
    "SELECT doc, term FROM temp.folded ORDER BY doc, offset",
  );
  const clear = database.prepare("DELETE FROM temp.folding");
  const terms = new Map<string, readonly string[]>();

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

  return {
    /** The terms of tokens, in their order. Only tokens whose letters do not show the term are remembered. */
    ofNew(tokens: readonly string[]): readonly (readonly string[])[] {
      const found = tokens.map(termOf);
      const others = tokens.filter((_, index) => found[index] === null);
      const known = others.length === 0 ? terms : this.termsOf(others);
      return found.map((term, index) => (term === null ? (known.get(tokens[index] ?? "") ?? []) : [term]));
    },
    /** The terms of each token in the index; most tokens have one. The result is valid until the next call. */
    termsOf(tokens: readonly string[]): ReadonlyMap<string, readonly string[]> {
      if (terms.size + tokens.length > CAPACITY) terms.clear();
      const unknown = new Set<string>();
      for (const token of tokens) {
        if (terms.has(token)) continue;
        const term = termOf(token);
        if (term === null) unknown.add(token);
        else terms.set(token, [term]);
      }
      if (unknown.size > 0) learn([...unknown]);
      return terms;
    },
  };
}
export type IndexTerms = ReturnType<typeof createIndexTerms>;
