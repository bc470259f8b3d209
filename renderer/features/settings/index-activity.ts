import type { IndexProgress } from "../../../electron/core/events.ts";

/** What goes on in the indexes as far as this window was told. */
export interface IndexActivity {
  /** The last word of each index; vectors also tell of memories that are read in the background. */
  readonly text: IndexProgress | null;
  readonly vectors: IndexProgress | null;
  /** The rebuild that was started here. */
  readonly rebuild: "none" | "running" | "finished" | "cancelled" | "failed";
}

export const QUIET: IndexActivity = { text: null, vectors: null, rebuild: "none" };

/** A rebuild was asked for here; what was said before is over. */
export function rebuildStarted(): IndexActivity {
  return { ...QUIET, rebuild: "running" };
}

/**
 * The activity after a word of progress. A rebuild does words first, then meaning; it ends with the last of them, or
 * where one fails or is stopped.
 */
export function activityAfter(activity: IndexActivity, progress: IndexProgress, hasVectors: boolean): IndexActivity {
  const next = { ...activity, [progress.index]: progress };
  if (activity.rebuild !== "running" || progress.state === "running") {
    return next;
  }
  const last = hasVectors ? "vectors" : "text";
  const textIsDone = activity.text?.state === "finished" || progress.index === "text";
  if (progress.state === "finished") {
    return progress.index === last && textIsDone ? { ...next, rebuild: "finished" } : next;
  }
  return { ...next, rebuild: progress.state };
}

/** The progress of an index while it is under way; null otherwise. */
export function underWay(progress: IndexProgress | null): IndexProgress | null {
  return progress?.state === "running" ? progress : null;
}
