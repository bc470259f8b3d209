import { expect, it } from "vitest";
import { memoryAt, openTestStore, START } from "../testing/open-store.ts";
import { dayName, offsetIntervals } from "./aggregates.ts";

const DAY = 86_400_000;

it("counts captures by day, namespace and tag, and memories that were never recalled", async () => {
  const { memories } = await openTestStore();
  await memories.insert(memoryAt(1, { namespace: "decisions", tags: ["db"], createdAt: START - 40 * DAY }));
  await memories.insert(memoryAt(2, { namespace: "decisions", tags: ["db", "api"], createdAt: START }));
  const recalled = await memories.insert(memoryAt(3, { domain: "acme/shop", createdAt: START + 1 }));
  memories.markRecalled([recalled.id], "client", START);

  const activity = await memories.captureActivity({ since: START - 300 * DAY });
  expect(activity.days.map(({ count }) => count)).toEqual([1, 2]);
  expect(activity.days.map(({ day }) => day)).toEqual([...activity.days.map(({ day }) => day)].sort());
  expect(activity.namespaces.map(({ value, count, months }) => [value, count, months.length])).toEqual([
    ["decisions", 2, 2],
    ["context", 1, 1],
  ]);
  expect(activity.tags.map(({ value, count }) => [value, count])).toEqual([
    ["db", 2],
    ["api", 1],
  ]);
  expect(activity.neverRecalled).toEqual([{ value: "decisions", count: 2 }]);
});

it("counts only captures in the given domain, namespace and time span", async () => {
  const { memories } = await openTestStore();
  await memories.insert(memoryAt(1, { domain: "acme/shop", createdAt: START }));
  await memories.insert(memoryAt(2, { createdAt: START }));
  await memories.insert(memoryAt(3, { domain: "acme/shop", createdAt: START - 400 * DAY }));
  const { days } = await memories.captureActivity({ domains: ["acme/shop"], since: START - DAY });
  expect(days.map(({ count }) => count)).toEqual([1]);
});

it("divides a year into intervals without gaps, each with its offset from UTC", () => {
  const from = Date.UTC(2025, 0, 1, 7, 13);
  const to = Date.UTC(2026, 0, 1);
  const intervals = offsetIntervals(from, to);
  expect(intervals[0]?.from).toBe(from);
  expect(intervals.at(-1)?.to).toBe(to);
  for (const [index, interval] of intervals.entries()) {
    if (index > 0) expect(interval.from).toBe(intervals[index - 1]?.to);
    expect(interval.offset).toBe(-new Date(interval.from).getTimezoneOffset() * 60_000);
  }
});

it("returns no intervals for an empty time span, and formats days as ISO dates", () => {
  expect(offsetIntervals(5, 5)).toEqual([]);
  expect(dayName(0)).toBe("1970-01-01");
});
