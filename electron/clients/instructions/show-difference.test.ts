import { describe, expect, it } from "vitest";
import { showDifference } from "./show-difference.ts";

const NUMBERS = "1\n2\n3\n4\n5\n6\n7\n8\n";

describe("showDifference", () => {
  it("shows nothing where nothing differs", () => {
    expect(showDifference(NUMBERS, NUMBERS)).toBe("");
  });

  it.each([
    [
      "a change in the middle",
      NUMBERS.replace("5\n", "five\n"),
      "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
    ],
    ["what is added at the end", `${NUMBERS}9\n`, "@@ -6,3 +6,4 @@\n 6\n 7\n 8\n+9\n"],
    ["what is taken from the beginning", NUMBERS.slice(2), "@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n"],
    [
      "the end of a last line",
      NUMBERS.slice(0, -1),
      "@@ -5,4 +5,4 @@\n 5\n 6\n 7\n-8\n+8\n\\ No newline at end of file\n",
    ],
  ])("shows %s as diff -u does", (_name, after, expected) => {
    expect(showDifference(NUMBERS, after)).toBe(expected);
  });

  it("shows a new file", () => {
    expect(showDifference("", "a\nb\n")).toBe("@@ -0,0 +1,2 @@\n+a\n+b\n");
  });
});
