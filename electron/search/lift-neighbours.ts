import { byScore, type Candidate, scoreOf } from "./fuse-scores.ts";
import type { ContextShares } from "./settings.ts";

/**
 * Context: what was captured next to a good answer is likely part of it, and more so what came after (an answer follows
 * its question, a reason its decision). Each candidate gains a share of the score of its best neighbour; a neighbour that
 * no leg had found becomes a candidate. A weaker neighbour is not lifted past what lifts it. Scores before the lift count,
 * so that nothing is lifted by its own echo.
 *
 * @param candidates best first
 * @param neighbours of the candidates that lift: ids (ULIDs, which grow with time) captured next to each, nearest first
 * @returns candidates, best first
 */
export function liftNeighbours(
  candidates: readonly Candidate[],
  neighbours: ReadonlyMap<string, readonly string[]>,
  shares: ContextShares,
): Candidate[] {
  const lifted = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const originals = new Map(candidates.map((candidate) => [candidate.id, scoreOf(candidate)]));
  for (const source of candidates) {
    const score = scoreOf(source);
    const steps = { later: 0, earlier: 0 };
    for (const id of neighbours.get(source.id) ?? []) {
      const side = id > source.id ? "later" : "earlier";
      steps[side]++;
      const known = lifted.get(id);
      const context = Math.min((shares[side] / steps[side]) * score, roomBelow(score, originals.get(id) ?? 0));
      if ((known?.context ?? 0) >= context) continue;
      lifted.set(id, { ...(known ?? { id, text: 0, vector: 0, similarity: null, passage: null }), context });
    }
  }
  return [...lifted.values()].sort(byScore);
}

/** How near a weaker neighbour may come to what lifts it, as a share of that one's score. */
const NEAREST = 0.9;

/** How much a neighbour may gain: a better one any share, a weaker one what brings it near. */
function roomBelow(score: number, own: number): number {
  return own >= score ? Number.POSITIVE_INFINITY : Math.max(0, NEAREST * score - own);
}
