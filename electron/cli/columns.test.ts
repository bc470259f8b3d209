import { describe, expect, it } from "vitest";
import { formatColumns } from "./columns.ts";
import { displayWidth, fitWidth, padWidth } from "./display-width.ts";
import { wrap } from "./help.ts";

describe("displayWidth", () => {
  it.each([
    ["plain", 5],
    ["记忆", 4],
    ["かな ﾊﾝｶｸ", 9],
    ["한글", 4],
    ["e\u0301", 1],
    ["👩‍👩‍👧 🇨🇭", 5],
    ["ＡＢ", 4],
  ])("counts the columns of %j", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("shortens and pads a text to a number of columns", () => {
    expect(fitWidth("记忆的标题", 7)).toBe("记忆的…");
    expect(fitWidth("记忆的标题", 10)).toBe("记忆的标题");
    expect(fitWidth("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5)).toBe("👩‍👩‍👧👩‍👩‍👧…");
    expect(padWidth("记忆", 6)).toBe("记忆  ");
  });
});

describe("formatColumns", () => {
  const columns = [{ title: "TITLE", min: 10 }, { title: "PROJECT", min: 6, drop: 1 }, { title: "ID" }];
  const rows = [
    ["A title that is long enough to be cut", "acme/web-shop", "AAAA1111"],
    ["记忆的标题很长很长很长很长很长", "用户", "BBBB2222"],
  ];

  it.each([100, 60, 40, 30, 24])("fits %i columns, with the ids aligned", (width) => {
    const lines = formatColumns(rows, columns, width);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    const starts = lines.map((line) => displayWidth(line.slice(0, line.search(/[AB]{4}\d{4}$/))));
    expect(new Set(starts).size).toBe(1);
  });

  it("shrinks the title first, then other columns, then leaves columns out", () => {
    expect(formatColumns(rows, columns, 45)[0]).toBe("A title that is lon…  acme/web-shop  AAAA1111");
    expect(formatColumns(rows, columns, 30)[0]).toBe("A title t…  acme/we…  AAAA1111");
    expect(formatColumns(rows, columns, 24)[0]).toBe("A title that…   AAAA1111");
  });

  it("leaves out a column without a value", () => {
    expect(formatColumns([["One", "", "AAAA1111"]], columns, 80)).toEqual(["One  AAAA1111"]);
  });
});

describe("wrap", () => {
  it("breaks lines at spaces and between wide characters, and keeps punctuation with its word", () => {
    expect(wrap("one two three\nfour", 9)).toEqual(["one two", "three", "four"]);
    expect(wrap("记忆属于此文件夹。项目", 16)).toEqual(["记忆属于此文件", "夹。项目"]);
  });
});
