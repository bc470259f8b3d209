/** What a memory gains of the score of a better one beside it, as a share. */
export interface ContextShares {
  /** Captured right after it; the second after it gains half of this. */
  readonly later: number;
  /** Captured right before it; likewise. */
  readonly earlier: number;
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
     */
    readonly whenUnsure: number;
    readonly whenSure: number;
    readonly unsure: number;
    readonly sure: number;
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
  meaning: { whenUnsure: 0.5, whenSure: 1, unsure: 0.4, sure: 0.8, least: 0.15 },
  context: { shares: { later: 0.4, earlier: 0.2 }, sources: 5, withinMs: 10 * MINUTE, neighbours: 4 },
  signals: { recency: 0.03, recencyHalfLifeMs: 30 * DAY, use: 0.03, pinned: 0.05 },
};
