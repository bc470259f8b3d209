import fc from "fast-check";
import { expect, it } from "vitest";
import { tokensOfText } from "./text-analysis.ts";
import { WordNumbers } from "./word-numbers.ts";

const wordsIn = (numbers: WordNumbers, text: string, limit = 1_000) =>
  numbers.ofText(text, limit).map((number) => numbers.wordOf(number));

it("reads the index tokens of any text", () => {
  const numbers = new WordNumbers(50_000, 50_000);
  const text = fc.oneof(fc.string({ unit: "binary-ascii" }), fc.string({ unit: "binary" }), fc.string());
  fc.assert(
    fc.property(text, (given) => {
      expect(wordsIn(numbers, given)).toEqual(tokensOfText(given));
    }),
  );
});

it("gives equal words the same number in every text, and other words other numbers", () => {
  const numbers = new WordNumbers(10, 10);
  expect(numbers.ofText("The cache of THE Cache-server", 10)).toEqual([0, 1, 2, 0, 1, 3]);
  expect(numbers.ofText("Über the cache: 缓存", 10)).toEqual([4, 0, 1, 5]);
  expect(numbers.of("server")).toBe(3);
  expect(numbers.size).toBe(6);
});

it("reads no more words than the limit, and is full at its capacity", () => {
  const numbers = new WordNumbers(3, 10);
  expect(wordsIn(numbers, "one two three four", 2)).toEqual(["one", "two"]);
  expect(numbers.isFull).toBe(false);
  expect(wordsIn(numbers, "four five é six", 3)).toEqual(["four", "five", "e"]);
  expect(numbers.isFull).toBe(true);
});

it("finds every word among many", () => {
  const numbers = new WordNumbers(20_000, 0);
  const words = Array.from({ length: 20_000 }, (_, index) => `w${index.toString(36)}`);
  expect(words.map((word) => numbers.of(word))).toEqual(words.map((_, index) => index));
  expect(wordsIn(numbers, words.join(" "), 20_000)).toEqual(words);
});
