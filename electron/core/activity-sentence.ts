import type { sentences } from "../text/en/activity-sentences.ts";
import type { Text } from "../text/en.ts";
import { errorText } from "../text/error-text.ts";
import type { Sentence } from "../text/sentence.ts";
import type { ActivityEntry } from "./activity.ts";
import { USER_DOMAIN } from "./domain.ts";

/** A part of a sentence about what happened: its text, and for a memory, a project or a server what it leads to. */
export interface ActivityPart {
  readonly kind: "client" | "memory" | "project" | "query" | "tool" | "server";
  readonly text: string;
  /** The id of a memory that is stored. */
  readonly id?: string;
}

/** Within a sentence, a title has no full stop. */
const FULL_STOP = /[.。]$/u;

/** The words of a language. */
interface ActivityWords extends Pick<Text, "errors"> {
  readonly sentences: typeof sentences;
}

/** What happened in words. Today, Activity and the command line show these sentences. */
export function activitySentence(entry: ActivityEntry, text: ActivityWords): Sentence<ActivityPart> {
  const words = text.sentences;
  const { memory, domain, query, tool, server, found, times } = entry;
  const part = (kind: ActivityPart["kind"], text: string, id?: string): ActivityPart =>
    id === undefined || id === "" ? { kind, text } : { kind, text, id };
  const who = part("client", entry.client ?? (entry.kind === "refused" ? words.someone : words.you));
  const what = part("memory", memory?.title?.replace(FULL_STOP, "") ?? words.aMemory, memory?.id);
  const where = domain === null || domain === USER_DOMAIN ? null : part("project", domain);
  const searched = part("query", query ?? words.something);
  const used = part("tool", tool ?? words.aTool);
  switch (entry.kind) {
    case "remembered":
    case "known":
    case "proposed":
    case "changed":
    case "deleted":
    case "restored":
    case "replaced":
      return words[entry.kind](who, what, where);
    case "read":
      return words.read(who, what);
    case "searched":
    case "searchedConversations":
      return words[entry.kind](who, searched, found);
    case "listed":
      return words.listed(who, where, found);
    case "readConversation":
    case "connected":
    case "refused":
      return words[entry.kind](who);
    case "given":
    case "givenAtStart":
      return words[entry.kind](who, found, times);
    case "called":
      return words.called(who, used, part("server", server ?? ""));
    case "failed":
      return words.failed(who, used, entry.problem === null ? "" : errorText(entry.problem, text).message);
  }
}

/** The sentence as plain text, with how often it happened. */
export function activityText(entry: ActivityEntry, text: ActivityWords): string {
  const parts = activitySentence(entry, text).map((part) => (typeof part === "string" ? part : part.text));
  return parts.join("") + (isRepeated(entry) ? ` (${text.sentences.times(entry.times)})` : "");
}

/** Whether the sentence does not itself say how often it happened. */
export function isRepeated({ kind, times }: ActivityEntry): boolean {
  return times > 1 && kind !== "given" && kind !== "givenAtStart";
}
