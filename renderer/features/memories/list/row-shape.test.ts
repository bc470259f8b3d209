import { describe, expect, it } from "vitest";
import type { Match } from "../../../../electron/core/search.ts";
import { sampleMemory } from "../../../testing/samples.ts";
import type { MemoryRow } from "../data/memory-pages.ts";
import { cutAround, heightOf, ROW_HEIGHT, shapeOf } from "./row-shape.ts";

const rowOf = (content: string, match: Partial<Match> | null) => ({
  memory: sampleMemory({ content }),
  match:
    match === null
      ? null
      : { words: [], excerpt: content, highlights: [], similarity: null, coverage: 0, floor: 0, by: [], ...match },
});

const entryOf = (row: MemoryRow) => ({ kind: "row", key: row.memory.id, index: 0, row }) as const;
const previewOf = (content: string) => shapeOf(rowOf(content, null)).excerpt?.text ?? null;

describe("row shape", () => {
  it("shows the title and the line after it in a list", () => {
    const row = rowOf("# Title\n\nThe **first** line.\n- and `one` item\n", null);
    expect(shapeOf(row)).toEqual({
      title: { text: "Title", ranges: [], lines: 1 },
      excerpt: { text: "The first line. and one item", ranges: [], lines: 1 },
    });
    expect(heightOf(entryOf(row))).toBe(ROW_HEIGHT + 20);
  });

  it("shows only the title of a short line, and a longer line on two lines", () => {
    expect(heightOf(entryOf(rowOf("Deploys run at 3.", null)))).toBe(ROW_HEIGHT);
    for (const content of [
      "Deploys run at three in the night, from Monday to Thursday.",
      "部署在凌晨三点进行，从星期一到星期四都是如此，周末除外。",
    ]) {
      const row = rowOf(content, null);
      expect(shapeOf(row)).toEqual({ title: { text: content, ranges: [], lines: 2 }, excerpt: null });
      expect(heightOf(entryOf(row))).toBe(ROW_HEIGHT + 20);
    }
  });

  it("leaves rules, fences and cells out of the line after the title", () => {
    expect(previewOf("Title\n=====\n\n```sh\nnpm ci\n```")).toBe("npm ci");
    expect(previewOf("Title\n\n| query | before |\n| --- | ---: |\n| a | 3 |")).toBe("query before a 3");
    expect(previewOf("---\n# Title\n---")).toBeNull();
  });

  it("shows hidden characters of the line after the title as marks", () => {
    expect(previewOf("Title\n\nOpen user\u202etxt.exe")).toBe("Open user⟨U+202E⟩txt.exe");
  });

  it("shows an excerpt that starts with the title without it", () => {
    const row = rowOf("# Use `SQLite`\n\nIt is one file.", {
      words: ["sqlite", "file"],
      excerpt: "Use `SQLite` It is one file.",
      highlights: [
        [5, 11],
        [23, 27],
      ],
    });
    expect(shapeOf(row)).toEqual({
      title: { text: "Use SQLite", ranges: [[4, 10]], lines: 1 },
      excerpt: { text: "It is one file.", ranges: [[10, 14]], lines: 1 },
    });
    expect(heightOf(entryOf(row))).toBeGreaterThan(ROW_HEIGHT);
  });

  it("shows hidden characters as marks and moves the highlights with the text", () => {
    const row = rowOf("Open user\u202etxt.exe now", null);
    expect(shapeOf(row).title.text).toBe("Open user⟨U+202E⟩txt.exe now");
    const found = rowOf("# Files\n\nOpen user\u202etxt.exe now", {
      words: ["now"],
      excerpt: "Open user\u202etxt.exe now",
      highlights: [[18, 21]],
    });
    const { excerpt } = shapeOf(found);
    expect(excerpt?.text).toBe("Open user⟨U+202E⟩txt.exe now");
    expect(excerpt?.ranges.map(([start, end]) => excerpt.text.slice(start, end))).toEqual(["now"]);
  });

  it("gives a one-line memory the height of a row without an excerpt", () => {
    expect(heightOf(entryOf(rowOf("Prefers short answers", {})))).toBe(ROW_HEIGHT);
  });

  it("shows the passage found in a long first line as the title", () => {
    const content = `${"A long paragraph. ".repeat(30)}needle`;
    const excerpt = `${content.slice(0, 60)}…`;
    expect(shapeOf(rowOf(content, { excerpt, highlights: [[2, 6]] }))).toEqual({
      title: { text: excerpt, ranges: [[2, 6]], lines: 2 },
      excerpt: null,
    });
  });

  it("shows a passage from further down below the title", () => {
    const { title, excerpt } = shapeOf(rowOf("Title\n\nBegin. The needle.", { excerpt: "…The needle." }));
    expect([title.text, excerpt?.text]).toEqual(["Title", "…The needle."]);
  });
});

describe("cutAround", () => {
  it("returns a short excerpt unchanged", () => {
    expect(cutAround("one two", [[4, 7]])).toEqual({ text: "one two", ranges: [[4, 7]] });
  });

  it("cuts around the first highlight and shifts the ranges", () => {
    const excerpt = `${"lead ".repeat(60)}match ${"tail ".repeat(60)}`;
    const cut = cutAround(excerpt, [[300, 305]]);
    expect(cut.text.startsWith("…")).toBe(true);
    expect(cut.text.endsWith("…")).toBe(true);
    expect(cut.ranges.map(([start, end]) => cut.text.slice(start, end))).toEqual(["match"]);
  });

  it("replaces line breaks and tabs by spaces", () => {
    expect(cutAround("a\nb\tc", []).text).toBe("a b c");
  });
});
