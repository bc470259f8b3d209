// Written by `npm run bench relevance -- --fit` with the development parts of
// Store, Store everyday, Store everyday-in-other-languages, LoCoMo, DevBench, CoSQA.

/** What an input of 1 adds to the score of re-ranking, as `RERANKING_INPUTS`, in logarithms of odds. */
export const RERANKING_WEIGHTS = {
  "words and meaning": 3.75,
  meaning: 2.92,
  context: 6.04,
  names: 3.17,
  "rare names": 1.29,
  session: 1.2,
  "adjacent words": 0.62,
  question: -2.08,
  period: 3.03,
  "word parts": 3.36,
  characters: 4,
  kinds: 4.5,
  progress: -1.5,
  user: -0.8,
};

/** What a feature of 1 adds to the logarithm of the odds that a result is relevant, as `RELEVANCE_FEATURES`. */
export const RELEVANCE_WEIGHTS: readonly number[] = [-7.55, 0.6, 8.43, -1.84, 0.7, 1.13, 0.71, 8.5, 0.31, 3.09, 3.79];
