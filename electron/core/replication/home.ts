import { type Entry, isFull } from "./entry.ts";
import type { MergedMemory } from "./merge.ts";

/** What the entries of one space make of a memory that can be shown. */
export interface HomeCandidate {
  /** The id of the space. */
  readonly space: string;
  readonly entries: readonly Entry[];
  readonly merged: Pick<MergedMemory, "hasLeft" | "lastFull">;
}

/**
 * Finds the space that a memory is in, of several that have entries of it: the space of its first full entry, until it is
 * moved out there, then the space of the next full entry. A member of another space, who can only know its id, cannot name a
 * move that was not made. If it is in none of them, a space that it has not left counts, then the latest full entry. The
 * result depends on the sets of entries only, and not on the order in which they arrived (ADR 0036).
 */
export function homeOf<Candidate extends HomeCandidate>(candidates: readonly [Candidate, ...Candidate[]]): Candidate {
  const moves = candidates.flatMap((candidate) =>
    candidate.entries
      .filter((entry) => isFull(entry) || entry.action === "leave")
      .map((entry) => ({ candidate, entry, key: `${entry.stamp} ${candidate.space}` })),
  );
  moves.sort((one, other) => (one.key < other.key ? -1 : 1));
  let home: Candidate | null = null;
  for (const { candidate, entry } of moves) {
    if (isFull(entry)) home ??= candidate;
    else if (home === candidate) home = null;
  }
  return home ?? candidates.reduce(later);
}

function later<Candidate extends HomeCandidate>(one: Candidate, other: Candidate): Candidate {
  if (one.merged.hasLeft !== other.merged.hasLeft) return one.merged.hasLeft ? other : one;
  const key = ({ merged, space }: Candidate) => `${merged.lastFull} ${space}`;
  return key(one) > key(other) ? one : other;
}
