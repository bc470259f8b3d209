import { expect, it } from "vitest";
import { en } from "../../../../electron/text/en.ts";
import { sampleConversation } from "../../../testing/samples.ts";
import { heightOf, passagesOf, plainExcerpt, withDays } from "./list-rows.ts";

const NOW = new Date(2026, 10, 23, 9).getTime();
const row = (id: string, lastAt: Date | null) => ({
  session: sampleConversation(id, { lastAt: lastAt?.toISOString() ?? null }),
  passages: [],
  best: null,
});

it("puts each day above its conversations", () => {
  const rows = [
    row("1", new Date(2026, 10, 23, 8)),
    row("2", new Date(2026, 10, 23, 1)),
    row("3", new Date(2026, 10, 22, 23)),
    row("4", new Date(2025, 0, 2, 10)),
    row("5", null),
  ];
  expect(withDays(rows, false, NOW, en).map((each) => (each.kind === "day" ? each.label : each.key))).toEqual([
    "Today",
    "1",
    "2",
    "Yesterday",
    "3",
    "January 2, 2025",
    "4",
    "Without a time",
    "5",
  ]);
});

it("shows results of a search without days, higher with each passage", () => {
  const passage = { number: 1, role: "user", at: null, excerpt: "x", length: 1, matches: true } as const;
  const found = {
    ...row("1", new Date(NOW)),
    best: 4,
    passages: [
      { ...passage, matches: false },
      passage,
      { ...passage, number: 3, excerpt: "not among the best two" },
      { ...passage, number: 4, excerpt: "x".repeat(60) },
    ],
  };
  const [only, none] = withDays([found], true, NOW, en);
  expect(none).toBeUndefined();
  expect(passagesOf(found).map(({ number }) => number)).toEqual([1, 4]);
  expect(heightOf(only)).toBe(heightOf(withDays([row("2", null)], true, NOW, en)[0]) + 20 + 38);
});

it("shows excerpts without the marks of Markdown", () => {
  expect(plainExcerpt({ excerpt: "## Use **exponential** `backoff`: ```ts await step(a * b, #1)" })).toBe(
    "Use exponential backoff:  await step(a * b, #1)",
  );
});
