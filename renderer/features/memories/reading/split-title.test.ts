import { describe, expect, it } from "vitest";
import { splitTitle } from "./split-title.ts";

describe("the title of a page", () => {
  it("is a heading, whatever follows", () => {
    expect(splitTitle("# Use `pnpm`\nbecause")).toEqual({ title: "Use pnpm", body: "because" });
  });

  it("is a first line that stands alone", () => {
    expect(splitTitle("\nTitle\n\nBody")).toEqual({ title: "Title", body: "\nBody" });
    expect(splitTitle("Only this")).toEqual({ title: "Only this", body: "" });
  });

  it("is not a line that runs on, nor a long paragraph", () => {
    expect(splitTitle("A sentence that\nruns on").title).toBeNull();
    expect(splitTitle("word ".repeat(60)).title).toBeNull();
  });

  it("is not the first line of a list, a quote, a table or code", () => {
    for (const content of ["- one\n\ntext", "> quoted\n\ntext", "```\n\ncode", "| a |\n\n", "1. one\n\ntext"]) {
      expect(splitTitle(content)).toEqual({ title: null, body: content });
    }
  });
});
