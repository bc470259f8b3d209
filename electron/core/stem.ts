import { stemmer } from "stemmer";

/** Returns the stem of a folded token. */
export type Stem = (token: string) => string;

/** Words whose stems one {@link Stem} remembers. */
const MAX_STEMS = 20_000;

/** The stem of a folded token, without a memory of it. */
export function stemOf(token: string): string {
  return /^[a-z]{3,64}$/.test(token) ? stemmer(token) : token;
}

/**
 * Creates Porter's stemmer (1980, tartarus.org/martin/PorterStemmer) as SQLite's `porter` tokenizer applies it, so that
 * words the text index treats as equal are equal here. Only Latin words of 3 to 64 letters have a stem; any other token
 * is returned unchanged. Stems are remembered: a lookup costs a tenth of computing one.
 */
export function createStemmer(): Stem {
  const stems = new Map<string, string>();
  return (token) => {
    const known = stems.get(token);
    if (known !== undefined) return known;
    const stem = stemOf(token);
    if (stems.size >= MAX_STEMS) stems.clear();
    stems.set(token, stem);
    return stem;
  };
}
