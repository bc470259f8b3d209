import { expect, it } from "vitest";
import { matchesWords } from "./match-words.ts";

it("matches a title by the starts of its words, in any order", () => {
  expect(matchesWords("Use dark theme", "da th")).toBe(true);
  expect(matchesWords("Use dark theme", "theme use")).toBe(true);
  expect(matchesWords("Use dark theme", "ark")).toBe(false);
  expect(matchesWords("Use dark theme", " ")).toBe(true);
});
