import { LRUCache } from "lru-cache";
import { createStemmer, type Stem } from "../core/stem.ts";
import { WordNumbers } from "../core/word-numbers.ts";
import { functionWordsOf, mayBeFunctionWord } from "./function-words.ts";
import { SIMILAR_SETTINGS } from "./settings.ts";

/** Compares texts by their content words, stemmed, and the pairs of adjacent words. */
export interface TextComparison {
  /**
   * The similarity of two texts by their words, 0 to 1: the mean of resemblance (Jaccard) and containment (Broder 1997,
   * "On the resemblance and containment of documents") of words, weighted with the same of word pairs. A text that
   * contains all of another scores above 0.5, the same words in another order 0.8, the same text 1.
   * @param minimum 0 is returned if the words show that the similarity is lower
   */
  similarity(one: string, other: string, minimum?: number): number;
  /** Frees the memory of words and texts. */
  release(): void;
  /** How many words both texts have, and how many the shorter one has. */
  sharedWords(one: string, other: string): { readonly common: number; readonly ofShorter: number };
}

/** Words read of one text; similar texts share words well before that. */
const MAX_WORDS = 2000;
/** Texts that are remembered, and their letters: captures find the same memories in turn. */
const MAX_REMEMBERED = 8000;
const MAX_REMEMBERED_LETTERS = 4_000_000;
/** When this many words have a number, the next text starts a new vocabulary. */
const MAX_NUMBERS = 20_000;

/** The compared features of a text. Words are the numbers of their stems, which only one vocabulary understands. */
interface Features {
  readonly vocabulary: Vocabulary;
  /** Each once. */
  readonly words: readonly number[];
  /** Made at the first use: most texts that are compared share too few words. */
  pairs: ReadonlySet<number> | null;
}

/** Creates a comparison that remembers words and texts. */
export function createTextComparison(stem: Stem = createStemmer()): TextComparison {
  const remembered = new LRUCache<string, Features>({
    max: MAX_REMEMBERED,
    maxSize: MAX_REMEMBERED_LETTERS,
    sizeCalculation: (_, text) => text.length + 1,
  });
  let vocabulary = new Vocabulary(stem);

  function featuresOf(text: string): Features {
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (vocabulary.isFull) {
      vocabulary = new Vocabulary(stem);
      remembered.clear();
    }
    const features = { vocabulary, words: vocabulary.distinct(vocabulary.read(text)), pairs: null };
    remembered.set(text, features);
    return features;
  }

  function both(one: string, other: string): readonly [Features, Features] {
    const first = featuresOf(one);
    const second = featuresOf(other);
    return [first.vocabulary === second.vocabulary ? first : featuresOf(one), second];
  }

  return {
    release() {
      vocabulary = new Vocabulary(stem);
      remembered.clear();
    },
    similarity(one, other, minimum = 0) {
      const [first, second] = both(one, other);
      const { pairWeight } = SIMILAR_SETTINGS;
      const common = vocabulary.commonOf(first.words, second.words);
      const words = overlapOf(common, first.words.length, second.words.length);
      if ((1 - pairWeight) * words + pairWeight < minimum) return 0;
      const [pairs, others] = [pairsOf(first, one), pairsOf(second, other)];
      if (pairs.size === 0 || others.size === 0) return words;
      return (
        (1 - pairWeight) * words + pairWeight * overlapOf(pairs.intersection(others).size, pairs.size, others.size)
      );
    },
    sharedWords(one, other) {
      const [first, second] = both(one, other);
      const ofShorter = Math.min(first.words.length, second.words.length);
      return { common: vocabulary.commonOf(first.words, second.words), ofShorter };
    },
  };
}

/** Knows the stem of each word by a number, which is never given to another stem. */
class Vocabulary {
  readonly #stem: Stem;
  readonly #words = new WordNumbers(MAX_NUMBERS, MAX_WORDS);
  readonly #stems = new Map<string, number>();
  /** For each word the number of its stem, and whether it can be a function word. */
  readonly #stemOf = new Uint16Array(MAX_NUMBERS + MAX_WORDS);
  readonly #mayBeFunctionWord = new Uint8Array(MAX_NUMBERS + MAX_WORDS);
  #learned = 0;
  /** For each stem, the last mark that it got. */
  readonly #marks = new Uint32Array(MAX_NUMBERS + MAX_WORDS);
  #mark = 0;

  constructor(stem: Stem) {
    this.#stem = stem;
  }

  /** Whether the next text may have more words than there are numbers. */
  get isFull(): boolean {
    return this.#words.isFull;
  }

  /** The content words of a text, in their order. */
  read(text: string): number[] {
    const read = this.#words.ofText(text, MAX_WORDS);
    while (this.#learned < this.#words.size) this.#learn(this.#learned++);
    const candidates = read.filter((word) => this.#mayBeFunctionWord[word] === 1);
    const functionWords =
      candidates.length === 0 ? null : functionWordsOf(candidates.map((word) => this.#words.wordOf(word)));
    const words: number[] = [];
    for (const word of read) {
      const isFunctionWord =
        this.#mayBeFunctionWord[word] === 1 && functionWords?.has(this.#words.wordOf(word)) === true;
      if (!isFunctionWord) words.push(this.#stemOf[word] ?? 0);
    }
    return words;
  }

  /** The words, each once. */
  distinct(words: readonly number[]): number[] {
    const mark = this.#nextMark();
    return words.filter((word) => {
      if (this.#marks[word] === mark) return false;
      this.#marks[word] = mark;
      return true;
    });
  }

  /** The number of words that both have. */
  commonOf(one: readonly number[], other: readonly number[]): number {
    const mark = this.#nextMark();
    for (const word of one) this.#marks[word] = mark;
    let common = 0;
    for (const word of other) if (this.#marks[word] === mark) common++;
    return common;
  }

  #learn(word: number): void {
    const token = this.#words.wordOf(word);
    const stem = this.#stem(token);
    const number = this.#stems.get(stem) ?? this.#stems.size;
    this.#stems.set(stem, number);
    this.#stemOf[word] = number;
    this.#mayBeFunctionWord[word] = mayBeFunctionWord(token) ? 1 : 0;
  }

  #nextMark(): number {
    this.#mark = (this.#mark + 1) >>> 0;
    if (this.#mark === 0) {
      this.#marks.fill(0);
      this.#mark = 1;
    }
    return this.#mark;
  }
}

function pairsOf(features: Features, text: string): ReadonlySet<number> {
  if (features.pairs !== null) return features.pairs;
  const words = features.vocabulary.read(text);
  const size = MAX_NUMBERS + MAX_WORDS;
  features.pairs = new Set(words.slice(1).map((word, index) => (words[index] ?? 0) * size + word));
  return features.pairs;
}

function overlapOf(common: number, one: number, other: number): number {
  const smaller = Math.min(one, other);
  if (smaller === 0) return 0;
  const resemblance = common / (one + other - common);
  const containment = common / smaller;
  return (resemblance + containment) / 2;
}
