import { readFileSync } from "node:fs";
import path from "node:path";
import { createRandom } from "../../electron/search/testing/random-vectors.ts";
import { buildModel, MODEL_FOLDER } from "../../scripts/build-model.ts";

/** The size of the vocabulary: developers' English has more words, but these cover most of it. */
const VOCABULARY = 5000;
/** Zipf's law, flattened at the top since stop words are excluded (Mandelbrot: 1 / (rank + 20)). */
const OFFSET = 20;
/** The number of most frequent words, mainly stop words, that are excluded. */
const STOP_WORDS = 150;
/** One in this many words is joined with the previous one to an identifier. */
const IDENTIFIERS = 8;

await buildModel();
/** English words, the most frequent first: the vocabulary of the bundled model is in that order. */
const WORDS: readonly string[] = readWords();

function readWords(): string[] {
  const { model } = JSON.parse(readFileSync(path.join(MODEL_FOLDER, "tokenizer.json"), "utf8"));
  return Object.entries<number>(model.vocab)
    .toSorted(([, one], [, other]) => one - other)
    .map(([piece]) => piece)
    .filter((piece) => /^[a-z]{3,}$/.test(piece))
    .slice(STOP_WORDS, STOP_WORDS + VOCABULARY);
}

/** Words in more than one memory in thirty; queries do not use them. */
export const FREQUENT_WORDS: ReadonlySet<string> = new Set(WORDS.slice(0, 300));

const wordAt = (rank: number): string => WORDS[rank] ?? "";

/** Draws a rank with the frequency of its word: the inverse of the cumulative distribution, a logarithm. */
function drawRank(random: () => number, from = 0): number {
  const span = Math.log((VOCABULARY + OFFSET) / (from + OFFSET));
  return Math.floor((from + OFFSET) * Math.exp(random() * span)) - OFFSET;
}

export type GeneratedMemory = {
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: string[];
};

/** Returns the n-th generated memory: sixty words with a natural frequency distribution. */
export function contentOf(number: number): GeneratedMemory {
  return makeMemory(number, drawRank);
}

/** So few words that each is in two of five memories: no word distinguishes memories. */
const FEW_WORDS = 130;

/** Returns the n-th generated memory of only {@link FEW_WORDS} words, all equally frequent: the worst case of search. */
export function contentOfFewWords(number: number): GeneratedMemory {
  return makeMemory(number, (random) => Math.floor(random() * FEW_WORDS));
}

function makeMemory(number: number, draw: (random: () => number) => number): GeneratedMemory {
  const random = createRandom(number).next;
  const drawn = Array.from({ length: 60 }, () => wordAt(draw(random)));
  const text = drawn.map((word, index) => (index % IDENTIFIERS === 1 ? `${drawn[index - 1]}_${word}` : word));
  const namespaces = ["decisions", "learnings", "context", "patterns"];
  return {
    content: `Note ${number}: ${text.join(" ")}.`,
    namespace: namespaces[number % namespaces.length] ?? "context",
    domain: number % 3 === 0 ? "user" : `team/project-${number % 12}`,
    tags: [wordAt(draw(random)), wordAt(draw(random))],
  };
}

/** Returns the n-th query: two words that are not among the most frequent. */
export function queryOf(number: number): string {
  const random = createRandom(1_000_000 + number).next;
  return `${wordAt(drawRank(random, 30))} ${wordAt(drawRank(random, 30))}`;
}
