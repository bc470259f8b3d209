import { describe, expect, it } from "vitest";
import { diffWords } from "./difference.tsx";

const changed = (before: string, after: string) =>
  diffWords(before, after)
    .filter((part) => part.kind !== "same")
    .map((part) => `${part.kind === "added" ? "+" : "-"}${part.text}`);

describe("diffWords", () => {
  it("compares texts word by word", () => {
    expect(changed("keys rotate on Monday", "keys rotate on Friday")).toEqual(["-Monday", "+Friday"]);
  });

  it("finds words in text without spaces", () => {
    expect(changed("语言由浏览器决定", "语言由账户决定").join("")).not.toContain("语言");
  });

  it("returns no change for equal texts, and one for an empty text", () => {
    expect(changed("same", "same")).toEqual([]);
    expect(changed("", "all new")).toEqual(["+all new"]);
    expect(diffWords("", "")).toEqual([]);
  });

  it("returns parts that add up to both texts", () => {
    const before = "one\n\n- two\n- three";
    const after = "one\n\n- two and a half\n- 3";
    const parts = diffWords(before, after);
    const join = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join("");
    expect(join("added")).toBe(before);
    expect(join("removed")).toBe(after);
  });
});
