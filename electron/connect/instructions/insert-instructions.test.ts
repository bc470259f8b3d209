import { describe, expect, it } from "vitest";
import { TEXT_KINDS } from "../../core/instructions.ts";
import { hasInstructions, INSTRUCTIONS, insertInstructions, removeInstructions } from "./insert-instructions.ts";

const TEXTS = {
  "an ended file": "# Rules\n\nBe kind.\n",
  "a file without an end of its last line": "# Rules\n\nBe kind.",
  "a file of Windows": "# Rules\r\n\r\nBe kind.\r\n",
  "a file of Windows without an end of its last line": "# Rules\r\nBe kind.",
  "a file that ends with blank lines": "# Rules\n\n\n",
  "a file with a byte order mark": "\ufeff# Rules\n",
  "one line": "Be kind.",
  nothing: "",
};

describe("instructions in a text", () => {
  it.each(Object.entries(TEXTS))("restores %s to the byte", (_name, text) => {
    for (const kind of TEXT_KINDS) {
      const inserted = insertInstructions(text, kind);
      expect(inserted.changed).toBe(true);
      expect(hasInstructions(inserted.text)).toBe(true);
      expect(inserted.text.startsWith(text)).toBe(true);
      expect(inserted.text.endsWith("\n")).toBe(text === "" || text.endsWith("\n"));
      expect(insertInstructions(inserted.text, kind)).toEqual({ text: inserted.text, changed: false });
      expect(removeInstructions(inserted.text, kind)).toEqual({ text, changed: true });
    }
  });

  it("uses the line ends of the file", () => {
    const { text } = insertInstructions("# Rules\r\n", "claude");
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(text.replaceAll("\r\n", "\n")).toContain(INSTRUCTIONS);
  });

  it("updates the instructions in place", () => {
    const old = "Before\n\n<!-- recollect:start -->\nAn older text\n<!-- recollect:end -->\nAfter\n";
    const { text } = insertInstructions(old, "agents");
    expect(text).toBe(`Before\n\n<!-- recollect:start -->\n${INSTRUCTIONS}\n<!-- recollect:end -->\nAfter\n`);
    expect(removeInstructions(text, "agents").text).toBe("Before\n\nAfter\n");
  });

  it("adds front matter to a new Cursor rule and keeps existing front matter", () => {
    expect(insertInstructions("", "cursor").text).toMatch(
      /^---\n.*\nalwaysApply: true\n---\n\n<!-- recollect:start -->\n/,
    );
    const own = "---\nalwaysApply: false\n---\n";
    expect(insertInstructions(own, "cursor").text.match(/alwaysApply/g)).toHaveLength(1);
  });

  it("does not change a text without instructions", () => {
    expect(removeInstructions("# Rules\n", "claude")).toEqual({ text: "# Rules\n", changed: false });
  });

  it("recognises markers only on lines of their own", () => {
    const text = "Between `<!-- recollect:start -->` and `<!-- recollect:end -->` is ours.\n";
    const inserted = insertInstructions(text, "claude").text;
    expect(removeInstructions(inserted, "claude").text).toBe(text);
  });

  it.each([
    "<!-- recollect:start -->\nno end\n",
    "<!-- recollect:end -->\n",
    "<!-- recollect:end -->\n<!-- recollect:start -->\n",
    "<!-- recollect:start -->\n<!-- recollect:end -->\n<!-- recollect:start -->\n<!-- recollect:end -->\n",
  ])("refuses markers that do not match: %j", (text) => {
    expect(() => insertInstructions(text, "claude")).toThrow(/markers/);
    expect(() => removeInstructions(text, "claude")).toThrow(/markers/);
  });
});
