/**
 * The weights of `RELEVANCE_FEATURES`, written by `npm run bench relevance` with the development parts of
 * Store, DevBench, LoCoMo, CoSQA, REALTALK, BEAM, XQuAD de, XQuAD zh, XQuAD de on en.
 */
export const RELEVANCE_WEIGHTS: readonly number[] = [-7.32, 0.29, 8.48, -2.08, 0.66, 0.79, 0.91, 8.58, 0.27, 2.65];
