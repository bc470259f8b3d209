import { describe, expect, it } from "vitest";
import type { Match } from "../../../../electron/core/search.ts";
import { sampleMemory } from "../../../testing/sample-memory.ts";
import { heightOf, ROW_HEIGHT, shapeOf } from "./row-shape.ts";

const rowOf = (content: string, match: Partial<Match> | null) => ({
  memory: sampleMemory({ content }),
  match: match === null ? null : { words: [], excerpt: content, highlights: [], similarity: null, by: [], ...match },
});

describe("a row", () => {
  it("of a list has its title, and nothing else", () => {
    const row = rowOf("# Title\n\nBody", null);
    expect(shapeOf(row)).toEqual({ title: { text: "Title", ranges: [], lines: 1 }, excerpt: null });
    expect(heightOf(row)).toBe(ROW_HEIGHT);
  });

  it("of a search goes on below its title where the passage found begins with it", () => {
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
    expect(heightOf(row)).toBeGreaterThan(ROW_HEIGHT);
  });

  it("is as low as one of a list where there is no more than a short line", () => {
    expect(heightOf(rowOf("Prefers short answers", {}))).toBe(ROW_HEIGHT);
  });

  it("shows a long first line in the title's place, with what was found in it", () => {
    const content = `${"A long paragraph. ".repeat(30)}needle`;
    const excerpt = `${content.slice(0, 60)}…`;
    expect(shapeOf(rowOf(content, { excerpt, highlights: [[2, 6]] }))).toEqual({
      title: { text: excerpt, ranges: [[2, 6]], lines: 2 },
      excerpt: null,
    });
  });

  it("has the passage found below the title where it is from further down", () => {
    const { title, excerpt } = shapeOf(rowOf("Title\n\nBegin. The needle.", { excerpt: "…The needle." }));
    expect([title.text, excerpt?.text]).toEqual(["Title", "…The needle."]);
  });
});
