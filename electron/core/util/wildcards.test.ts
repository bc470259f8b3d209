import { expect, it } from "vitest";
import { matchesPathWildcards, matchesWildcards } from "./wildcards.ts";

it.each([
  ["*", "", true],
  ["*.example", "git.example", true],
  ["git-*", "git-work", true],
  ["git-?", "git-work", false],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-b-b-", false],
  ["a.c", "abc", false],
  ["a**", "a", true],
  ["", "a", false],
])("the pattern %j of a text and %j: %j", (pattern, text, matches) => {
  expect(matchesWildcards(pattern, text)).toBe(matches);
});

it.each([
  ["/code/*/.git", "/code/shop/.git", true],
  ["/code/*/.git", "/code/acme/shop/.git", false],
  ["/code/**", "/code/acme/shop/.git", true],
  ["**/shop/**", "/code/acme/shop/.git", true],
  ["/code/**/.git", "/code/.git", true],
  ["/other/**", "/code/.git", false],
])("the pattern %j of a path and %j: %j", (pattern, path, matches) => {
  expect(matchesPathWildcards(pattern, path)).toBe(matches);
});

it("compares a pattern with many wildcards in the time of a few comparisons for each character", () => {
  expect(matchesWildcards(`${"*a".repeat(100)}b`, "a".repeat(2_000))).toBe(false);
});
