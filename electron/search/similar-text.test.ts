import { expect, it } from "vitest";
import { createTextComparison } from "./similar-text.ts";

const { similarity } = createTextComparison();

it("rates texts that differ only in case, punctuation and stop words as 1", () => {
  expect(similarity("We use pnpm for builds.", "we USE **pnpm** for the build")).toBe(1);
});

it("rates texts without a common word as 0", () => {
  expect(similarity("tax law", "kitten asleep")).toBe(0);
  expect(similarity("", "kitten")).toBe(0);
  expect(similarity("", "")).toBe(0);
});

it("rates the same words in another order between 0.8 and 1", () => {
  const turned = similarity("cache invalidation before naming", "naming before cache invalidation");
  expect(turned).toBeGreaterThan(0.8);
  expect(turned).toBeLessThan(1);
});

it("rates a text that contains all of the other at 0.5 or more", () => {
  const long = "The deploy runs at night, then the cache is warmed, and alerts go to the channel of the team on call.";
  expect(similarity("The cache is warmed", long)).toBeGreaterThanOrEqual(0.5);
});

it("does not depend on the order of its arguments", () => {
  expect(similarity("a red fox jumps", "a fox jumps high")).toBe(similarity("a fox jumps high", "a red fox jumps"));
});

it("compares texts in the same way after its memory was freed", () => {
  const { similarity: compare, release } = createTextComparison();
  const before = compare("a red fox jumps", "a fox jumps high");
  release();
  expect(compare("a fox jumps high", "a red fox jumps")).toBe(before);
});

it("compares texts in the same way after more words than it remembers", () => {
  const one = "The cache of the build server is cleared at night.";
  const other = "At night the cache of the build server is cleared and filled.";
  const { similarity: compare, sharedWords } = createTextComparison();
  const expected = [compare(one, other), sharedWords(one, other)];
  for (let from = 0; from < 30_000; from += 1_500) {
    const words = Array.from({ length: 1_500 }, (_, index) => `word${from + index}`).join(" ");
    expect(compare(one, words)).toBe(0);
    expect([compare(one, other), sharedWords(one, other)]).toEqual(expected);
    expect(compare(words, words)).toBe(1);
  }
});
