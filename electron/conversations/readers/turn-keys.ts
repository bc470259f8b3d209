import { digestKey } from "./digest-key.ts";
import type { Found, FoundMessage } from "./reader.ts";

/**
 * Gives keys to the messages of a session in which each question has one answer at most: the key of a question is a digest, and
 * the key of an answer is made of its question's. So an answer that grew, or that another file has a part of, keeps its key.
 */
export function keyedMessages(session: string, messages: readonly Omit<FoundMessage, "key">[]): Found[] {
  const counts = new Map<string, number>();
  let question = digestKey(session);
  return messages.map((message): Found => {
    if (message.role === "assistant") {
      return { kind: "message", session, message: { ...message, key: `${question}/answer` } };
    }
    const digest = digestKey(session, message.text);
    const count = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, count);
    question = `${digest}/${count}`;
    return { kind: "message", session, message: { ...message, key: question } };
  });
}
