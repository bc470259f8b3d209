import { describe, expect, it } from "vitest";
import { titleOf } from "./memory.ts";

describe("a memory's title", () => {
  it.each([
    ["# Use PostgreSQL\n\nfor orders", "Use PostgreSQL"],
    ["\n---\n\n> - [x] 1. **Keep** the _key_ ~~here~~", "Keep the key here"],
    ["***Both*** and [a link](https://example.org)", "Both and a link"],
    ["`npm run env:pull` brings `__init__`", "npm run env:pull brings __init__"],
  ])("is the first line with text, without Markdown syntax: %j", (content, title) => {
    expect(titleOf(content)).toBe(title);
  });

  it.each([
    "capture_memory takes created_at and _id",
    "--dry-run writes nothing",
    "-5 °C is the limit of 2 * 3 probes",
    "The file lies in ~/.config and ~/.cache",
    "#42 was closed",
    "3.5 seconds are too long",
  ])("keeps text that only resembles Markdown: %j", (content) => {
    expect(titleOf(content)).toBe(content);
  });

  it("truncates a long title with an ellipsis", () => {
    expect(titleOf("a".repeat(50), 10)).toBe(`${"a".repeat(9)}…`);
  });
});
