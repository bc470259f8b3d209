import { inverseFrequency, termGain } from "../core/bm25.ts";
import type { TextHit, TextQuery, TextTerm } from "../core/search.ts";
import { setOfTerm } from "../core/term-set.ts";
import { frequencyOf, type LexemeColumns, lengthOf, type Stem } from "./lexemes.ts";

/** A memory that text search found, here or in a remote domain. */
export interface TextCandidate {
  readonly id: string;
  readonly columns: LexemeColumns;
}

/** Counted over all places that are searched together. */
export interface TextStatistics {
  readonly rows: number;
  readonly averageLength: number;
  /** The number of memories with each term of {@link scoredTerms}. */
  readonly frequencies: readonly number[];
}

/** The terms that add to a rank. A required phrase is in `any` too, and counts twice, as in the local index. */
export function scoredTerms({ any, all }: TextQuery): readonly TextTerm[] {
  return [...any, ...all];
}

/**
 * Ranks candidates of several places by the BM25 of the local index, with the statistics of all of them. Ranks of
 * two indexes cannot be compared, because a word that is rare in one can be common in the other.
 */
export function scoreTexts(
  candidates: readonly TextCandidate[],
  query: TextQuery,
  { rows, averageLength, frequencies }: TextStatistics,
  stem: Stem,
): TextHit[] {
  const terms = scoredTerms(query);
  const weights = terms.map((_, index) => inverseFrequency(frequencies[index] ?? 0, rows));
  const average = Math.max(1, averageLength);
  const hits = candidates.map(({ id, columns }): TextHit => {
    const length = lengthOf(columns);
    let rank = 0;
    let found = 0;
    terms.forEach((term, index) => {
      const frequency = frequencyOf(columns, term, stem);
      if (frequency === 0) return;
      rank += termGain(weights[index] ?? 0, frequency, length, average);
      if (index < query.any.length) found += setOfTerm(index);
    });
    return { id, rank, terms: query.all.length > 0 ? null : found };
  });
  return hits
    .filter(({ rank }) => rank > 0)
    .sort((one, other) => other.rank - one.rank || (one.id < other.id ? -1 : 1));
}
