import { z } from "zod";
import { DAY, type DataSet, itemAfter, type Part, type SetMemory, type SetQuestion } from "./data-set.ts";
import { positionsOf } from "./locomo.ts";

/** The name of a file of REALTALK; its number decides the part. */
export const REALTALK_FILE = /^Chat_(\d+)_.*\.json$/;
/** The conversations up to this number are for development. */
const LAST_OF_DEVELOPMENT = 5;

const MESSAGE = z.object({
  clean_text: z.string(),
  speaker: z.string(),
  date_time: z.string(),
  dia_id: z.string(),
  blip_caption: z.string().optional(),
});
const CHAT = z
  .object({
    qa: z.array(z.object({ question: z.string(), category: z.number().int(), evidence: z.array(z.string()) })),
  })
  .catchall(z.unknown());

/**
 * REALTALK (Lee et al. 2025, arXiv 2502.13270): messages of two people over three weeks. Each message is a memory,
 * captured when it was sent; a question is asked within its conversation.
 *
 * @param chats the contents of the files by name
 */
export function readRealTalk(chats: ReadonlyMap<string, unknown>, part: Part): DataSet {
  const memories: SetMemory[] = [];
  const questions: SetQuestion[] = [];
  const numbered = [...chats].map(([name, json]) => ({ number: Number(REALTALK_FILE.exec(name)?.[1]), json }));
  const chosen = numbered
    .filter(({ number }) => number <= LAST_OF_DEVELOPMENT === (part === "development"))
    .sort((one, other) => one.number - other.number);
  const domains = chosen.map(({ number }) => `realtalk/${number}`);
  for (const { number, json } of chosen) {
    const chat = CHAT.parse(json);
    const domain = `realtalk/${number}`;
    const positions = new Map<string, number>();
    for (const [session, messages] of Object.entries(chat)) {
      if (!/^session_\d+$/.test(session)) continue;
      for (const message of z.array(MESSAGE).parse(messages)) {
        positions.set(message.dia_id, memories.length);
        const caption = message.blip_caption === undefined ? "" : ` [image: ${message.blip_caption}]`;
        memories.push({
          content: `${message.speaker}: ${message.clean_text}${caption}`,
          domain,
          tags: [],
          sessionId: `${number}/${session}`,
          at: parseMoment(message.date_time),
        });
      }
    }
    const end = memories.at(-1)?.at ?? 0;
    for (const { question, category, evidence } of chat.qa) {
      const gold = positionsOf(evidence, positions);
      if (gold.length === 0) continue;
      questions.push({
        text: question,
        domain,
        at: end + DAY,
        gold,
        otherDomain: itemAfter(domains, domain),
        groups: ["all", `category ${category}`],
      });
    }
  }
  return {
    name: `REALTALK ${part}`,
    isDialogue: true,
    memories,
    questions,
    groups: ["category 1", "category 2", "category 3", "all"],
  };
}

/** Parses `29.12.2023, 00:51:12` as UTC. */
function parseMoment(text: string): number {
  const parts = /^(\d+)\.(\d+)\.(\d{4}), (\d+:\d+:\d+)$/.exec(text.trim());
  if (parts === null) throw new Error(`"${text}" is not the date of a message.`);
  const [, day = "", month = "", year, time] = parts;
  return Date.parse(`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${time}Z`);
}
