/**
 * `npm run bench use -- --data <LoCoMo file> [--sessions <file>] [--fit]`: measures how well answers show which memories
 * they relied on. A pair is an answer and a memory that was given for its question: its evidence, or another turn that a
 * search finds. Each answer counts as it is, and with `--sessions` (the form of `bench suggestions`) also in the middle of
 * an answer of an assistant, in which words agree by chance. A sentence that is not near in meaning counts with the part
 * of its weight that the product needs. The floor is chosen on the other conversations than those it is measured on; `--fit`
 * chooses it on all and writes it to `electron/use/judge-use.ts`. The data is not part of this repository.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { judgeUse, WORDS_ONLY } from "../electron/use/judge-use.ts";
import { areNear, type ComparedTexts } from "../electron/use/near-meaning.ts";
import { wordsOf } from "../electron/use/words.ts";
import { buildModel } from "../scripts/build-model.ts";
import { openEmbedder } from "./retrieval/open-product.ts";
import { readSessions } from "./suggestions/labelled-sessions.ts";
import { type AnsweredQuestion, rarityIn, readLocomoAnswers } from "./use/locomo-answers.ts";

/** The precision that the floor must reach. */
const PRECISION = 0.9;
const MIN_LONG_ANSWER = 300;
const MAX_LONG_ANSWER = 1_500;
const FLOOR_FILE = join(import.meta.dirname, "..", "electron", "use", "judge-use.ts");

interface Pair {
  readonly conversation: string;
  readonly group: string;
  readonly isLong: boolean;
  readonly isEvidence: boolean;
  readonly score: number;
}

interface WordPair extends Pair, ComparedTexts {}

const { values } = parseArgs({
  options: { data: { type: "string" }, sessions: { type: "string" }, fit: { type: "boolean", default: false } },
});
if (values.data === undefined) {
  console.error("--data names a file of LoCoMo.");
  process.exit(2);
}
const questions = readLocomoAnswers(resolve(values.data));
const turns = values.sessions === undefined ? [] : readSessions(resolve(values.sessions)).flatMap((one) => one.turns);
const longAnswers = turns
  .filter(({ role, text }) => role === "assistant" && text.length > MIN_LONG_ANSWER)
  .map(({ text }) => text.slice(0, MAX_LONG_ANSWER));
const texts = new Set([
  ...questions.flatMap(({ memories }) => memories.map(({ content }) => content)),
  ...turns.map(({ text }) => text),
]);
const rarity = rarityIn([...texts].map(wordsOf));
const started = process.cpuUsage();
const byWords = questions.flatMap((question, index) => [
  ...pairsOf(question, null),
  ...(longAnswers.length === 0 ? [] : pairsOf(question, longAnswers[index % longAnswers.length] ?? null)),
]);
const { user, system } = process.cpuUsage(started);
const pairs = await withMeaning(byWords);
report();
if (values.fit) {
  const floor = Math.ceil(floorOf(pairs) * 100) / 100;
  const source = await readFile(FLOOR_FILE, "utf8");
  await writeFile(FLOOR_FILE, source.replace(/(?<=const USE_FLOOR = )[\d.]+/, String(floor)));
}

function pairsOf(
  { conversation, category, question, answer, memories, at }: AnsweredQuestion,
  around: string | null,
): WordPair[] {
  const sentences = around === null ? [] : around.split(/(?<=[.!?])\s+|\n+/);
  const middle = Math.floor(sentences.length / 2);
  const text = [...sentences.slice(0, middle), answer, ...sentences.slice(middle)].join("\n");
  const judged = judgeUse(
    [
      { number: 1, isUser: true, at: at - 1_000, text: question },
      { number: 2, isUser: false, at: at + 10_000, text },
    ],
    memories.map(({ content, writtenAt }, row) => ({
      row,
      memory: `memory ${row}`,
      by: "prompt",
      at,
      content,
      writtenAt,
    })),
    rarity,
  );
  return judged.map(({ row, best }) => ({
    conversation,
    group: `category ${category}`,
    isLong: around !== null,
    isEvidence: memories[row]?.isEvidence === true,
    score: best.score,
    sentence: best.sentence,
    content: memories[row]?.content ?? "",
  }));
}

/** Lowers the scores of sentences that are not near in meaning. */
async function withMeaning(compared: readonly WordPair[]): Promise<Pair[]> {
  await buildModel();
  const embedder = await openEmbedder();
  const near = await areNear(compared, embedder);
  await embedder.close();
  return compared.map((pair, index) => ({ ...pair, score: near[index] ? pair.score : pair.score / WORDS_ONLY }));
}

/** The lowest floor with the wanted precision on these pairs, short and long answers each. */
function floorOf(chosen: readonly Pair[]): number {
  const forms = [...Map.groupBy(chosen, ({ isLong }) => isLong).values()];
  const scores = [...new Set(chosen.map(({ score }) => score))]
    .filter((score) => score > 0)
    .sort((one, other) => one - other);
  return (
    scores.find((floor) => forms.every((form) => measure(form, () => floor).precision >= PRECISION)) ??
    Number.POSITIVE_INFINITY
  );
}

function measure(chosen: readonly Pair[], floorFor: (pair: Pair) => number) {
  const used = chosen.filter((pair) => pair.score >= floorFor(pair));
  const right = used.filter(({ isEvidence }) => isEvidence).length;
  return {
    pairs: chosen.length,
    precision: right / used.length,
    recall: right / chosen.filter(({ isEvidence }) => isEvidence).length,
  };
}

function report(): void {
  const conversations = [...new Set(pairs.map(({ conversation }) => conversation))];
  const floors = new Map(
    conversations.map((name) => [name, floorOf(pairs.filter(({ conversation }) => conversation !== name))]),
  );
  const floorFor = ({ conversation }: Pair) => floors.get(conversation) ?? Number.POSITIVE_INFINITY;
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const print = (name: string, chosen: readonly Pair[]) => {
    const { pairs: count, precision, recall } = measure(chosen, floorFor);
    console.log(`| ${name} | ${count} | ${percent(precision)} | ${percent(recall)} |`);
  };
  console.log(`\n| answers | pairs | precision | recall |\n|---|---|---|---|`);
  print("all", pairs);
  for (const isLong of [false, true]) {
    const ofForm = pairs.filter((pair) => pair.isLong === isLong);
    if (ofForm.length === 0) continue;
    const form = isLong ? "in a long answer" : "the answer only";
    print(form, ofForm);
    for (const [group, chosen] of [...Map.groupBy(ofForm, (pair) => pair.group)].sort())
      print(`${form}, ${group}`, chosen);
  }
  console.log(`\nFloors: ${[...floors.values()].map((floor) => floor.toFixed(2)).join(", ")}.`);
  console.log(`${((user + system) / 1000 / (2 * questions.length)).toFixed(2)} ms for an answer with its memories.\n`);
  const { precision, recall } = measure(pairs, floorFor);
  console.log(JSON.stringify({ pairs: pairs.length, precision, recall }));
}
