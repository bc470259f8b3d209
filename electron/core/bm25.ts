/** FTS5's constants of BM25 (sqlite.org/fts5.html#the_bm25_function). */
const K1 = 1.2;
const B = 0.75;
/** The weights of the columns content, tags and source, as configured for `rank` in the schema. */
export const COLUMN_WEIGHTS = [1, 2, 0.5] as const;
/** FTS5's weight of a term that half of the rows or more contain. */
const MIN_TERM_WEIGHT = 1e-6;

/** The weight of a term in BM25: rarer terms weigh more (Robertson's IDF, as in FTS5). */
export function inverseFrequency(rowsWithTerm: number, rowCount: number): number {
  return Math.max(MIN_TERM_WEIGHT, Math.log((rowCount - rowsWithTerm + 0.5) / (rowsWithTerm + 0.5)));
}

/** The part of the denominator of BM25 that grows with the length of a row. */
export function lengthNorm(length: number, averageLength: number): number {
  return K1 * (1 - B + (B * length) / averageLength);
}

/** The contribution of a term to the BM25 rank of a row. */
export function termGain(weight: number, frequency: number, length: number, averageLength: number): number {
  return (weight * frequency * (K1 + 1)) / (frequency + lengthNorm(length, averageLength));
}
