import { describe, expect, it } from "vitest";
import { cutAround, rangesOfWords } from "./excerpt.ts";

describe("an excerpt in a row", () => {
  it("stays whole where it is short", () => {
    expect(cutAround("one two", [[4, 7]])).toEqual({ text: "one two", ranges: [[4, 7]] });
  });

  it("brings the first match into sight and moves the marks along", () => {
    const excerpt = `${"lead ".repeat(60)}match ${"tail ".repeat(60)}`;
    const cut = cutAround(excerpt, [[300, 305]]);
    expect(cut.text.startsWith("…")).toBe(true);
    expect(cut.text.endsWith("…")).toBe(true);
    expect(cut.ranges.map(([start, end]) => cut.text.slice(start, end))).toEqual(["match"]);
  });

  it("is one line of text, whatever it was", () => {
    expect(cutAround("a\nb\tc", []).text).toBe("a b c");
  });
});

describe("words in a title", () => {
  it("are found in any case, and marks that touch are one", () => {
    expect(rangesOfWords("Database of databases", ["database", "bases"])).toEqual([
      [0, 8],
      [12, 21],
    ]);
  });

  it("are found without spaces around them", () => {
    expect(rangesOfWords("用户界面的语言", ["界面"])).toEqual([[2, 4]]);
  });

  it("are not marked where lower case has another length", () => {
    expect(rangesOfWords("İstanbul database", ["database"])).toEqual([]);
  });
});
