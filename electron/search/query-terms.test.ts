import { expect, it } from "vitest";
import { namesIn } from "./query-terms.ts";

const names = (text: string) => [...namesIn(text)];

it("finds words written with a capital letter, except at the start of a sentence", () => {
  expect(names("Why did Anna leave? Ask Jon.")).toEqual(["anna", "jon"]);
  expect(names("Wie wird das Display angesteuert?")).toEqual(["display"]);
});

it("finds words with a capital letter or a digit in them, anywhere", () => {
  expect(names("GraphQL schema of 2026, utf8 and JWT")).toEqual(["graphql", "2026", "utf8", "jwt"]);
});

it("finds none in lower case, in Chinese, and in single letters", () => {
  expect(names("which colour has the button")).toEqual([]);
  expect(names("数据库 A 1")).toEqual([]);
});
