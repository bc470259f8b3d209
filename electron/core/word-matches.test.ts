import { expect, it } from "vitest";
import { matchesOfWords } from "./word-matches.ts";

const found = (text: string, ...words: string[]) =>
  matchesOfWords(text, words).map(({ start, end }) => text.slice(start, end));

it("finds words, their inflections and the words of identifiers, in any notation", () => {
  expect(found("Retry policies: the RetryPolicy retries.", "retry", "policy")).toEqual([
    "Retry",
    "policies",
    "RetryPolicy",
    "retries",
  ]);
  expect(found("getUserName(user_name)", "user")).toEqual(["getUserName", "user"]);
  expect(found("the café of São Paulo", "cafe", "sao")).toEqual(["café", "São"]);
});

it("finds a short word only as it is", () => {
  expect(found("An API is no apiary. APIs", "api")).toEqual(["API"]);
});

it("finds pairs in a script without spaces, and joins those that overlap", () => {
  expect(found("我们使用数据库存储", "数据", "据库")).toEqual(["数据库"]);
  expect(found("𠮷野家", "𠮷野")).toEqual(["𠮷野"]);
});
