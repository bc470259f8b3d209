import type { AppliedChange } from "../../core/replication/change-store.ts";
import { type MemoryRow, toMemory } from "../rows/memory-row.ts";
import type { WriteQueue } from "../rows/write-queue.ts";
import type { MaterialisedChange } from "./materialiser.ts";

interface ChangedPart<Position> {
  readonly changed: readonly MaterialisedChange[];
  /** The start of the next part. */
  readonly reached: Position;
  readonly isLast: boolean;
}

/**
 * Changes memories in transactions, as {@link WriteQueue.runInSteps}.
 * @param onCommit is called after each transaction with its changes and the position that it reached
 * @param signal stops after the present transaction
 * @returns whether the last part was reached
 */
export async function changeInSteps<Position>(
  writes: WriteQueue,
  start: Position,
  step: (position: Position) => ChangedPart<Position>,
  onCommit: (changes: readonly AppliedChange[], reached: Position) => void,
  signal?: AbortSignal,
): Promise<boolean> {
  let changes: AppliedChange[] = [];
  let reached = start;
  const report = () => {
    const committed = changes;
    changes = [];
    onCommit(committed, reached);
  };
  const steps = writes.runInSteps(start, (position, { afterCommit }) => {
    const part = step(position);
    afterCommit(() => {
      reached = part.reached;
      changes.push(...part.changed.map(memoriesOf));
    });
    return part.isLast ? null : part.reached;
  });
  for await (const _ of steps) {
    report();
    if (signal?.aborted) return false;
  }
  report();
  return true;
}

/** The memories of a change, without held ones. `isReviewed`: one is, or was, in the inbox. */
function memoriesOf({ before, after }: MaterialisedChange): AppliedChange {
  const shown = (row: MemoryRow | null) => (row === null || row.held !== 0 ? null : toMemory(row));
  const isReviewed = [before, after].some((row) => row !== null && row.held !== 0);
  return { before: shown(before), after: shown(after), ...(isReviewed ? { isReviewed: true } : {}) };
}
