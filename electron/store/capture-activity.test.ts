import { expect, it } from "vitest";
import { memoryAt, openTestStore, START } from "./test-store.ts";

const DAY = 86_400_000;

it("tells what was captured on which day, by namespace and by tag, and what was never recalled", async () => {
  const { memories } = await openTestStore();
  await memories.insert(memoryAt(1, { namespace: "decisions", tags: ["db"], createdAt: START - 40 * DAY }));
  await memories.insert(memoryAt(2, { namespace: "decisions", tags: ["db", "api"], createdAt: START }));
  const recalled = await memories.insert(memoryAt(3, { domain: "acme/shop", createdAt: START + 1 }));
  memories.markRecalled([recalled.id], START);

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

it("keeps to a domain, a namespace and a time", async () => {
  const { memories } = await openTestStore();
  await memories.insert(memoryAt(1, { domain: "acme/shop", createdAt: START }));
  await memories.insert(memoryAt(2, { createdAt: START }));
  await memories.insert(memoryAt(3, { domain: "acme/shop", createdAt: START - 400 * DAY }));
  const { days } = await memories.captureActivity({ domains: ["acme/shop"], since: START - DAY });
  expect(days.map(({ count }) => count)).toEqual([1]);
});
