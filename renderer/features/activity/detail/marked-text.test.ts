import { expect, test } from "vitest";
import { splitAt } from "./marked-text.tsx";

const marked = (text: string, find: string) =>
  splitAt(text, find)
    .map(({ words, matches }) => (matches ? `[${words}]` : words))
    .join("");

test.each([
  ["PostgreSQL and postgresql", "postgres", "[PostgreS]QL and [postgres]ql"],
  ["a.b a+b", "a.b", "[a.b] a+b"],
  ["é 😀 é", "😀", "é [😀] é"],
  ["nothing here", "", "nothing here"],
  ["aaaa", "aa", "[aa][aa]"],
])("in %j, %j is marked where it stands", (text, find, expected) => {
  expect(marked(text, find)).toBe(expected);
});

test("of very many matches the first thousand are marked, and the text stays whole", () => {
  const parts = splitAt("a".repeat(5_000), "a");
  expect(parts.filter(({ matches }) => matches)).toHaveLength(1_000);
  expect(parts.map(({ words }) => words).join("")).toBe("a".repeat(5_000));
});
