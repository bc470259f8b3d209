import type { StateCounts } from "../../core/validity.ts";
import { isHeldState, isInTrash, isSuperseded, validityOfState } from "../rows/conditions.ts";

interface StateGroup {
  readonly state: number;
  readonly count: number;
}

/** Counts memories by their state: each is in one of the counts. Held ones are in none: they wait in the inbox. */
export function countStates(groups: readonly StateGroup[]): StateCounts {
  const counts = { memories: 0, trash: 0, superseded: 0, expired: 0, upcoming: 0 };
  for (const { state, count } of groups) {
    if (!isHeldState(state)) counts[nameOf(state)] += count;
  }
  return counts;
}

function nameOf(state: number): keyof StateCounts {
  if (isInTrash(state)) return "trash";
  if (isSuperseded(state)) return "superseded";
  const validity = validityOfState(state);
  return validity === "current" ? "memories" : validity;
}
