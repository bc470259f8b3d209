import { readFileSync } from "node:fs";
import path from "node:path";
import { buildModel, MODEL_FOLDER } from "../../scripts/build-model.ts";

/** Words in use. English texts of developers have more, but most of what they say is said with these. */
const VOCABULARY = 5000;
/** Zipf's law, flattened at the top as stop words are left out (Mandelbrot: 1 / (rank + 20)). */
const OFFSET = 20;
/** The most frequent, stop words for the most part, are left out. */
const STOP_WORDS = 150;
/** Every so many words are an identifier of two. */
const IDENTIFIERS = 8;

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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

/** Each stands in more than one memory of thirty: nobody asks by them. */
export const FREQUENT_WORDS: ReadonlySet<string> = new Set(WORDS.slice(0, 300));

const wordAt = (rank: number): string => WORDS[rank] ?? "";

/** Ranks as often as words occur: the inverse of the distribution's sum, which is a logarithm. */
function drawRank(random: () => number, from = 0): number {
  const span = Math.log((VOCABULARY + OFFSET) / (from + OFFSET));
  return Math.floor((from + OFFSET) * Math.exp(random() * span)) - OFFSET;
}

/** The n-th made-up memory: some sixty words that recur as words do. */
export function contentOf(number: number): { content: string; namespace: string; domain: string; tags: string[] } {
  const random = createRandom(number);
  const drawn = Array.from({ length: 60 }, () => wordAt(drawRank(random)));
  const text = drawn.map((word, index) => (index % IDENTIFIERS === 1 ? `${drawn[index - 1]}_${word}` : word));
  const namespaces = ["decisions", "learnings", "context", "patterns"];
  return {
    content: `Note ${number}: ${text.join(" ")}.`,
    namespace: namespaces[number % namespaces.length] ?? "context",
    domain: number % 3 === 0 ? "user" : `team/project-${number % 12}`,
    tags: [wordAt(drawRank(random)), wordAt(drawRank(random))],
  };
}

/** The n-th query: two words, not the most frequent ones. */
export function queryOf(number: number): string {
  const random = createRandom(1_000_000 + number);
  return `${wordAt(drawRank(random, 30))} ${wordAt(drawRank(random, 30))}`;
}
