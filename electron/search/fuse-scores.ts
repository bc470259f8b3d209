import type { SearchSettings } from "./settings.ts";
import { clamp, type MeaningFound, type WordsFound, weightOfMeaning } from "./weight-of-meaning.ts";

/** A memory that may be an answer, and what each signal adds to its score. */
export interface Candidate {
  readonly id: string;
  readonly text: number;
  readonly vector: number;
  readonly context: number;
  /** Cosine of its best passage; null where meaning did not find it. */
  readonly similarity: number | null;
  /** Which passage that is. */
  readonly passage: number | null;
}

export interface Fusion {
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** How good the best answer is in itself, 0 to 1: of the words asked for, and in meaning, weighted as the legs are. */
  readonly confidence: number;
}

/** What a candidate is worth so far. */
export function scoreOf(candidate: Candidate): number {
  return candidate.text + candidate.vector + candidate.context;
}

/** Best first; of equals, the newer (ids are ULIDs). */
export function byScore(one: Candidate, other: Candidate): number {
  return scoreOf(other) - scoreOf(one) || (one.id < other.id ? 1 : -1);
}

/**
 * Joins the legs by a convex combination of their scores (Bruch, Gai and Ingber 2023, arXiv 2210.11934, where it
 * outdoes reciprocal ranks): BM25 in proportion to the leg's best, cosine between the least and the best of its leg
 * (min-max), with the {@link weightOfMeaning} of this query. Where no memory holds a word of it, meaning alone decides.
 *
 * @param words null where words play no part
 * @param meaning null where meaning plays no part
 */
export function fuseScores(
  words: WordsFound | null,
  meaning: MeaningFound | null,
  settings: SearchSettings["meaning"],
): Fusion {
  const weight = meaning === null ? 0 : !words?.hits.length ? 1 : weightOfMeaning(words, meaning, settings);
  const bestRank = words?.hits[0]?.rank ?? 0;
  const near = weight > 0 ? (meaning?.hits ?? []) : [];
  const best = near[0]?.similarity ?? 0;
  const least = near.at(-1)?.similarity ?? 0;
  const found = new Map<string, Candidate>();
  for (const { id, rank } of words?.hits ?? []) {
    const text = (1 - weight) * (bestRank > 0 ? rank / bestRank : 1);
    found.set(id, { id, text, vector: 0, context: 0, similarity: null, passage: null });
  }
  for (const { id, similarity, passage } of near) {
    const known = found.get(id);
    if (known === undefined && similarity < settings.least) continue;
    const vector = weight * (best > least ? (similarity - least) / (best - least) : 1);
    found.set(id, { id, text: known?.text ?? 0, vector, context: 0, similarity, passage });
  }
  const ideal = words?.idealRank ?? 0;
  const ofWords = ideal > 0 ? clamp(bestRank / ideal) : bestRank > 0 ? 1 : 0;
  return {
    candidates: [...found.values()].sort(byScore),
    confidence: weight * clamp(best) + (1 - weight) * ofWords,
  };
}
