import type { RankingFacts } from "../core/ports.ts";
import type { Similarities, TextHit, VectorAnswer } from "../core/search.ts";
import type { TermSet } from "../core/term-set.ts";
import type { SearchedWord } from "./choose-terms.ts";
import { along, type ContextShares, clamp, type SearchSettings } from "./settings.ts";

/** The results of text search. */
export interface TextResults {
  /** Best first. */
  readonly hits: readonly TextHit[];
  /** The BM25 rank of a memory of average length that contains every word of the query once. */
  readonly idealRank: number;
  readonly words: readonly SearchedWord[];
  /** The words written as names (`namesIn`). */
  readonly names: ReadonlySet<string>;
  /** The number of memories that the caller may see. */
  readonly size: number;
}

/** The results of vector search. */
export interface VectorResults extends VectorAnswer {
  /** How well the model knows the language of the query, 0 to 1 (`fluencyOf`). */
  readonly fluency: number;
}

/** A memory that may be a result, and what each signal adds to its score. */
export interface Candidate {
  readonly id: string;
  readonly text: number;
  readonly vector: number;
  readonly context: number;
  /** The cosine similarity of its best passage; null if vector search did not find it. */
  readonly similarity: number | null;
  /** The number of that passage. */
  readonly passage: number | null;
  /** The number of its passages; null if vector search did not find it. */
  readonly passages: number | null;
  /** Its BM25 rank and the terms of the query that it contains (`TextHit.terms`); 0 if text search did not find it. */
  readonly rank: number;
  readonly terms: TermSet | null;
}

/** The score of a candidate before boosts. */
export function scoreOf(candidate: Candidate): number {
  return candidate.text + candidate.vector + candidate.context;
}

/** Best first; of equal scores, the newer memory first (ids are ULIDs). */
function byScore(one: Candidate, other: Candidate): number {
  return scoreOf(other) - scoreOf(one) || (one.id < other.id ? 1 : -1);
}

/**
 * Combines both searches by a convex combination of their scores (Bruch, Gai and Ingber 2023, arXiv 2210.11934, who
 * find it better than reciprocal rank fusion): BM25 relative to the best rank, and the pooled cosine similarity scaled
 * between the lowest and the highest (min-max), weighted by {@link vectorWeight}. If no memory contains a word of the
 * query, only vectors count.
 *
 * @param text null if text search does not contribute
 * @param vector null if vector search does not contribute
 * @param candidates the number of candidates of vector search; its other hits only scale, and add to text hits
 * @returns best first
 */
export function fuseScores(
  text: TextResults | null,
  vector: VectorResults | null,
  settings: SearchSettings["vector"],
  candidates: number,
): Candidate[] {
  const weight = fusionWeight(text, vector, settings);
  const bestRank = text?.hits[0]?.rank ?? 0;
  const near = (weight > 0 ? (vector?.hits ?? []) : [])
    .map((hit) => ({ ...hit, pooled: hit.pooled - PASSAGE_CORRECTION * Math.log(hit.passages) }))
    .sort((one, other) => other.pooled - one.pooled);
  const best = near[0]?.pooled ?? 0;
  const least = near.at(-1)?.pooled ?? 0;
  const found = new Map<string, Candidate>();
  for (const { id, rank, terms } of text?.hits ?? []) {
    const share = (1 - weight) * (bestRank > 0 ? (rank / bestRank) ** TEXT_EXPONENT : 1);
    found.set(id, { ...UNKNOWN, id, text: share, rank, terms });
  }
  for (const [position, { id, similarity, passage, pooled, passages }] of near.entries()) {
    const known = found.get(id);
    if (known === undefined && (position >= candidates || similarity < settings.minSimilarity)) continue;
    const share = weight * (best > least ? (pooled - least) / (best - least) : 1);
    found.set(id, { ...(known ?? { ...UNKNOWN, id }), vector: share, similarity, passage, passages });
  }
  return [...found.values()].sort(byScore);
}

/** The weight of vector search in {@link fuseScores}, 0 to 1. */
export function fusionWeight(
  text: TextResults | null,
  vector: VectorResults | null,
  settings: SearchSettings["vector"],
): number {
  if (vector === null) return 0;
  return text === null || text.hits.length === 0 ? 1 : vectorWeight(text, vector, settings);
}

/** BM25 relative to the best rank is raised to this power: a difference at the top says more than one below. */
const TEXT_EXPONENT = 1.5;
/**
 * The similarity that a memory gains by chance from more passages: the highest of n values grows with ln n. It is
 * subtracted.
 */
const PASSAGE_CORRECTION = 0.03;
const UNKNOWN = { text: 0, vector: 0, context: 0, similarity: null, passage: null, passages: null, rank: 0, terms: 0 };

