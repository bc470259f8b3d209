import { describe, expect, it } from "vitest";
import { rangesOfWords } from "./ranges-of-words.ts";

describe("rangesOfWords", () => {
  it("ignores case and merges adjacent ranges", () => {
    expect(rangesOfWords("Database of databases", ["database", "bases"])).toEqual([
      [0, 8],
      [12, 21],
    ]);
  });

  it("finds words without spaces around them", () => {
    expect(rangesOfWords("用户界面的语言", ["界面"])).toEqual([[2, 4]]);
  });

  it("returns no range if lower case changes the length of the text", () => {
    expect(rangesOfWords("İstanbul database", ["database"])).toEqual([]);
  });
});
