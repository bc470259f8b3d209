// Written by `npm run bench relevance -- --fit` with the development parts of
// Store, Store everyday, Store everyday-in-other-languages, LoCoMo, DevBench, CoSQA.

/** What an input of 1 adds to the score of re-ranking, as `RERANKING_INPUTS`, in logarithms of odds. */
export const RERANKING_WEIGHTS = {
  "words and meaning": 3.73,
  meaning: 2.93,
  context: 6.18,
  names: 3.17,
  "rare names": 1.28,
  session: 1,
  "adjacent words": 0.7,
  question: -2.08,
  period: 3.01,
  "word parts": 3.38,
  characters: 4,
  kinds: 4.5,
  progress: -1.5,
  user: -0.8,
};

/** What a feature of 1 adds to the logarithm of the odds that a result is relevant, as `RELEVANCE_FEATURES`. */
export const RELEVANCE_WEIGHTS: readonly number[] = [-7.56, 0.6, 8.42, -1.84, 0.7, 1.12, 0.73, 8.51, 0.25, 3.08, 3.79];
