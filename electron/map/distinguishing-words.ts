import { createStemmer } from "../core/stem.ts";
import { lettersOf, piecesOf, tokensOfPiece } from "../core/text-analysis.ts";
import { functionWordsOf } from "../search/function-words.ts";

/** Words of a cluster. */
const MAX_WORDS = 3;
/** A word is in at least this share of the memories of its cluster, and in two of them. */
const MIN_SHARE = 0.08;
/** Shorter words without an ideograph say little. */
const MIN_LETTERS = 3;
const MAX_LETTERS = 24;
/** Characters of a memory that are read. */
const MAX_READ = 2_000;
/** Two pairs of letters are parts of one word if this share of the texts with one has the other. */
const JOINED_SHARE = 0.9;
/** Letters of a word that pairs are joined to. */
const MAX_JOINED = 4;

/** A word by its stem, or a pair of letters of a script without spaces. */
interface Term {
  readonly stem: string;
  readonly isPair: boolean;
  readonly spellings: Map<string, number>;
}

/**
 * Finds the words that distinguish each group of texts from the others: the share of its texts that have a word, times the
 * logarithm of how much larger this share is than the share in all texts. Function words, numbers and words that all
 * texts have are left out. The same input has the same result.
 * @param groups indices of texts
 * @returns at most three words for each group, the best first
 */
export function distinguishingWords(
  texts: readonly string[],
  groups: readonly (readonly number[])[],
): readonly (readonly string[])[] {
  const stem = createStemmer();
  const terms = new Map<string, Term>();
  const termsOf = texts.map((text) => readTerms(text.slice(0, MAX_READ), stem, terms));
  const frequency = countTerms(termsOf);
  return groups.map((group) => {
    const counts = countTerms(group.map((index) => termsOf[index] ?? NO_TERMS));
    const least = Math.max(2, group.length * MIN_SHARE);
    const scored = [...counts].flatMap(([term, count]) => {
      const share = count / group.length;
      const score = share * Math.log((share * texts.length) / (frequency.get(term) ?? 1));
      return count < least || score <= 0 ? [] : [{ term, score }];
    });
    scored.sort((one, other) => other.score - one.score || compare(one.term.stem, other.term.stem));
    return chooseWords(
      scored.map(({ term }) => term),
      counts,
    );
  });
}

const NO_TERMS: ReadonlySet<Term> = new Set();

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function countTerms(sets: readonly ReadonlySet<Term>[]): Map<Term, number> {
  const counts = new Map<Term, number>();
  for (const set of sets) for (const term of set) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function readTerms(text: string, stem: (token: string) => string, terms: Map<string, Term>): ReadonlySet<Term> {
  const pieces = piecesOf(text).filter(({ text: piece }) => piece.length <= MAX_LETTERS && /\p{L}/u.test(piece));
  const tokens = pieces.flatMap((piece) =>
    tokensOfPiece(piece).map((token) => ({ token, spelling: piece.unspaced ? token : piece.text, ...piece })),
  );
  const functionWords = functionWordsOf(tokens.map(({ token }) => token));
  const found = new Set<Term>();
  for (const { token, spelling, unspaced } of tokens) {
    if (token.length < (unspaced ? 2 : MIN_LETTERS) || functionWords.has(token)) continue;
    const key = stem(token);
    const term = terms.get(key) ?? { stem: key, isPair: unspaced, spellings: new Map<string, number>() };
    terms.set(key, term);
    term.spellings.set(spelling, (term.spellings.get(spelling) ?? 0) + 1);
    found.add(term);
  }
  return found;
}

/** The most frequent spelling, of equal ones the first in the order of code units. */
function spellingOf({ spellings }: Term): string {
  const [best] = [...spellings].sort((one, other) => other[1] - one[1] || compare(one[0], other[0]));
  return best?.[0] ?? "";
}

/** The spellings of the first terms. Pairs of letters become words as far as nearly the same texts have them. */
function chooseWords(terms: readonly Term[], counts: ReadonlyMap<Term, number>): string[] {
  const pairs = [...counts].filter(([{ isPair }]) => isPair);
  const chosen: string[] = [];
  for (const term of terms) {
    if (chosen.length === MAX_WORDS) break;
    if (!term.isPair) chosen.push(spellingOf(term));
    else if (!chosen.some((word) => word.includes(term.stem))) {
      chosen.push(joinPairs(term.stem, (counts.get(term) ?? 0) * JOINED_SHARE, pairs));
    }
  }
  return chosen;
}

/** Extends a pair of letters by overlapping pairs that enough texts have. */
function joinPairs(pair: string, least: number, pairs: readonly (readonly [Term, number])[]): string {
  const frequent = pairs.filter(([, count]) => count >= least).map(([{ stem }]) => lettersOf(stem));
  const letters = lettersOf(pair);
  while (letters.length < MAX_JOINED) {
    const after = frequent.find(([first]) => first === letters.at(-1))?.[1];
    const before = frequent.find(([, second]) => second === letters[0])?.[0];
    if (after !== undefined && !letters.includes(after)) letters.push(after);
    else if (before !== undefined && !letters.includes(before)) letters.unshift(before);
    else break;
  }
  return letters.join("");
}
