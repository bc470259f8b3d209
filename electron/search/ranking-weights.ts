// Written by `npm run bench relevance -- --fit` with the development parts of
// Store, Store everyday, Store everyday-in-other-languages, DevBench, CoSQA, LoCoMo.

/** What an input of 1 adds to the score of re-ranking, as `RERANKING_INPUTS`, in logarithms of odds. */
export const RERANKING_WEIGHTS = {
  "words and meaning": 3.74,
  meaning: 2.92,
  context: 6.18,
  names: 3.17,
  "rare names": 1.26,
  session: 1,
  "adjacent words": 0.7,
  question: -2.08,
  period: 3.01,
  "word parts": 2.59,
  characters: 4,
  kinds: 4.5,
  progress: -1.5,
  user: -0.8,
};

/** What a feature of 1 adds to the logarithm of the odds that a result is relevant, as `RELEVANCE_FEATURES`. */
export const RELEVANCE_WEIGHTS: readonly number[] = [-7.58, 0.6, 8.52, -1.85, 0.59, 1.07, 0.8, 8.55, 0.31, 3.01, 3.8];
