export type UndoStep = () => Promise<unknown>;

export interface UndoStack {
  /** Adds a step; the returned function takes exactly that one, and null once it is gone. */
  push(step: UndoStep): () => UndoStep | null;
  /** Takes the newest step; null where there is none. */
  pop(): UndoStep | null;
}

/** What can still be taken back, the newest last; the oldest are forgotten past `limit`. */
export function createUndoStack(limit = 50): UndoStack {
  const steps: UndoStep[] = [];
  return {
    push(step) {
      steps.push(step);
      if (steps.length > limit) steps.shift();
      return () => {
        const index = steps.lastIndexOf(step);
        return index === -1 ? null : (steps.splice(index, 1)[0] ?? null);
      };
    },
    pop: () => steps.pop() ?? null,
  };
}
