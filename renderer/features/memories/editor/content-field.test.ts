import { describe, expect, it } from "vitest";
import {
  continueList,
  type FieldEdit,
  type FieldState,
  insertLink,
  toggleCode,
  toggleLines,
  toggleMarks,
} from "./content-field.tsx";

/** `|` marks the caret, or both ends of the selection. */
function field(text: string): FieldState {
  const start = text.indexOf("|");
  const end = text.lastIndexOf("|");
  return { value: text.replaceAll("|", ""), start, end: end === start ? start : end - 1 };
}
function applied(state: FieldState, edit: FieldEdit | null): string | null {
  if (edit === null) return null;
  const value = state.value.slice(0, edit.from) + edit.text + state.value.slice(edit.to);
  return edit.start === edit.end
    ? `${value.slice(0, edit.start)}|${value.slice(edit.start)}`
    : `${value.slice(0, edit.start)}|${value.slice(edit.start, edit.end)}|${value.slice(edit.end)}`;
}
const bold = (text: string) => applied(field(text), toggleMarks(field(text), "**"));
const enter = (text: string) => applied(field(text), continueList(field(text)));

describe("toggleMarks", () => {
  it("surrounds the selection with marks and keeps it selected", () => {
    expect(bold("a |word| here")).toBe("a **|word|** here");
  });

  it("removes marks inside or around the selection", () => {
    expect(bold("a **|word|** here")).toBe("a |word| here");
    expect(bold("a |**word**| here")).toBe("a |word| here");
  });

  it("inserts empty marks around the caret", () => {
    expect(bold("a | here")).toBe("a **|** here");
  });
});

describe("toggleCode", () => {
  const code = (text: string) => applied(field(text), toggleCode(field(text)));

  it("marks words within a line, and several lines as a block", () => {
    expect(code("run |npm ci| first")).toBe("run `|npm ci|` first");
    expect(code("|one\ntwo|")).toBe("```\n|one\ntwo|\n```");
  });
});

describe("toggleLines", () => {
  const list = (text: string) => applied(field(text), toggleLines(field(text), "- "));

  it("prefixes the line of the caret, and removes the prefix again", () => {
    expect(list("one\ntw|o\nthree")).toBe("one\n- tw|o\nthree");
    expect(list("one\n- tw|o")).toBe("one\ntw|o");
    expect(list("- |")).toBe("|");
  });

  it("prefixes the selected lines except empty ones, and not the line after a selected line end", () => {
    expect(list("|one\n\ntwo|\nthree")).toBe("|- one\n\n- two|\nthree");
    expect(list("|one\n|two")).toBe("|- one|\ntwo");
    expect(list("|- one\n- two|")).toBe("|one\ntwo|");
  });

  it("starts a list in an empty line", () => {
    expect(list("one\n|")).toBe("one\n- |");
  });
});

describe("insertLink", () => {
  it("selects the address to fill in for selected words", () => {
    const state = field("see |the plan|");
    expect(applied(state, insertLink(state))).toBe("see [the plan](|https://|)");
  });

  it("puts the caret in the text of a link for a selected address", () => {
    const state = field("see |https://example.com|");
    expect(applied(state, insertLink(state))).toBe("see [|](https://example.com)");
  });
});

describe("continueList", () => {
  it("starts the next item with the same mark", () => {
    expect(enter("- one|")).toBe("- one\n- |");
    expect(enter("  * one|\nafter")).toBe("  * one\n  * |\nafter");
  });

  it("increments the number of the next item", () => {
    expect(enter("9. nine|")).toBe("9. nine\n10. |");
    expect(enter("1) one|")).toBe("1) one\n2) |");
  });

  it("starts the next task unchecked", () => {
    expect(enter("- [x] done|")).toBe("- [x] done\n- [ ] |");
  });

  it("splits an item at the caret", () => {
    expect(enter("- one| two")).toBe("- one\n- | two");
  });

  it("closes the list in an empty item", () => {
    expect(enter("- one\n- |")).toBe("- one\n|");
  });

  it("returns null outside a list and for a selection", () => {
    expect(enter("plain|")).toBeNull();
    expect(enter("-no list|")).toBeNull();
    expect(enter("- |selected|")).toBeNull();
  });
});
