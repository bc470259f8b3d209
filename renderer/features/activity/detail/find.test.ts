import { expect, it } from "vitest";
import { splitAt } from "./find.tsx";

const marked = (text: string, find: string) =>
  splitAt(text, find)
    .map(({ text, matches }) => (matches ? `[${text}]` : text))
    .join("");

it.each([
  ["PostgreSQL and postgresql", "postgres", "[PostgreS]QL and [postgres]ql"],
  ["a.b a+b", "a.b", "[a.b] a+b"],
  ["é 😀 é", "😀", "é [😀] é"],
  ["nothing here", "", "nothing here"],
  ["aaaa", "aa", "[aa][aa]"],
])("marks every match in %j of %j", (text, find, expected) => {
  expect(marked(text, find)).toBe(expected);
});

it("marks the first thousand of many matches and keeps the full text", () => {
  const parts = splitAt("a".repeat(5_000), "a");
  expect(parts.filter(({ matches }) => matches)).toHaveLength(1_000);
  expect(parts.map(({ text }) => text).join("")).toBe("a".repeat(5_000));
});
