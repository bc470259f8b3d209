/** Written by `npm run bench use -- --fit`: the weight of rare words from which a memory counts as used. */
export const USE_FLOOR = 4.28;
