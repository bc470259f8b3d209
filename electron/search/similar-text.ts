import { piecesOf, tokensOfPiece } from "../core/text-analysis.ts";
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";

/** A text's content words, stemmed, and its pairs of neighbouring words: what is compared of it. */
export interface Shingles {
  readonly words: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

/** Words read of one text; what is alike shows long before. */
const MOST_WORDS = 2000;

/** Cuts a text into {@link Shingles}. */
export function shinglesOf(text: string): Shingles {
  const tokens = piecesOf(text)
    .flatMap(tokensOfPiece)
    .slice(0, MOST_WORDS)
    .map(stem)
    .filter((token) => !isStopWord(token));
  return {
    words: new Set(tokens),
    pairs: new Set(tokens.slice(1).map((token, index) => `${tokens[index]} ${token}`)),
  };
}

/**
 * How alike two texts are by their words, 0 to 1: the mean of resemblance (Jaccard) and containment (Broder 1997, "On the
 * resemblance and containment of documents") of words, and a fifth of the rest for pairs in the same order. A text that
 * another holds whole scores above one half, the same words in any order 0.8, the same text 1.
 */
export function likenessOf(one: Shingles, other: Shingles): number {
  const words = overlapOf(one.words, other.words);
  if (one.pairs.size === 0 || other.pairs.size === 0) return words;
  return 0.8 * words + 0.2 * overlapOf(one.pairs, other.pairs);
}

function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [smaller, larger] = one.size <= other.size ? [one, other] : [other, one];
  if (smaller.size === 0) return 0;
  let common = 0;
  for (const item of smaller) if (larger.has(item)) common++;
  const resemblance = common / (smaller.size + larger.size - common);
  const containment = common / smaller.size;
  return (resemblance + containment) / 2;
}
