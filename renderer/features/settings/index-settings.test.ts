import { expect, it } from "vitest";
import type { IndexProgress } from "../../../electron/core/events.ts";
import { activityAfter, IDLE, type IndexActivity, rebuildStarted, runningProgress } from "./index-settings.tsx";

const progress = (index: IndexProgress["index"], state: IndexProgress["state"], done = 1): IndexProgress => ({
  index,
  state,
  done,
  total: 10,
});
const after = (start: IndexActivity, hasVectors: boolean, ...events: IndexProgress[]) =>
  events.reduce((activity, event) => activityAfter(activity, event, hasVectors), start);

it("finishes a rebuild when both indexes are finished", () => {
  const halfway = after(rebuildStarted(), true, progress("text", "running"), progress("text", "finished"));
  expect(halfway.rebuild).toBe("running");
  expect(after(halfway, true, progress("vectors", "running"), progress("vectors", "finished")).rebuild).toBe(
    "finished",
  );
});

it("finishes a rebuild with the text index without a model", () => {
  expect(after(rebuildStarted(), false, progress("text", "finished")).rebuild).toBe("finished");
});

it("does not finish a rebuild when background embeddings finish before the text index", () => {
  expect(after(rebuildStarted(), true, progress("text", "running"), progress("vectors", "finished")).rebuild).toBe(
    "running",
  );
});

it("stops a rebuild when either index is cancelled or fails", () => {
  expect(after(rebuildStarted(), true, progress("text", "cancelled")).rebuild).toBe("cancelled");
  expect(after(rebuildStarted(), true, progress("text", "finished"), progress("vectors", "failed")).rebuild).toBe(
    "failed",
  );
});

it("shows progress of background embeddings without a rebuild", () => {
  const activity = after(IDLE, true, progress("vectors", "running", 4));
  expect(activity.rebuild).toBe("none");
  expect(runningProgress(activity.vectors)?.done).toBe(4);
  expect(runningProgress(after(activity, true, progress("vectors", "finished")).vectors)).toBeNull();
});
