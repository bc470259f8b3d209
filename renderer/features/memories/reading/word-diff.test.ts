import { describe, expect, it } from "vitest";
import { diffWords } from "./word-diff.ts";

const changed = (before: string, after: string) =>
  diffWords(before, after)
    .filter((part) => part.kind !== "same")
    .map((part) => `${part.kind === "added" ? "+" : "-"}${part.text}`);

describe("the difference of two texts", () => {
  it("is told by words", () => {
    expect(changed("keys rotate on Monday", "keys rotate on Friday")).toEqual(["-Monday", "+Friday"]);
  });

  it("is told by words where no spaces are written", () => {
    expect(changed("语言由浏览器决定", "语言由账户决定").join("")).not.toContain("语言");
  });

  it("is nothing for equal texts, and everything for an empty one", () => {
    expect(changed("same", "same")).toEqual([]);
    expect(changed("", "all new")).toEqual(["+all new"]);
    expect(diffWords("", "")).toEqual([]);
  });

  it("gives both texts back whole", () => {
    const before = "one\n\n- two\n- three";
    const after = "one\n\n- two and a half\n- 3";
    const parts = diffWords(before, after);
    const join = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join("");
    expect(join("added")).toBe(before);
    expect(join("removed")).toBe(after);
  });
});
