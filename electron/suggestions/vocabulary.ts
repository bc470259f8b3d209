interface Place {
  readonly turn: number;
  readonly sentence: number;
  /** How many words the sentence has. */
  readonly words: number;
}

interface SpokenTurn {
  readonly isUser: boolean;
  readonly surfaces: readonly { readonly words: readonly string[]; readonly terms: readonly string[] }[];
}

/** The first sentences with a word that are compared; a more frequent word says little. */
const MAX_PLACES = 12;
/** Two sentences with fewer common words are not similar. */
const MIN_COMMON_WORDS = 3;
const MAX_TERMS = 6;

/** The words and terms of one conversation, with their places. */
export class Vocabulary {
  readonly #turns: readonly SpokenTurn[];
  /** In how many sentences a word is. */
  readonly #counts = new Map<string, number>();
  readonly #terms = new Map<string, { readonly turn: number; readonly index: number; lastTurn: number }>();
  readonly #places = new Map<string, Place[]>();
  readonly #turnCounts: readonly { readonly counts: ReadonlyMap<string, number>; readonly norm: number }[];
  readonly #sentences: number;
  readonly #norm: number;

  constructor(turns: readonly SpokenTurn[]) {
    this.#turns = turns;
    let sentence = 0;
    turns.forEach(({ surfaces }, turn) => {
      surfaces.forEach(({ words, terms }, index) => {
        for (const word of words) this.#add(word, { turn, sentence, words: words.length });
        for (const term of terms) {
          const known = this.#terms.get(term);
          if (known === undefined) this.#terms.set(term, { turn, index, lastTurn: turn });
          else known.lastTurn = turn;
        }
        sentence += 1;
      });
    });
    this.#sentences = sentence;
    this.#turnCounts = turns.map(({ surfaces }) => {
      const counts = new Map<string, number>();
      for (const { words } of surfaces) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      return { counts, norm: normOf(counts.values()) };
    });
    this.#norm = normOf([...this.#counts.values()].map((count) => this.#weightOf(count)));
  }

  #add(word: string, place: Place): void {
    this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    const places = this.#places.get(word);
    if (places === undefined) this.#places.set(word, [place]);
    else if (places.length < MAX_PLACES) places.push(place);
  }

  /** A word that is in several sentences, but not in most. */
  #weightOf(count: number): number {
    return Math.log2(1 + count) * Math.log2(1 + this.#sentences / count);
  }

  /** How many terms of a sentence are first in this sentence, in a later message too, and in an earlier one. */
  termFeatures(terms: readonly string[], turn: number, index: number): Record<string, number> {
    const known = terms.flatMap((term) => this.#terms.get(term) ?? []);
    return {
      newTerms: Math.min(MAX_TERMS, known.filter((term) => term.turn === turn && term.index === index).length),
      laterTerms: Math.min(MAX_TERMS, known.filter(({ lastTurn }) => lastTurn > turn).length),
      earlierTerms: Math.min(MAX_TERMS, known.filter((term) => term.turn < turn).length),
    };
  }

  /** How rare the words of a sentence are, and how similar the sentence is to the conversation and to other messages. */
  wordFeatures(words: readonly string[], turn: number, isUser: boolean): Record<string, number> {
    const own = this.#turnCounts[turn];
    const rare = words.filter((word) => this.#counts.get(word) === 1).length;
    return {
      rareWords: words.length === 0 ? 0 : rare / words.length,
      centrality: cosine(words, (word) => this.#weightOf(this.#counts.get(word) ?? 1), this.#norm),
      turnCentrality: cosine(words, (word) => own?.counts.get(word) ?? 0, own?.norm ?? 1),
      ...this.#restatements(words, turn, isUser),
    };
  }

  /** The largest share of common words with a sentence of a later, an earlier, and the other speaker's message. */
  #restatements(words: readonly string[], turn: number, isUser: boolean): Record<string, number> {
    const common = new Map<number, { readonly place: Place; count: number }>();
    for (const word of words) {
      for (const place of this.#places.get(word) ?? []) {
        if (place.turn === turn) continue;
        const entry = common.get(place.sentence);
        if (entry === undefined) common.set(place.sentence, { place, count: 1 });
        else entry.count += 1;
      }
    }
    let [later, earlier, other] = [0, 0, 0];
    for (const { place, count } of common.values()) {
      if (count < MIN_COMMON_WORDS) continue;
      const share = count / Math.sqrt(words.length * place.words);
      if (place.turn > turn) later = Math.max(later, share);
      else earlier = Math.max(earlier, share);
      if (this.#turns[place.turn]?.isUser !== isUser) other = Math.max(other, share);
    }
    return { restatedLater: later, restatedEarlier: earlier, restatedOther: other };
  }
}

function normOf(weights: Iterable<number>): number {
  let sum = 0;
  for (const weight of weights) sum += weight ** 2;
  return Math.sqrt(sum) || 1;
}

function cosine(words: readonly string[], weightOf: (word: string) => number, norm: number): number {
  if (words.length === 0) return 0;
  return words.reduce((sum, word) => sum + weightOf(word), 0) / (Math.sqrt(words.length) * norm);
}
