import { z } from "zod";
import { DAY, type DataSet, itemAfter, MINUTE, type Part, type SetMemory, type SetQuestion } from "./data-set.ts";

/** The conversations up to this number are for development. */
const LAST_OF_DEVELOPMENT = 10;

const CHAT = z.array(
  z.object({
    turns: z.array(
      z.array(
        z.object({
          id: z.number().int(),
          content: z.string(),
          time_anchor: z.string().nullish(),
        }),
      ),
    ),
  }),
);
const QUESTIONS = z.record(
  z.string(),
  z.array(z.object({ question: z.string(), source_chat_ids: z.unknown().optional() })),
);
/** Longer messages are cut: one of them has 350,000 characters. */
const MAX_LENGTH = 20_000;
/** Questions of this kind have no answer in the conversation. */
const UNANSWERABLE = "abstention";

/** A conversation: `chat.json` and `probing_questions.json` of the folder of this number. */
export interface BeamChat {
  readonly number: number;
  readonly chat: unknown;
  readonly questions: unknown;
}

/**
 * BEAM (Tavakoli et al. 2025, arXiv 2510.27246): long conversations with an assistant. Each message is a memory,
 * captured a minute after the previous one; a question is asked within its conversation. Questions without sources are
 * skipped, except those that have no answer.
 */
export function readBeam(chats: readonly BeamChat[], part: Part): DataSet {
  const memories: SetMemory[] = [];
  const questions: SetQuestion[] = [];
  const chosen = chats
    .filter(({ number }) => number <= LAST_OF_DEVELOPMENT === (part === "development"))
    .sort((one, other) => one.number - other.number);
  const domains = chosen.map(({ number }) => `beam/${number}`);
  const kinds = new Set<string>();
  for (const { number, chat, questions: probing } of chosen) {
    const domain = `beam/${number}`;
    const positions = new Map<number, number>();
    for (const [session, { turns }] of CHAT.parse(chat).entries()) {
      const messages = turns.flat();
      const anchor = messages.find(({ time_anchor }) => typeof time_anchor === "string")?.time_anchor;
      const startsAt = Date.parse(`${anchor?.replaceAll("-", " ")} UTC`);
      for (const [index, { id, content }] of messages.entries()) {
        positions.set(id, memories.length);
        memories.push({
          content: content.replace(/\s*->->.*$/s, "").slice(0, MAX_LENGTH),
          domain,
          tags: [],
          sessionId: `${domain}/${session}`,
          at: startsAt + index * MINUTE,
        });
      }
    }
    const end = memories.at(-1)?.at ?? 0;
    for (const [kind, asked] of Object.entries(QUESTIONS.parse(probing))) {
      for (const { question, source_chat_ids } of asked) {
        const gold = [...new Set(numbersIn(source_chat_ids).flatMap((id) => positions.get(id) ?? []))];
        if (gold.length === 0 && kind !== UNANSWERABLE) continue;
        if (gold.length > 0) kinds.add(kind);
        questions.push({
          text: question,
          domain,
          at: end + DAY,
          gold,
          otherDomain: kind === UNANSWERABLE ? undefined : itemAfter(domains, domain),
          groups: gold.length === 0 ? [] : ["all", kind],
        });
      }
    }
  }
  return { name: `BEAM ${part}`, memories, questions, groups: [...kinds, "all"] };
}

/** All numbers in a value: sources are lists, lists of lists, or lists by role. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}
