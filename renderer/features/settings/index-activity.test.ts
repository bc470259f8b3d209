import { expect, test } from "vitest";
import type { IndexProgress } from "../../../electron/core/events.ts";
import { activityAfter, type IndexActivity, QUIET, rebuildStarted, underWay } from "./index-activity.ts";

const progress = (index: IndexProgress["index"], state: IndexProgress["state"], done = 1): IndexProgress => ({
  index,
  state,
  done,
  total: 10,
});
const after = (start: IndexActivity, hasVectors: boolean, ...words: IndexProgress[]) =>
  words.reduce((activity, word) => activityAfter(activity, word, hasVectors), start);

test("a rebuild is over when words and meaning are both done", () => {
  const halfway = after(rebuildStarted(), true, progress("text", "running"), progress("text", "finished"));
  expect(halfway.rebuild).toBe("running");
  expect(after(halfway, true, progress("vectors", "running"), progress("vectors", "finished")).rebuild).toBe(
    "finished",
  );
});

test("without a model, words are all there is to rebuild", () => {
  expect(after(rebuildStarted(), false, progress("text", "finished")).rebuild).toBe("finished");
});

test("background reading that ends during the rebuild of words does not end the rebuild", () => {
  expect(after(rebuildStarted(), true, progress("text", "running"), progress("vectors", "finished")).rebuild).toBe(
    "running",
  );
});

test("stopped or failed in either index, the rebuild is over", () => {
  expect(after(rebuildStarted(), true, progress("text", "cancelled")).rebuild).toBe("cancelled");
  expect(after(rebuildStarted(), true, progress("text", "finished"), progress("vectors", "failed")).rebuild).toBe(
    "failed",
  );
});

test("memories read in the background show progress and are no rebuild", () => {
  const activity = after(QUIET, true, progress("vectors", "running", 4));
  expect(activity.rebuild).toBe("none");
  expect(underWay(activity.vectors)?.done).toBe(4);
  expect(underWay(after(activity, true, progress("vectors", "finished")).vectors)).toBeNull();
});
