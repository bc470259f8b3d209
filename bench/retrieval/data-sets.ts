import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { createRandom } from "../../electron/search/testing/random-vectors.ts";

/** A memory of a data set. */
export interface SetMemory {
  readonly content: string;
  readonly domain: string;
  readonly tags: readonly string[];
  readonly sessionId: string | null;
  /** When it is captured, in milliseconds since 1970. */
  readonly at: number;
}

export interface SetQuestion {
  readonly text: string;
  readonly domain: string;
  /** When it is asked, in milliseconds since 1970. */
  readonly at: number;
  /** The positions in `memories` of the relevant ones; never empty. */
  readonly gold: readonly number[];
  /** The rows of the report that it counts in. */
  readonly groups: readonly string[];
}

/** A benchmark as memories and questions. */
export interface DataSet {
  readonly name: string;
  readonly memories: readonly SetMemory[];
  readonly questions: readonly SetQuestion[];
  /** The rows of the report, in order. */
  readonly groups: readonly string[];
}

const DAY = 86_400_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The time of the first memory in data sets without times. */
const START = Date.UTC(2026, 0, 1);

/** Reads a data set: a file of LoCoMo, DevBench or messages, recognised by its content, or the folder of CoSQA. */
export function readDataSet(path: string): DataSet {
  if (statSync(path).isDirectory()) {
    const functions = join(path, "code_idx_map.txt");
    const questions = readdirSync(path).find((name) => /^cosqa-retrieval-.*\.json$/.test(name));
    if (!existsSync(functions) || questions === undefined) throw new Error(`${path} does not contain CoSQA.`);
    return readCosqa(readJson(functions), readJson(join(path, questions)));
  }
  const json = readJson(path);
  if (isLocomo(json)) return readLocomo(json);
  if (isDevBench(json)) return readDevBench(json);
  if (isMessages(json)) return readMessages(json, basename(dirname(path)));
  throw new Error(`${path} is not a known data set.`);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

const COSQA_FUNCTIONS = z.record(z.string(), z.number().int());
const COSQA_QUESTIONS = z.array(z.object({ doc: z.string(), retrieval_idx: z.number().int() }));

/**
 * CoSQA (Huang et al. 2021, arXiv 2105.13239): web search queries, each answered by one Python function. The halves are
 * the questions of even and of odd number.
 *
 * @param functions `code_idx_map.txt`: the number of each function by its code
 * @param questions `cosqa-retrieval-dev-500.json`
 */
function readCosqa(functions: unknown, questions: unknown): DataSet {
  const numbered = Object.entries(COSQA_FUNCTIONS.parse(functions)).sort(([, one], [, other]) => one - other);
  const positions = new Map(numbered.map(([, number], position) => [number, position]));
  const end = START + numbered.length * MINUTE;
  return {
    name: "CoSQA",
    memories: numbered.map(([code], position) => ({
      content: code,
      domain: "cosqa",
      tags: [],
      sessionId: null,
      at: START + position * MINUTE,
    })),
    questions: COSQA_QUESTIONS.parse(questions).map(({ doc, retrieval_idx }, index) => {
      const position = positions.get(retrieval_idx);
      if (position === undefined) throw new Error(`There is no function ${retrieval_idx}.`);
      return {
        text: doc,
        domain: "cosqa",
        at: end,
        gold: [position],
        groups: ["all", index % 2 === 0 ? "even half" : "odd half"],
      };
    }),
    groups: ["all", "even half", "odd half"],
  };
}

const DEVBENCH = z.object({
  memories: z.array(
    z.object({ id: z.string(), content: z.string(), tags: z.array(z.string()), created_at_iso: z.string() }),
  ),
  queries: z.array(z.object({ category: z.string(), question: z.string(), expected_tags: z.array(z.string()) })),
});

function isDevBench(json: unknown): boolean {
  return DEVBENCH.safeParse(json).success;
}

/**
 * DevBench (doobidoo/mcp-memory-service): notes of a project, and questions whose relevant notes are named by tags.
 * These tags, one per memory, are not captured; questions without a relevant note are skipped.
 */
function readDevBench(json: unknown): DataSet {
  const { memories, queries } = DEVBENCH.parse(json);
  const last = Math.max(...memories.map(({ created_at_iso }) => Date.parse(created_at_iso)));
  const categories = [...new Set(queries.map(({ category }) => category))];
  return {
    name: "DevBench",
    memories: memories.map(({ content, tags, created_at_iso }) => ({
      content,
      domain: "devbench",
      tags: tags.filter((tag) => !tag.startsWith("bench:")),
      sessionId: null,
      at: Date.parse(created_at_iso),
    })),
    questions: queries
      .map(({ category, question, expected_tags }) => ({
        text: question,
        domain: "devbench",
        at: last + DAY,
        gold: memories.flatMap(({ tags }, position) =>
          tags.some((tag) => expected_tags.includes(tag)) ? [position] : [],
        ),
        groups: ["all", category],
      }))
      .filter(({ gold }) => gold.length > 0),
    groups: [...categories, "all"],
  };
}

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

function isLocomo(json: unknown): boolean {
  return LOCOMO.safeParse(json).success;
}

/**
 * LoCoMo (Maharana et al. 2024, arXiv 2402.17753): each turn of a conversation is a memory, captured a minute after the
 * previous turn of its session. A question is asked within its conversation; its evidence turns are relevant. Questions
 * without evidence are skipped. Category 5 (adversarial) has no answer, but evidence.
 */
function readLocomo(json: unknown): DataSet {
  const memories: SetMemory[] = [];
  const questions: SetQuestion[] = [];
  const conversations = LOCOMO.parse(json);
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
      const named = evidence.flatMap((text) => [...text.matchAll(/D:?(\d+):(\d+)/g)]);
      const gold = named.map(([, session, turn]) => positions.get(`D${Number(session)}:${Number(turn)}`));
      const found = [...new Set(gold.filter((position) => position !== undefined))];
      if (found.length === 0) continue;
      questions.push({
        text: question,
        domain: `locomo/${sample_id}`,
        at: end + DAY,
        gold: found,
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

/** Parses `1:56 pm on 8 May, 2023` as UTC. */
function parseMoment(text: string): number {
  const parts = /^(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d{4})$/i.exec(text.trim());
  if (parts === null) throw new Error(`"${text}" is not the date of a session.`);
  const [, hour, minute, half, day, month, year] = parts;
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === "pm" ? 12 : 0);
  return Date.parse(`${day} ${month} ${year} ${hours}:${minute} UTC`);
}

/** A program's messages by key, such as TypeScript's `lib/<language>/diagnosticMessages.generated.json`. */
type Messages = Readonly<Record<string, string>>;

const MESSAGES = 700;
const MESSAGE_QUESTIONS = 300;
/** The shortest message used, in letters; East Asian characters count as three. */
const MIN_LETTERS = 40;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{5,}/gu;
const PLACEHOLDERS = /\{\d\}|'[^']*'|"[^"]*"/g;

function isMessages(json: unknown): json is Messages {
  const values = typeof json === "object" && json !== null && !Array.isArray(json) ? Object.values(json) : [];
  return values.length >= MESSAGES && values.every((value) => typeof value === "string");
}

/**
 * Messages in one language, and questions of three words of a message, or of five consecutive characters in scripts
 * without spaces. Messages and questions are the same in every run.
 */
function readMessages(messages: Messages, language: string): DataSet {
  const random = createRandom(7).next;
  const contents = shuffle([...new Set(Object.values(messages))].filter(isLong), random).slice(0, MESSAGES);
  const questions: SetQuestion[] = [];
  for (let index = 0; index < MESSAGE_QUESTIONS; index++) {
    const position = Math.floor(random() * contents.length);
    const text = partOf((contents[position] ?? "").replace(PLACEHOLDERS, " "), random);
    if (text === null) continue;
    questions.push({ text, domain: "user", at: START + DAY * 365, gold: [position], groups: ["all"] });
  }
  const memories = contents.map((content, index) => ({
    content,
    domain: "user",
    tags: [],
    sessionId: null,
    at: START + index * HOUR,
  }));
  return { name: `Messages ${language}`, memories, questions, groups: ["all"] };
}

function isLong(message: string): boolean {
  const characters = message.match(UNSPACED)?.join("").length ?? 0;
  return message.length + 2 * characters >= MIN_LETTERS;
}

function partOf(message: string, random: () => number): string | null {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const unspaced = message.match(UNSPACED);
  if (unspaced !== null) {
    const run = pick(unspaced) ?? "";
    const start = Math.floor(random() * (run.length - 4));
    return run.slice(start, start + 5);
  }
  const words = shuffle([...new Set(message.match(/\p{L}{4,}/gu))], random);
  return words.length < 4 ? null : words.slice(0, 3).join(" ");
}

/** Shuffles by Fisher and Yates. */
function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}
