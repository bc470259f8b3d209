import { expect, test } from "vitest";
import { likenessOf, shinglesOf } from "./similar-text.ts";

const likeness = (one: string, other: string): number => likenessOf(shinglesOf(one), shinglesOf(other));

test("the same text is 1, whatever its case, marks and small words", () => {
  expect(likeness("We use pnpm for builds.", "we USE **pnpm** for the build")).toBe(1);
});

test("nothing in common is 0", () => {
  expect(likeness("tax law", "kitten asleep")).toBe(0);
  expect(likeness("", "kitten")).toBe(0);
  expect(likeness("", "")).toBe(0);
});

test("the same words in another order are less than 1 and more than others", () => {
  const turned = likeness("cache invalidation before naming", "naming before cache invalidation");
  expect(turned).toBeGreaterThan(0.8);
  expect(turned).toBeLessThan(1);
});

test("a text that another holds whole is at least half alike", () => {
  const long = "The deploy runs at night, then the cache is warmed, and alerts go to the channel of the team on call.";
  expect(likeness("The cache is warmed", long)).toBeGreaterThanOrEqual(0.5);
});

test("is symmetric", () => {
  expect(likeness("a red fox jumps", "a fox jumps high")).toBe(likeness("a fox jumps high", "a red fox jumps"));
});
