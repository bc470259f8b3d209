import { byScore, type Candidate, scoreOf } from "./fuse-scores.ts";

/**
 * Context: what was captured next to a good answer is likely part of it (an answer follows its question, a reason its
 * decision). Each candidate gains a share of the score of its best neighbour; a neighbour that no leg had found becomes
 * a candidate. Scores before the lift count, so that nothing is lifted by its own echo.
 *
 * @param candidates best first
 * @param neighbours of the candidates that lift: ids captured next to each
 * @returns candidates, best first
 */
export function liftNeighbours(
  candidates: readonly Candidate[],
  neighbours: ReadonlyMap<string, readonly string[]>,
  share: number,
): Candidate[] {
  const lifted = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  for (const source of candidates) {
    const context = share * scoreOf(source);
    for (const id of neighbours.get(source.id) ?? []) {
      const known = lifted.get(id);
      if ((known?.context ?? 0) >= context) continue;
      lifted.set(id, { ...(known ?? { id, text: 0, vector: 0, similarity: null, passage: null }), context });
    }
  }
  return [...lifted.values()].sort(byScore);
}
