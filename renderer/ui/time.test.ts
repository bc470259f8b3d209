import { afterEach, expect, it, vi } from "vitest";
import { en } from "../../electron/text/en.ts";
import { createTimeFormat } from "./time.tsx";

afterEach(() => {
  vi.unstubAllEnvs();
});

const NOW = new Date(2026, 10, 21, 12, 0).getTime();
const format = createTimeFormat(en);
const ago = (minutes: number, form: "short" | "long" = "short") =>
  format.relative(new Date(NOW - minutes * 60_000), NOW, form);

it("formats an age briefly for lists", () => {
  expect([ago(0.5), ago(4), ago(120), ago(26 * 60), ago(3 * 24 * 60)]).toEqual(["now", "4m", "2h", "yesterday", "3d"]);
});

it("formats an age in words for pages", () => {
  expect([ago(1, "long"), ago(120, "long")]).toEqual(["1 minute ago", "2 hours ago"]);
});

it("formats a date after a week, with the year unless it is the current one", () => {
  expect(ago(10 * 24 * 60)).toBe("Nov 11");
  expect(ago(400 * 24 * 60, "long")).toBe("October 17, 2025");
});

it("formats a moment as a date, and on pages with the time of day unless it is midnight", () => {
  expect(format.moment(new Date(2026, 11, 31), NOW, "long")).toBe("Dec 31");
  expect(format.moment(new Date(2027, 0, 1, 18, 5), NOW, "long")).toMatch(/^Jan 1, 2027, 06:05\sPM$/);
  expect(format.moment(new Date(2026, 11, 31, 18, 5), NOW, "short")).toBe("Dec 31");
});

it("formats a time in the future as now", () => {
  expect(ago(-5)).toBe("now");
});

it.each([
  ["America/Los_Angeles", new Date("2026-11-01T07:05:00Z"), new Date("2026-11-03T07:50:00Z")],
  ["Europe/Berlin", new Date("2026-03-28T23:05:00Z"), new Date("2026-03-30T21:50:00Z")],
  ["Asia/Kolkata", new Date("2026-11-21T18:35:00Z"), new Date("2026-11-23T18:20:00Z")],
])("formats the whole day before as yesterday in %s", (zone, morning, eveningAfter) => {
  vi.stubEnv("TZ", zone);
  const { relative } = createTimeFormat(en);
  expect(relative(morning, eveningAfter.getTime(), "long")).toBe("yesterday");
  const dayBefore = new Date(morning.getTime() - 10 * 60_000);
  expect(relative(dayBefore, eveningAfter.getTime(), "long")).toBe("2 days ago");
});

it.each([
  ["America/Los_Angeles", "2026-11-01T07:05:00Z", "2026-11-02T07:50:00Z"],
  ["Europe/Berlin", "2026-10-24T22:05:00Z", "2026-10-25T22:50:00Z"],
  ["Pacific/Auckland", "2026-04-04T11:05:00Z", "2026-04-05T11:50:00Z"],
])("formats an age of 24 hours of the same day, which has 25, in hours in %s", (zone, morning, evening) => {
  vi.stubEnv("TZ", zone);
  const { relative } = createTimeFormat(en);
  expect(relative(new Date(morning), Date.parse(evening), "long")).toBe("24 hours ago");
});
