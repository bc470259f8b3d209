import { expect, it } from "vitest";
import { excerptOf } from "./search-text.ts";

const WORDS = new Set(["alpha", "beta", "gamma"]);
const FILLER = "nothing to see here ".repeat(30);

it("returns the part with the most different words, at most as long as asked for", () => {
  const text = `${"alpha ".repeat(80)}${FILLER}alpha beta ${FILLER}beta gamma alpha ${FILLER}beta`;
  const excerpt = excerptOf(text, WORDS, 120);
  expect(excerpt).toMatch(/^….*beta gamma alpha .*…$/);
  expect(excerpt.length).toBeLessThanOrEqual(122);
});

it("returns the start of a text without the words, and a short text as it is", () => {
  expect(excerptOf(FILLER, WORDS, 40)).toMatch(/^nothing to see here/);
  expect(excerptOf("one\n  line", WORDS, 40)).toBe("one line");
});
