import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Rarity, rarityOf, wordsOf } from "../../electron/use/words.ts";
import { readLocomo } from "../retrieval/data-sets/locomo.ts";

/** A question with its answer, and the memories that were given for it. */
export interface AnsweredQuestion {
  readonly conversation: string;
  readonly category: number;
  readonly question: string;
  readonly answer: string;
  readonly memories: readonly { readonly content: string; readonly writtenAt: number; readonly isEvidence: boolean }[];
  /** When it was asked. Times are milliseconds since 1970. */
  readonly at: number;
}

/** Memories that are given in addition to the evidence: about as many as a hook gives. */
const OTHERS = 8;
/** Questions whose answer is in no memory. */
const ADVERSARIAL = 5;
const ANSWERS = z.array(
  z.object({ qa: z.array(z.object({ question: z.string(), answer: z.unknown().optional(), category: z.number() })) }),
);

/** Reads LoCoMo: each answer with its evidence, and the other turns that a search by words finds for the question. */
export function readLocomoAnswers(file: string): AnsweredQuestion[] {
  const json: unknown = JSON.parse(readFileSync(file, "utf8"));
  const { memories, questions } = readLocomo(json);
  const answers = new Map(
    ANSWERS.parse(json).flatMap(({ qa }) =>
      qa.map(({ question, answer, category }) => [question, { answer, category }]),
    ),
  );
  const turns = memories.map(({ content, domain, at }) => ({
    content,
    domain,
    writtenAt: at,
    words: wordsOf(content),
  }));
  const rarity = rarityIn(turns.map(({ words }) => words));
  return questions.flatMap(({ text, domain, gold, at }) => {
    const { answer, category = ADVERSARIAL } = answers.get(text) ?? {};
    if (answer === undefined || category === ADVERSARIAL) return [];
    const asked = wordsOf(text);
    const rank = ({ words }: { readonly words: ReadonlySet<string> }) =>
      [...asked].reduce((sum, word) => sum + (words.has(word) ? rarity(word) : 0), 0) / Math.sqrt(words.size + 20);
    const evidence = gold.flatMap((position) => turns[position] ?? []);
    const others = turns
      .filter((turn) => turn.domain === domain && !evidence.includes(turn))
      .map((turn) => ({ turn, rank: rank(turn) }))
      .sort((one, other) => other.rank - one.rank)
      .slice(0, OTHERS);
    return [
      {
        conversation: String(domain),
        category,
        question: text,
        answer: String(answer),
        memories: [
          ...evidence.map(({ content, writtenAt }) => ({ content, writtenAt, isEvidence: true })),
          ...others.map(({ turn: { content, writtenAt } }) => ({ content, writtenAt, isEvidence: false })),
        ],
        at,
      },
    ];
  });
}

/** How rare words are among texts. */
export function rarityIn(texts: readonly ReadonlySet<string>[]): Rarity {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => rarityOf(counts.get(word) ?? 0, texts.length);
}
