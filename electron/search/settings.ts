/** What a memory gains of the score of a better one beside it, as a share. */
export interface ContextShares {
  /** Captured right after it; the second after it gains half of this. */
  readonly later: number;
  /** Captured right before it; likewise. */
  readonly earlier: number;
}

/** From where something counts for nothing to where it counts fully; in between in proportion. */
export interface Span {
  readonly not: number;
  readonly fully: number;
}

/**
 * How results are ranked. One setting for every kind of memory; `bench/retrieval` measures it.
 */
export interface SearchSettings {
  /** How many memories each leg, words and meaning, puts up as candidates. */
  readonly candidates: number;
  /**
   * How many entries of the text index a query may touch (the sum of its words' document frequencies). Past it the
   * commonest words are left out, so that a search in a large store stays as quick as in a small one.
   */
  readonly postingsBudget: number;
  /** Words that more than this share of the scope holds tell nothing apart: neither searched nor embedded. */
  readonly frequentShare: number;
  readonly meaning: {
    /**
     * Weight of meaning beside words, 0 to 1: `whenUnsure` where the most similar memory has a cosine of `unsure` or
     * less, `whenSure` at `sure` or more, in between in proportion. A model that found something close is believed more.
     * What follows makes it less.
     */
    readonly whenUnsure: number;
    readonly whenSure: number;
    readonly unsure: number;
    readonly sure: number;
    /**
     * Meaning counts for nothing where the most similar memory stands out of all by `not` times what chance gives or less
     * (`standsOut`), and fully at `fully`: a model that finds everything alike has understood nothing.
     */
    readonly stands: Span;
    /** Likewise for the letters that a word piece of the query holds: fewer in a language the model was not made for. */
    readonly fits: Span;
    /** The share of its weight that meaning loses where one memory alone holds all of the query's words. */
    readonly certainWords: number;
    /** Memories less similar than this, and without any word of the query, are no answer. */
    readonly least: number;
  };
  readonly context: {
    /** Shares of its score that a good answer lends to what was captured after and before it; both 0: context is off. */
    readonly shares: ContextShares;
    /** The best so many lift their neighbours. */
    readonly sources: number;
    /** Neighbours were captured at most this far apart. */
    readonly withinMs: number;
    /** Neighbours of one memory. */
    readonly neighbours: number;
  };
  /** How much each raises a score at most, as a share of it; 0 turns it off. */
  readonly signals: {
    /** Full when just changed, half after `recencyHalfLifeMs`. */
    readonly recency: number;
    readonly recencyHalfLifeMs: number;
    /** Half of it after three recalls. */
    readonly use: number;
    readonly pinned: number;
  };
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const DEFAULT_SEARCH_SETTINGS: SearchSettings = {
  candidates: 100,
  postingsBudget: 5000,
  frequentShare: 0.3,
  meaning: {
    whenUnsure: 0.5,
    whenSure: 0.9,
    unsure: 0.3,
    sure: 0.7,
    stands: { not: 0.5, fully: 1 },
    fits: { not: 2.75, fully: 3.25 },
    certainWords: 0.7,
    least: 0.15,
  },
  context: { shares: { later: 0.4, earlier: 0.2 }, sources: 5, withinMs: 10 * MINUTE, neighbours: 4 },
  signals: { recency: 0.03, recencyHalfLifeMs: 30 * DAY, use: 0.03, pinned: 0.05 },
};
