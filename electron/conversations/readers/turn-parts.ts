import { joinTexts } from "./message-text.ts";
import type { FoundMessage } from "./reader.ts";

/** A part of a turn: what a person asked, or a text of the assistant with or without a call of a tool after it. */
export interface TurnPart {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly at: number | null;
  readonly hasTool: boolean;
}

/** The messages of a person, and of each turn the answer after its last call of a tool, or else the text before it. */
export function messagesOfTurns(parts: readonly TurnPart[]): readonly Omit<FoundMessage, "key">[] {
  const messages: Omit<FoundMessage, "key">[] = [];
  let groups: TurnPart[][] = [[]];
  const answer = () => {
    const last = groups.findLast((group) => joinTexts(group.map(({ text }) => text)) !== "") ?? [];
    const text = joinTexts(last.map((part) => part.text));
    if (text !== "") messages.push({ role: "assistant", text, at: last.at(-1)?.at ?? null });
    groups = [[]];
  };
  for (const part of parts) {
    if (part.role === "user") {
      answer();
      if (part.text !== "") messages.push({ role: "user", text: part.text, at: part.at });
    } else if (part.hasTool) groups.push([part], []);
    else groups.at(-1)?.push(part);
  }
  answer();
  return messages;
}
