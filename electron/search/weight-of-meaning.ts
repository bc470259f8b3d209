import type { Similarities, TextHit, VectorAnswer } from "../core/search.ts";
import type { SearchSettings } from "./settings.ts";

/** What words found. */
export interface WordsFound {
  /** Best first. */
  readonly hits: readonly TextHit[];
  /** BM25 of a memory of average length that holds every word of the query once. */
  readonly idealRank: number;
}

/** What meaning found. */
export interface MeaningFound extends VectorAnswer {
  /** Of the query, as the embedder tells it. */
  readonly lettersPerPiece: number | null;
}

/** The best by words is compared with the third: what only two memories hold still tells them from all others. */
const COMPARED_WITH = 2;
/** Of fewer passages it cannot be told what stands out. */
const FEWEST_PASSAGES = 20;

/**
 * The weight of meaning beside words, 0 to 1, for one query: more, the closer the closest memory is; less, as far as it
 * does not stand out, the model was not made for such text, and one memory holds the query's words as no other does.
 * {@link SearchSettings.meaning} documents the values.
 */
export function weightOfMeaning(words: WordsFound, meaning: MeaningFound, settings: SearchSettings["meaning"]): number {
  const { whenUnsure, whenSure, unsure, sure, stands, fits, certainWords } = settings;
  const best = meaning.hits[0]?.similarity ?? 0;
  const closeness = whenUnsure + (whenSure - whenUnsure) * within(best, unsure, sure);
  const standing = within(standsOut(best, meaning.similarities), stands.not, stands.fully);
  const { lettersPerPiece } = meaning;
  const fitness = lettersPerPiece === null ? 1 : within(lettersPerPiece, fits.not, fits.fully);
  return closeness * standing * fitness * (1 - certainWords * certaintyOf(words));
}

/**
 * How far a similarity lies above the mean of all, in standard deviations, as a multiple of what the greatest of so many
 * would reach by chance: √(2 ln n), the limit for independent normal values (Gumbel 1958, Statistics of Extremes).
 */
export function standsOut(similarity: number, { count, mean, deviation }: Similarities): number {
  if (count < FEWEST_PASSAGES || deviation === 0) return Number.POSITIVE_INFINITY;
  return (similarity - mean) / deviation / Math.sqrt(2 * Math.log(count));
}

/** How alone the best memory stands with the query's words, 0 to 1: all of them in it, and little in the third best. */
function certaintyOf({ hits, idealRank }: WordsFound): number {
  const best = hits[0]?.rank ?? 0;
  if (best <= 0 || idealRank <= 0) return 0;
  return clamp(best / idealRank) * (1 - (hits[COMPARED_WITH]?.rank ?? 0) / best);
}

const within = (value: number, from: number, to: number): number => clamp((value - from) / (to - from));
/** To 0 at least and 1 at most. */
export const clamp = (value: number): number => Math.min(1, Math.max(0, value));
