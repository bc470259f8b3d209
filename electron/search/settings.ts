/** The share of its score that a memory adds to the memories captured next to it. */
export interface ContextShares {
  /** For the memory captured right after it; the second one after it gets half of this, the third a third. */
  readonly later: number;
  /** For the memory captured right before it; likewise. */
  readonly earlier: number;
}

/** A linear ramp: 0 at `from` and below, 1 at `to` and above. */
export interface Ramp {
  readonly from: number;
  readonly to: number;
}

export const along = ({ from, to }: Ramp, value: number): number => clamp((value - from) / (to - from));
export const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * How results are ranked: one setting for every kind of memory. The values come from the measurements in ADR 0049
 * (`npm run bench retrieval`).
 */
export interface SearchSettings {
  /** The number of candidates that text search and vector search contribute, each. */
  readonly candidates: number;
  /** The number of memories whose similarity is known: the last of them is what vector search counts as 0. */
  readonly similar: number;
  /**
   * The number of text index entries a query may read: the sum of its words' document frequencies. Beyond it the most
   * frequent words are dropped, so that search time does not grow with the store (ADR 0010).
   */
  readonly postingsBudget: number;
  /** Words in more than this share of the memories in scope do not discriminate: neither searched nor embedded. */
  readonly frequentShare: number;
  readonly vector: {
    /**
     * The weight of vector search against text search, 0 to 1, by the highest cosine similarity: `minWeight` at
     * `similarity.from` or less, `maxWeight` at `similarity.to` or more. The following values reduce it.
     */
    readonly minWeight: number;
    readonly maxWeight: number;
    readonly similarity: Ramp;
    /**
     * Scales the weight by the prominence of the best hit (`prominenceOf`): a model that rates all texts equally is not
     * used.
     */
    readonly prominence: Ramp;
    /** Scales the weight by the query's letters per word piece: low in languages the model was not trained on. */
    readonly lettersPerPiece: Ramp;
    /** The share of the weight that is removed if a single memory contains all words of the query. */
    readonly exactTextReduction: number;
    /** The lowest cosine similarity of a result that contains no word of the query. */
    readonly minSimilarity: number;
  };
  /** When a candidate is a result, by the estimate that it is relevant, 0 to 1 (`relevance.ts`). */
  readonly relevance: {
    /**
     * If the best candidate is below it, the search has no results. It is lower for memories in another language, for a
     * prompt, which has more words, and in a dialogue, whose turns share fewer words with a question.
     */
    readonly floor: {
      readonly notes: number;
      readonly otherLanguage: number;
      readonly prompt: number;
      readonly dialogue: number;
    };
    /**
     * The lowest estimate of a result, as a share of the best: among notes, among very many of them (from `many.from`
     * memories on less, from `many.to` on `manyNotes`), in another language, and in a dialogue.
     */
    readonly shareOfBest: {
      readonly notes: number;
      readonly manyNotes: number;
      readonly otherLanguage: number;
      readonly many: Ramp;
      readonly dialogue: number;
    };
    /**
     * What one of the results needs in a language that the model knows at least this well (`fluency`): this share of the
     * weight of the query's words, or this cosine, or most of both.
     */
    readonly support: {
      readonly fluency: number;
      readonly covered: number;
      readonly similarity: number;
      /** The sum of both, each as a share of its value above, that is as good as one of them. */
      readonly together: number;
    };
  };
  readonly context: {
    /** If both are 0, context is off. */
    readonly shares: ContextShares;
    /** The number of top candidates whose neighbours are looked up. */
    readonly sources: number;
    /** The longest time between two neighbours, in milliseconds. */
    readonly withinMs: number;
    /** The number of neighbours of one memory. */
    readonly neighbours: number;
    /**
     * The highest score that context gives a neighbour, as a share of its source's score: it stays below its source.
     */
    readonly maxShareOfSource: number;
  };
  /** The most that each signal raises a score, as a share of it; 0 turns it off. */
  readonly boosts: {
    /** What a boost of 1 adds in re-ranking: the weight of the fused score and of similarity together. */
    readonly scale: number;
    /** Applies in full to a memory that just changed, and half after `recencyHalfLifeMs`. */
    readonly recency: number;
    readonly recencyHalfLifeMs: number;
    /** Applies half after three recalls. */
    readonly use: number;
    readonly pinned: number;
  };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const DEFAULT_SEARCH_SETTINGS: SearchSettings = {
  candidates: 100,
  similar: 250,
  postingsBudget: 5000,
  frequentShare: 0.3,
  vector: {
    minWeight: 0.5,
    maxWeight: 0.9,
    similarity: { from: 0.3, to: 0.7 },
    prominence: { from: 0.5, to: 1 },
    lettersPerPiece: { from: 2.75, to: 3.25 },
    exactTextReduction: 0.7,
    minSimilarity: 0.15,
  },
  relevance: {
    floor: { notes: 0.21, otherLanguage: 0.14, prompt: 0.16, dialogue: 0.12 },
    shareOfBest: { notes: 0.095, otherLanguage: 0.06, manyNotes: 0.04, many: { from: 500, to: 2000 }, dialogue: 0.008 },
    support: { fluency: 0.5, covered: 0.34, similarity: 0.27, together: 1.5 },
  },
  context: {
    shares: { later: 0.4, earlier: 0.2 },
    sources: 5,
    withinMs: 10 * MINUTE,
    neighbours: 4,
    maxShareOfSource: 0.9,
  },
  boosts: { scale: 5.4, recency: 0.03, recencyHalfLifeMs: 30 * DAY, use: 0.03, pinned: 0.05 },
};

/** When memories count as similar. Chosen on examples of near duplicates; no public data set measures this. */
export const SIMILAR_SETTINGS = {
  /** The lowest text similarity reported: a memory that contains all of another reaches 0.5 (`textSimilarity`). */
  minTextSimilarity: 0.5,
  /** The lowest cosine similarity reported: with the bundled model, a memory that says much the same in other words. */
  minVectorSimilarity: 0.7,
  /** The same where duplicates are looked for, which both similarities together decide. */
  minDuplicateSimilarity: 0.6,
  /** The lowest prominence reported: without it, a model rates all texts of an unfamiliar language as similar. */
  minProminence: 1,
  /**
   * The weight of word pairs in order, against single words: word order breaks ties between texts of the same words.
   */
  pairWeight: 0.2,
  /** Words whose frequency is looked up, longest first: long words tend to be rare, and each look-up takes time. */
  lookedUpWords: 20,
  /** Words of the query that at most one memory contains; many words of a new memory are in no other. */
  ownWords: 8,
  /** The rarest words that several memories contain. */
  sharedWords: 8,
  /** The number of text index entries read: a tenth of a search's, since every capture waits for this query. */
  postingsBudget: 300,
  /**
   * The rarest shared word is read beyond the budget up to this many entries: about a millisecond. In a text whose
   * words are all more frequent than that, they do not distinguish memories.
   */
  maxPostings: 2000,
  /** Candidates whose full text is compared. */
  compared: 12,
  /** Passages of the memory whose vectors are searched. */
  passages: 4,
} as const;
