import { describe, expect, it } from "vitest";
import { splitTitle } from "./split-title.ts";

describe("splitTitle", () => {
  it("takes a heading as the title", () => {
    expect(splitTitle("# Use `pnpm`\nbecause")).toEqual({ title: "Use pnpm", body: "because" });
  });

  it("takes a first line that is its own paragraph as the title", () => {
    expect(splitTitle("\nTitle\n\nBody")).toEqual({ title: "Title", body: "\nBody" });
    expect(splitTitle("Only this")).toEqual({ title: "Only this", body: "" });
  });

  it("finds no title in a first line that continues or is long", () => {
    expect(splitTitle("A sentence that\nruns on").title).toBeNull();
    expect(splitTitle("word ".repeat(60)).title).toBeNull();
  });

  it("finds no title in a list, a quote, a table or code", () => {
    for (const content of ["- one\n\ntext", "> quoted\n\ntext", "```\n\ncode", "| a |\n\n", "1. one\n\ntext"]) {
      expect(splitTitle(content)).toEqual({ title: null, body: content });
    }
  });
});
