import { describe, expect, it } from "vitest";
import { splitIntoPassages } from "./passages.ts";

const sentence = (word: string, words = 12): string => `${Array.from({ length: words }, () => word).join(" ")}.`;
const paragraph = (word: string, sentences: number): string =>
  Array.from({ length: sentences }, () => sentence(word)).join(" ");
const textsOf = (content: string): string[] =>
  splitIntoPassages(content).map(({ start, end }) => content.slice(start, end));
const withoutSpace = (text: string): string => text.replace(/\s+/gu, "");

describe("splitIntoPassages", () => {
  it("returns one trimmed passage for a short memory", () => {
    expect(splitIntoPassages("  A short note.\n")).toEqual([{ start: 2, end: 15 }]);
  });

  it("returns no passage for blank content", () => {
    expect(splitIntoPassages(" \n\t ")).toEqual([]);
  });

  it("returns one passage for content slightly over the target", () => {
    expect(splitIntoPassages(paragraph("word", 18))).toHaveLength(1);
  });

  it("cuts between paragraphs", () => {
    const content = [paragraph("one", 10), paragraph("two", 10), paragraph("three", 10)].join("\n\n");
    expect(textsOf(content)).toEqual(content.split("\n\n"));
  });

  it("starts a new passage at a heading", () => {
    const content = `${paragraph("intro", 6)}\n\n## Second\n\n${paragraph("second", 8)}\n\n${paragraph("third", 9)}`;
    expect(textsOf(content)[1]).toMatch(/^## Second\n/);
  });

  it("keeps a heading with the paragraph below it", () => {
    const content = `# Top\n\n${paragraph("a", 16)}\n# Next\n\n${paragraph("b", 16)}`;
    expect(textsOf(content).map((text) => text.slice(0, 6).trim())).toEqual(["# Top", "# Next"]);
  });

  it("does not treat a comment in a fenced block as a heading", () => {
    const code = Array.from({ length: 40 }, () => "# comment\nrun the thing").join("\n");
    const content = `${paragraph("before", 11)}\n\n\`\`\`sh\n${code}\n\`\`\`\n\n${paragraph("after", 11)}`;
    const texts = textsOf(content);
    expect(texts[1]?.startsWith("```sh")).toBe(true);
    expect(texts).toHaveLength(3);
  });

  it("cuts one long paragraph between sentences", () => {
    for (const text of textsOf(paragraph("word", 60))) {
      expect(text.endsWith(".")).toBe(true);
      expect(text.split(" ").length).toBeLessThanOrEqual(210);
    }
  });

  it("cuts Chinese and Japanese between sentences", () => {
    const texts = textsOf("我们决定使用本地数据库保存所有的记忆。".repeat(60));
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(text.endsWith("。")).toBe(true);
  });

  it("cuts text without borders, never inside a surrogate pair", () => {
    const content = "😀".repeat(10).concat("a".repeat(6000), "𠮷".repeat(2000));
    const texts = textsOf(content);
    expect(texts.join("")).toBe(content);
    for (const text of texts) expect(text.isWellFormed()).toBe(true);
  });

  it("covers all text but whitespace, in order and without overlap", () => {
    const content = `# T\n\n${paragraph("x", 30)}\r\n\r\n- item\n- item\n\n~~~\n${"code line\n".repeat(300)}~~~\n${paragraph("中文", 40)}`;
    const passages = splitIntoPassages(content);
    for (const [index, passage] of passages.entries()) {
      expect(passage.start).toBeGreaterThanOrEqual(passages[index - 1]?.end ?? 0);
    }
    expect(withoutSpace(textsOf(content).join(""))).toBe(withoutSpace(content));
  });
});
