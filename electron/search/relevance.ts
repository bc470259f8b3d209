import type { Similarities } from "../core/search.ts";
import { along, type Candidate, clamp, prominenceOf, type TextResults, type VectorResults } from "./ranking.ts";
import { RELEVANCE_WEIGHTS } from "./relevance-weights.ts";
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from "./settings.ts";

/** What is known of a result. */
export interface Evidence {
  /** The share of the weight of the query's words that the memory contains, 0 to 1. */
  readonly covered: number;
  /** Its BM25 rank, absolute and relative to the best. */
  readonly rank: number;
  readonly rankShare: number;
  /** How far its cosine stands out ({@link prominenceOf}), and the cosine. */
  readonly prominence: number;
  readonly similarity: number;
  /** How well the model knows the language of the query, 0 to 1; 0 without vectors. */
  readonly fluency: number;
  /** Its position in the ranking, from 0. */
  readonly position: number;
}

/** The inputs of the model, in the order of its weights. */
export const RELEVANCE_FEATURES = [
  "constant",
  "covered",
  "covered²",
  "rank",
  "rank share",
  "prominence × fluency",
  "similarity × fluency",
  "1 − fluency",
  "1 / (1 + position)",
  "covered × (1 − fluency)",
  "rank × (1 − fluency)",
] as const;

/** Values of {@link RELEVANCE_FEATURES}. Each is limited, so that no single observation decides. */
export function featuresOf(evidence: Evidence): number[] {
  const { covered, rankShare, prominence, similarity, fluency, position } = evidence;
  const rank = Math.min(evidence.rank / 10, 3);
  return [
    1,
    covered,
    covered * covered,
    rank,
    rankShare,
    Math.min(2.5, Math.max(-1, prominence)) * fluency,
    similarity * fluency,
    1 - fluency,
    1 / (1 + position),
    covered * (1 - fluency),
    rank * (1 - fluency),
  ];
}

/** Estimates the probability that a result is relevant: a logistic model, fitted by `npm run bench relevance`. */
export function estimateRelevance(evidence: Evidence): number {
  const features = featuresOf(evidence);
  const sum = features.reduce((total, value, index) => total + value * (RELEVANCE_WEIGHTS[index] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The similarities of an ordinary store, for stores that are too small to have a distribution. */
const ORDINARY: Similarities = { count: 100, mean: 0.08, deviation: 0.1 };

/**
 * Collects the evidence for a candidate at a position of the ranking.
 * @param vector null if vector search did not contribute, or the candidate has no vectors yet: its words alone are
 * evidence then
 */
export function evidenceFor(
  candidate: Candidate,
  position: number,
  text: TextResults | null,
  vector: VectorResults | null,
): Evidence {
  const { rank, weight } = candidate;
  const similarity = candidate.similarity ?? 0;
  const bestRank = text?.hits[0]?.rank ?? 0;
  const total = text?.weight ?? 0;
  const prominence = vector === null ? 0 : prominenceOf(similarity, vector.similarities);
  return {
    covered: total > 0 ? clamp(weight / total) : rank > 0 ? 1 : 0,
    rank,
    rankShare: bestRank > 0 ? rank / bestRank : 0,
    prominence: Number.isFinite(prominence) ? prominence : prominenceOf(similarity, ORDINARY),
    similarity,
    fluency: vector === null ? 0 : fluencyOf(vector),
    position,
  };
}

function fluencyOf({ lettersPerPiece }: VectorResults): number {
  return lettersPerPiece === null ? 1 : along(DEFAULT_SEARCH_SETTINGS.vector.lettersPerPiece, lettersPerPiece);
}

/**
 * Returns the lowest estimate of a result. By default nothing is a result if the best is below the floor, and the
 * others must reach a share of the best. A floor that the caller gives applies to every result.
 */
export function lowestResult(
  estimates: readonly number[],
  minScore: number | null,
  { floor, shareOfBest }: SearchSettings["relevance"],
): number {
  if (minScore !== null) return minScore;
  const best = Math.max(0, ...estimates);
  return best < floor ? Number.POSITIVE_INFINITY : shareOfBest * best;
}
