import { sentence as say } from "../sentence.ts";
import { count, counted, memoryCount, plural } from "./format.ts";

/** What happened in plain words. Each part is a name that the window shows as a link or in its own style. */
export const sentences = {
  you: "You",
  someone: "an unknown program",
  aMemory: "a memory",
  aTool: "a tool",
  something: "something",
  times: (value: number) => counted(value, "time"),
  remembered: <Part>(who: Part, what: Part, where: Part | null) =>
    where === null ? say<Part>`${who} remembered ${what}.` : say<Part>`${who} remembered ${what} in ${where}.`,
  known: <Part>(who: Part, what: Part, where: Part | null) =>
    where === null
      ? say<Part>`${who} remembered ${what}, which was there already.`
      : say<Part>`${who} remembered ${what} in ${where}, which was there already.`,
  proposed: <Part>(who: Part, what: Part, where: Part | null) =>
    where === null ? say<Part>`${who} proposed ${what}.` : say<Part>`${who} proposed ${what} for ${where}.`,
  changed: <Part>(who: Part, what: Part, where: Part | null) =>
    where === null ? say<Part>`${who} changed ${what}.` : say<Part>`${who} changed ${what} in ${where}.`,
  deleted: <Part>(who: Part, what: Part, where: Part | null) =>
    where === null
      ? say<Part>`${who} moved ${what} to the trash.`
      : say<Part>`${who} moved ${what} in ${where} to the trash.`,
  restored: <Part>(who: Part, what: Part, where: Part | null) =>
    where === null ? say<Part>`${who} restored ${what}.` : say<Part>`${who} restored ${what} in ${where}.`,
  replaced: <Part>(who: Part, what: Part, where: Part | null) =>
    where === null
      ? say<Part>`${who} replaced ${what} by a newer memory.`
      : say<Part>`${who} replaced ${what} in ${where} by a newer memory.`,
  searched: <Part>(who: Part, query: Part, found: number | null) =>
    found === null
      ? say<Part>`${who} searched for ${query}.`
      : say<Part>`${who} searched for ${query}: ${found === 0 ? "nothing" : count(found)} found.`,
  searchedConversations: <Part>(who: Part, query: Part, found: number | null) =>
    found === null
      ? say<Part>`${who} searched past conversations for ${query}.`
      : say<Part>`${who} searched past conversations for ${query}: ${found === 0 ? "nothing" : count(found)} found.`,
  listed: <Part>(who: Part, where: Part | null, found: number | null) => {
    const what = found === null ? "memories" : memoryCount(found);
    return where === null ? say<Part>`${who} listed ${what}.` : say<Part>`${who} listed ${what} of ${where}.`;
  },
  read: <Part>(who: Part, what: Part) => say<Part>`${who} read ${what}.`,
  readConversation: <Part>(who: Part) => say<Part>`${who} read a past conversation.`,
  given: <Part>(who: Part, found: number | null, prompts: number) =>
    say<Part>`${memoryCount(found ?? 0)} ${plural(found ?? 0, "was", "were")} added to ${prompts === 1 ? "a prompt" : `${count(prompts)} prompts`} of ${who}.`,
  givenAtStart: <Part>(who: Part, found: number | null, sessions: number) =>
    say<Part>`${memoryCount(found ?? 0)} ${plural(found ?? 0, "was", "were")} added to ${sessions === 1 ? "a new session" : `${count(sessions)} new sessions`} of ${who}.`,
  called: <Part>(who: Part, tool: Part, server: Part) => say<Part>`${who} used ${tool} of ${server}.`,
  connected: <Part>(who: Part) => say<Part>`${who} connected.`,
  failed: <Part>(who: Part, tool: Part, problem: string) => say<Part>`${who} could not use ${tool}: ${problem}`,
  refused: <Part>(who: Part) => say<Part>`A request of ${who} was refused.`,
};
