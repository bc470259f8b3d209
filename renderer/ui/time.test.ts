import { describe, expect, it } from "vitest";
import { en } from "../text/en.ts";
import { formatRelativeTime } from "./time.ts";

const NOW = new Date(2026, 10, 21, 12, 0).getTime();
const ago = (minutes: number, form: "short" | "long" = "short") =>
  formatRelativeTime(new Date(NOW - minutes * 60_000), NOW, form, en);

describe("how long ago", () => {
  it("is short in a list", () => {
    expect([ago(0.5), ago(4), ago(120), ago(26 * 60), ago(3 * 24 * 60)]).toEqual([
      "now",
      "4m",
      "2h",
      "yesterday",
      "3d",
    ]);
  });

  it("is whole words on a page", () => {
    expect([ago(1, "long"), ago(120, "long")]).toEqual(["1 minute ago", "2 hours ago"]);
  });

  it("is a date after a week, with the year where it is another", () => {
    expect(ago(10 * 24 * 60)).toBe("Nov 11");
    expect(ago(400 * 24 * 60, "long")).toBe("October 17, 2025");
  });

  it("is now for a clock that runs ahead", () => {
    expect(ago(-5)).toBe("now");
  });
});
