import { expect, it } from "vitest";
import { matchesWords } from "./match-words.ts";

it("matches a title by the starts of its words, in any order", () => {
  expect(matchesWords("Use dark theme", "da th")).toBe(true);
  expect(matchesWords("Use dark theme", "theme use")).toBe(true);
  expect(matchesWords("Use dark theme", "ark")).toBe(false);
  expect(matchesWords("Use dark theme", " ")).toBe(true);
});

it("matches a project by either part of its name, and Chinese at any place", () => {
  expect(matchesWords("acme/shop", "shop")).toBe(true);
  expect(matchesWords("acme/shop", "acme/sh")).toBe(true);
  expect(matchesWords("备份与恢复", "恢复")).toBe(true);
  expect(matchesWords("备份与恢复", "端口")).toBe(false);
});
