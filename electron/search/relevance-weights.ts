/**
 * The weights of `RELEVANCE_FEATURES`, written by `npm run bench relevance` with the development parts of
 * Store, DevBench, LoCoMo, CoSQA, REALTALK, BEAM, XQuAD de, XQuAD zh, XQuAD de on en.
 */
export const RELEVANCE_WEIGHTS: readonly number[] = [
  -6.14, 1.85, -0.45, -0.3, 0.66, 1.75, 0.39, -1.52, 2.41, 6.13, 0.36,
];
