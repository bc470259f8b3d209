/**
 * The weights of `RELEVANCE_FEATURES`, written by `npm run bench relevance` with the development parts of
 * Store, DevBench, LoCoMo, CoSQA, REALTALK, BEAM, XQuAD de, XQuAD zh, XQuAD de on en.
 */
export const RELEVANCE_WEIGHTS: readonly number[] = [-7.36, 0.2, 9.47, -1.89, 0.68, 0.83, 0.92, 8.68, 0.33, 2.65];
