// Written by `npm run bench relevance -- --fit` with the development parts of
// Store, Store everyday, LoCoMo, DevBench, CoSQA.

/** What an input of 1 adds to the score of re-ranking, as `RERANKING_INPUTS`, in logarithms of odds. */
export const RERANKING_WEIGHTS = {
  "words and meaning": 3.63,
  meaning: 3.04,
  context: 6.01,
  names: 3.14,
  session: 1.22,
  "adjacent words": 0.59,
  question: -2.1,
  period: 3.81,
  "word parts": 4.22,
  kinds: 3,
  progress: -1,
  project: 0.8,
};

/** What a feature of 1 adds to the logarithm of the odds that a result is relevant, as `RELEVANCE_FEATURES`. */
export const RELEVANCE_WEIGHTS: readonly number[] = [-7.29, 0.47, 8.51, -1.82, 0.6, 1.01, 0.68, 8.52, 0.68, 2.98];
