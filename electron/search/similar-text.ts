import { LRUCache } from "lru-cache";
import { tokensOfText } from "../core/text-analysis.ts";
import { functionWordsOf } from "./function-words.ts";
import { SIMILAR_SETTINGS } from "./settings.ts";
import { createStemmer, type Stem } from "./stem.ts";

/** The compared features of a text: its content words, stemmed, and the pairs of adjacent words. */
export interface Shingles {
  readonly words: ReadonlySet<string>;
  /** Made at the first call: most texts that are compared share too few words. */
  pairs(): ReadonlySet<string>;
}

/** Words read of one text; similar texts share words well before that. */
const MAX_WORDS = 2000;

/** Texts whose shingles are remembered: captures that follow each other are compared with the same newest memories. */
const MAX_REMEMBERED = 64;

/** Creates a function that splits a text into {@link Shingles}. */
export function createShingler(stem: Stem = createStemmer()): (text: string) => Shingles {
  const remembered = new LRUCache<string, Shingles>({ max: MAX_REMEMBERED });
  return (text) => {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    const shingles = shinglesOf(text, stem);
    remembered.set(text, shingles);
    return shingles;
  };
}

function shinglesOf(text: string, stem: Stem): Shingles {
  const all = tokensOfText(text).slice(0, MAX_WORDS);
  const functionWords = functionWordsOf(all);
  const tokens = all.filter((token) => !functionWords.has(token)).map(stem);
  let pairs: ReadonlySet<string> | null = null;
  return {
    words: new Set(tokens),
    pairs() {
      pairs ??= new Set(tokens.slice(1).map((token, index) => `${tokens[index]} ${token}`));
      return pairs;
    },
  };
}

/**
 * The similarity of two texts by their words, 0 to 1: the mean of resemblance (Jaccard) and containment (Broder 1997,
 * "On the resemblance and containment of documents") of words, weighted with the same of word pairs. A text that
 * contains all of another scores above 0.5, the same words in another order 0.8, the same text 1.
 * @param minimum 0 is returned if the words show that the similarity is lower
 */
export function textSimilarity(one: Shingles, other: Shingles, minimum = 0): number {
  const words = overlapOf(one.words, other.words);
  const { pairWeight } = SIMILAR_SETTINGS;
  if ((1 - pairWeight) * words + pairWeight < minimum) return 0;
  if (one.pairs().size === 0 || other.pairs().size === 0) return words;
  return (1 - pairWeight) * words + pairWeight * overlapOf(one.pairs(), other.pairs());
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
