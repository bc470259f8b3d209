import { expect, it } from "vitest";
import { dialogueShareOf, type SampledMemory } from "./dialogue.ts";

const MINUTE = 60_000;

function memories(count: number, of: (index: number) => Partial<SampledMemory["facts"]> & { content: string }) {
  return Array.from({ length: count }, (_, index): SampledMemory => {
    const { content, ...facts } = of(index);
    return {
      content,
      facts: { domain: "team/app", source: "chat.json", sessionId: null, createdAt: index * MINUTE, ...facts },
    };
  });
}
const turn = (index: number) => (index % 3 === 0 ? "Anna: did you call them?" : "Ben: yes, they close at six.");

it("is 1 for the turns of an imported chat, of which many ask", () => {
  expect(dialogueShareOf(memories(30, (index) => ({ content: turn(index) })))).toBe(1);
});

it("is 1 for the turns of a chat with pauses of half an hour", () => {
  const slow = memories(30, (index) => ({ content: turn(index), createdAt: index * 30 * MINUTE }));
  expect(dialogueShareOf(slow)).toBe(1);
});

it("is 0 for notes captured minute by minute, and for addresses with a question mark", () => {
  expect(dialogueShareOf(memories(30, () => ({ content: "Decision: the cache is Redis." })))).toBe(0);
  expect(dialogueShareOf(memories(30, () => ({ content: "See https://example.com/a?b=1 for it." })))).toBe(0);
});

it("is 0 for questions that were captured on different days, in different sources, or without any", () => {
  const day = (index: number) => index * 24 * 60 * MINUTE;
  expect(dialogueShareOf(memories(30, (index) => ({ content: turn(index), createdAt: day(index) })))).toBe(0);
  expect(dialogueShareOf(memories(30, (index) => ({ content: turn(index), source: `note-${index}` })))).toBe(0);
  expect(dialogueShareOf(memories(30, (index) => ({ content: turn(index), source: null })))).toBe(0);
});

it("is a half if there are too few memories to judge", () => {
  expect(dialogueShareOf(memories(19, (index) => ({ content: turn(index) })))).toBe(0.5);
  expect(dialogueShareOf([])).toBe(0.5);
});

it("is the share of turns in a scope of turns and notes", () => {
  const notes = memories(20, () => ({ content: "The cache is Redis.", domain: "user" }));
  expect(dialogueShareOf([...memories(20, (index) => ({ content: turn(index) })), ...notes])).toBeCloseTo(0.5, 10);
});
