import { expect, it } from "vitest";
import { matchedParts, matchesWords } from "./match-words.ts";

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

it.each([
  ["Start at login", "log", ["log"]],
  ["Start at login", "login start", ["Start", "login"]],
  ["Start at login", "art", []],
  ["Theme", "THE theme", ["Theme"]],
  ["备份与恢复", "恢复", ["恢复"]],
  ["Port", " ", []],
])("returns the parts of %s that %s matches", (title, query, parts) => {
  expect(matchedParts(title, query).map(({ start, end }) => title.slice(start, end))).toEqual(parts);
});
