import { describe, expect, it } from "vitest";
import { foldCode, foldMessage } from "./fold.ts";

const lines = (count: number, start = 1) =>
  Array.from({ length: count }, (_, index) => `line ${start + index}\n`).join("");

describe("foldCode", () => {
  it("keeps code of up to 30 lines", () => {
    expect(foldCode(lines(30))).toBeNull();
    expect(foldCode("")).toBeNull();
  });

  it("folds longer code after a line, and counts the lines that are left out", () => {
    expect(foldCode(lines(192))).toEqual({ shown: lines(12), hidden: lines(180, 13), lines: 180 });
  });

  it("divides a line of a megabyte, not a character", () => {
    const fold = foldCode("😀".repeat(500_000));
    expect(fold?.shown.length).toBeLessThan(2_000);
    expect(fold?.shown.isWellFormed()).toBe(true);
    expect(`${fold?.shown}${fold?.hidden}`).toBe("😀".repeat(500_000));
  });
});

describe("foldMessage", () => {
  it("folds a message of more than 80 lines to the first 48", () => {
    expect(foldMessage(lines(80))).toBeNull();
    expect(foldMessage(lines(100))).toEqual({ shown: lines(48), hidden: lines(52, 49), lines: 52 });
  });

  it("counts the lines into which a long paragraph wraps, and divides it between words", () => {
    const paragraph = "word ".repeat(4_000);
    const fold = foldMessage(paragraph);
    expect(fold?.shown.length).toBeLessThanOrEqual(4_800);
    expect(fold?.shown.endsWith("word")).toBe(true);
    expect(fold?.lines).toBe(152);
  });

  it("does not divide a code block, which counts as its first lines", () => {
    const block = `~~~~ts\n${lines(400)}~~~\n\`\`\`\n~~~~\n`;
    expect(foldMessage(`${lines(20)}${block}${lines(20)}`)).toBeNull();
    const fold = foldMessage(`${lines(40)}${block}${lines(60)}`);
    expect(fold?.shown).toBe(lines(40));
    expect(fold?.hidden.startsWith("~~~~ts\n")).toBe(true);
  });

  it("shows an entire message that is one code block, even an unclosed one", () => {
    expect(foldMessage(`\`\`\`\n${lines(400)}\`\`\``)).toBeNull();
    expect(foldMessage(`\`\`\`\n${lines(400)}`)).toBeNull();
  });
});
