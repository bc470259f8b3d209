import { expect, it } from "vitest";
import { judgePairs, precisionAndRecall } from "../bench/duplicates/measure.ts";
import { duplicateLevelOf, withLevels } from "../electron/memories/near-duplicates.ts";
import { idAt } from "../electron/store/testing/open-store.ts";
import { bundledEmbedder, openWithModel } from "./testing/open-engine.ts";

it("offers to merge pairs of which nine in ten say the same, and reports nine in ten of these", async () => {
  const pairs = await judgePairs(bundledEmbedder());
  expect(pairs.length).toBeGreaterThanOrEqual(200);
  expect(precisionAndRecall(pairs, ["same"]).precision).toBeGreaterThanOrEqual(0.9);
  expect(precisionAndRecall(pairs, ["same", "maybe"]).recall).toBeGreaterThanOrEqual(0.9);
});

it.each([
  ["Build 311 passed in 3 minutes.", "Build 312 passed in 3 minutes.", "maybe"],
  ["Staging runs on port 3000.", "Staging runs on port 4000.", "maybe"],
  ["Staging runs on port 3000.", "Staging runs on the port 3000.", "same"],
  ["Released 1.2.3 on 5 May.", "Released 1.2.4 on 5 May.", "maybe"],
  ["Build 311 passed.", "Build passed.", "same"],
] as const)("finds %j and %j: %s", (one, other, level) => {
  expect(duplicateLevelOf(one, other, { text: 0.9, vector: 0.95 })).toBe(level);
  expect(duplicateLevelOf(one, other, { text: 0.9, vector: null })).toBe(level);
});

it("does not report texts that only have similar vectors, as texts in an unfamiliar language have", () => {
  expect(duplicateLevelOf("深色模式的配色", "价格页只写年付价格", { text: 0, vector: 0.95 })).toBeNull();
});

it("finds three paraphrases of one decision by words and meaning", async () => {
  const paraphrases = [
    "We chose PostgreSQL over MySQL because we need partial indexes.",
    "PostgreSQL was picked instead of MySQL: partial indexes are required.",
    "The database is PostgreSQL, not MySQL, since MySQL has no partial indexes.",
  ];
  const others = ["Invoices are sent on the first of the month.", "The window opens on the list of memories."];
  const { engine } = await openWithModel(...others, ...paraphrases);
  const [, , last = ""] = paraphrases;
  const similar = await engine.similar(last, {}, { limit: 12, exceptId: idAt(5), withBoth: true });
  const found = withLevels(last, similar).map(({ memory }) => memory.id);
  expect(found.sort()).toEqual([idAt(3), idAt(4)]);
});