/** Text search is compared with its third hit: a word that only two memories contain still discriminates. */
const COMPARED_HIT = 2;
/** Below this number of passages, prominence says nothing. */
const MIN_PASSAGES = 20;

/**
 * The weight of vector search for one query, 0 to 1. It grows with the highest similarity and shrinks if that hit is
 * not prominent, if the model was not trained on the query's language, or if one memory contains the query's words and
 * no other does. {@link SearchSettings.vector} documents the values.
 */
export function vectorWeight(text: TextResults, vector: VectorResults, settings: SearchSettings["vector"]): number {
  const { minWeight, maxWeight, exactTextReduction } = settings;
  const best = vector.hits[0]?.similarity ?? 0;
  const byCloseness = minWeight + (maxWeight - minWeight) * along(settings.similarity, best);
  const byProminence = along(settings.prominence, prominenceOf(best, vector.similarities));
  return byCloseness * byProminence * vector.fluency * (1 - exactTextReduction * textCertainty(text));
}

/**
 * How far a similarity is above the mean of all, in standard deviations, as a multiple of what the highest of as many
 * values reaches by chance: √(2 ln n), the limit for independent normal values (Gumbel 1958, Statistics of Extremes).
 * @returns infinity if there are too few passages to judge
 */
export function prominenceOf(similarity: number, { count, mean, deviation }: Similarities): number {
  if (count < MIN_PASSAGES || deviation === 0) return Number.POSITIVE_INFINITY;
  return (similarity - mean) / deviation / Math.sqrt(2 * Math.log(count));
}

/** How clearly one memory matches the words, 0 to 1: it contains all of them, and the third best few. */
function textCertainty({ hits, idealRank }: TextResults): number {
  const best = hits[0]?.rank ?? 0;
  if (best <= 0 || idealRank <= 0) return 0;
  return clamp(best / idealRank) * (1 - (hits[COMPARED_HIT]?.rank ?? 0) / best);
}

/**
 * Raises candidates that were captured next to a good result: they often belong to it, and more so those captured after
 * it (an answer follows its question, a reason its decision). Each gains a share of the score of its best neighbour. A
 * memory that neither search found is not raised: nothing but its neighbour speaks for it. Nor is one of several
 * passages, which does not need its neighbours to be understood. Shares are computed from the scores before, so that
 * two neighbours do not raise each other repeatedly.
 *
 * @param candidates best first
 * @param neighbours by the id of a candidate: the ids captured next to it, nearest first. Ids are ULIDs and grow with
 * time
 * @returns candidates, best first
 */
export function addContext(
  candidates: readonly Candidate[],
  neighbours: ReadonlyMap<string, readonly string[]>,
  { shares, maxShareOfSource }: Pick<SearchSettings["context"], "shares" | "maxShareOfSource">,
): Candidate[] {
  const raised = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  /** A better neighbour may gain any share, a weaker one up to the limit below its source. */
  const roomFor = (own: number, score: number): number =>
    own >= score ? Number.POSITIVE_INFINITY : Math.max(0, maxShareOfSource * score - own);
  for (const source of candidates) {
    const score = scoreOf(source);
    const steps = { later: 0, earlier: 0 };
    for (const id of neighbours.get(source.id) ?? []) {
      const side: keyof ContextShares = id > source.id ? "later" : "earlier";
      steps[side]++;
      const known = raised.get(id);
      if (known === undefined || (known.passages ?? 1) > 1) continue;
      const context = Math.min((shares[side] / steps[side]) * score, roomFor(known.text + known.vector, score));
      if (known.context < context) raised.set(id, { ...known, context });
    }
  }
  return [...raised.values()].sort(byScore);
}

/** What recency, use and a pin add to a memory's score, as shares of it. */
export interface Boosts {
  readonly recency: number;
  readonly use: number;
  readonly pinned: number;
}

/** After this number of recalls, use adds half of its limit (ADR 0032). */
const RECALLS_FOR_HALF = 3;

/**
 * Computes the boosts of a memory. Recency halves with each half-life since the last change; use grows with recalls as
 * r / (r + 3). Each stays below its setting, so that boosts order near-equal results and do not outweigh a better
 * match.
 */
export function boostsOf(
  memory: Pick<RankingFacts, "updatedAt" | "recallCount" | "pinned">,
  now: number,
  settings: SearchSettings["boosts"],
): Boosts {
  const age = Math.max(0, now - memory.updatedAt);
  return {
    recency: settings.recency * 0.5 ** (age / settings.recencyHalfLifeMs),
    use: (settings.use * memory.recallCount) / (memory.recallCount + RECALLS_FOR_HALF),
    pinned: memory.pinned ? settings.pinned : 0,
  };
}
