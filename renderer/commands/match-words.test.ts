import { describe, expect, it } from "vitest";
import { matchesWords } from "./match-words.ts";

describe("a few letters", () => {
  it("find a title by the beginnings of its words, in any order", () => {
    expect(matchesWords("Use the dark theme", "da th")).toBe(true);
    expect(matchesWords("Use the dark theme", "theme use")).toBe(true);
    expect(matchesWords("Use the dark theme", "ark")).toBe(false);
    expect(matchesWords("Use the dark theme", " ")).toBe(true);
  });
});
