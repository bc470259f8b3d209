import { expect, it } from "vitest";
import type { ConversationPart } from "../../core/conversations.ts";
import { tokensOfAnswer } from "./conversation-forms.ts";
import { partWithin } from "./read-conversation.ts";

/** A part of a conversation whose messages have this many words each. */
function partWith(messages: number, words: number): ConversationPart {
  return {
    session: {
      id: "4k2m000000",
      client: "codex",
      clientSession: null,
      title: null,
      folder: null,
      project: null,
      model: null,
      startedAt: null,
      lastAt: null,
      messages,
      continues: null,
    },
    messages: Array.from({ length: messages }, (_, index) => ({
      number: index + 1,
      role: "user",
      at: null,
      text: "word ".repeat(words).trim(),
    })),
    hasEarlier: false,
    hasLater: true,
    memories: [],
  };
}

it.each([
  [100, 30, 500],
  [200, 40_000, 20_000],
  [3, 20_000, 1_000],
])("keeps %i messages of %i words within %i tokens, with the message that is asked for", (messages, words, tokens) => {
  const answer = partWithin(partWith(messages, words), 3, tokens);
  expect(tokensOfAnswer(answer)).toBeLessThanOrEqual(tokens);
  const { messages: shown, next } = answer.structured as { messages: { number: number }[]; next: number };
  const numbers = shown.map(({ number }) => number);
  expect(numbers).toContain(3);
  expect(next).toBe((numbers.at(-1) ?? 0) + 1);
  expect(answer.text).toContain(`read_conversation with "around": ${next}.`);
});
