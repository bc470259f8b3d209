import { expect, it } from "vitest";
import { sampleConversation } from "../../../testing/samples.ts";
import type { ConversationRow } from "../use-conversations.ts";
import { heightOf, passagesOf, plainExcerpt } from "./list-rows.ts";

const NOW = new Date(2026, 10, 23, 9).getTime();
const row = (id: string, lastAt: Date | null) => ({
  session: sampleConversation(id, { lastAt: lastAt?.toISOString() ?? null }),
  passages: [],
  best: null,
});
const entry = (found: ConversationRow) => ({ kind: "row", key: "1", index: 0, row: found }) as const;

it("is higher with each passage that it shows", () => {
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
  expect(passagesOf(found).map(({ number }) => number)).toEqual([1, 4]);
  expect(heightOf(entry(found))).toBe(heightOf(entry(row("2", null))) + 20 + 38);
});

it("shows excerpts without the marks of Markdown", () => {
  expect(plainExcerpt({ excerpt: "## Use **exponential** `backoff`: ```ts await step(a * b, #1)" })).toBe(
    "Use exponential backoff:  await step(a * b, #1)",
  );
});
