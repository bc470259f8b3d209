import { z } from "zod";
import { DAY, type DataSet, itemAfter, MINUTE, type SetMemory, type SetQuestion } from "./data-set.ts";

const LOCOMO_TURN = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
});
const LOCOMO = z.array(
  z.object({
    sample_id: z.string(),
    conversation: z.record(z.string(), z.unknown()),
    qa: z.array(
      z.object({ question: z.string(), category: z.number().int(), evidence: z.array(z.string()).optional() }),
    ),
  }),
);

export function isLocomo(json: unknown): boolean {
  return LOCOMO.safeParse(json).success;
}

/**
 * LoCoMo (Maharana et al. 2024, arXiv 2402.17753): each turn of a conversation is a memory, captured a minute after the
 * previous turn of its session. A question is asked within its conversation; its evidence turns are relevant. Questions
 * without evidence are skipped. Category 5 (adversarial) has no answer, but evidence.
 */
export function readLocomo(json: unknown): DataSet {
  const memories: SetMemory[] = [];
  const questions: SetQuestion[] = [];
  const conversations = LOCOMO.parse(json);
  const domains = conversations.map(({ sample_id }) => `locomo/${sample_id}`);
  conversations.forEach(({ sample_id, conversation, qa }, number) => {
    const positions = new Map<string, number>();
    for (const [session, turns] of Object.entries(conversation)) {
      if (!Array.isArray(turns)) continue;
      const startsAt = parseMoment(String(conversation[`${session}_date_time`]));
      for (const [index, turn] of z.array(LOCOMO_TURN).parse(turns).entries()) {
        positions.set(turn.dia_id, memories.length);
        const caption = turn.blip_caption === undefined ? "" : ` [image: ${turn.blip_caption}]`;
        memories.push({
          content: `${turn.speaker}: ${turn.text}${caption}`,
          domain: `locomo/${sample_id}`,
          tags: [],
          sessionId: `${sample_id}/${session}`,
          at: startsAt + index * MINUTE,
        });
      }
    }
    const end = memories.at(-1)?.at ?? 0;
    for (const { question, category, evidence = [] } of qa) {
      const found = positionsOf(evidence, positions);
      if (found.length === 0) continue;
      questions.push({
        text: question,
        domain: `locomo/${sample_id}`,
        at: end + DAY,
        gold: found,
        isMisleading: category === 5,
        otherDomain: itemAfter(domains, `locomo/${sample_id}`),
        groups: [
          "all",
          `category ${category}`,
          `conversation ${number + 1}`,
          ...(category === 5
            ? []
            : ["categories 1–4", number < 2 ? "1–4, conversations 1–2" : "1–4, conversations 3 on"]),
        ],
      });
    }
  });
  return {
    name: "LoCoMo",
    isDialogue: true,
    memories,
    questions,
    groups: [
      "categories 1–4",
      "1–4, conversations 1–2",
      "1–4, conversations 3 on",
      ...[1, 2, 3, 4, 5].map((category) => `category ${category}`),
      "all",
    ],
  };
}

/** The positions of the turns that evidence such as `D2:14` names. */
export function positionsOf(evidence: readonly string[], positions: ReadonlyMap<string, number>): number[] {
  const named = evidence.flatMap((text) => [...text.matchAll(/D:?(\d+):(\d+)/g)]);
  const found = named.map(([, session, turn]) => positions.get(`D${Number(session)}:${Number(turn)}`));
  return [...new Set(found.filter((position) => position !== undefined))];
}

/** Parses `1:56 pm on 8 May, 2023` as UTC. */
function parseMoment(text: string): number {
  const parts = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d{4})$/i.exec(text.trim());
  if (parts === null) throw new Error(`"${text}" is not the date of a session.`);
  const [, hour, minute, half, day, month, year] = parts;
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0);
  return Date.parse(`${day} ${month} ${year} ${hours}:${minute} UTC`);
}
