/**
 * `npm run bench suggestions -- --data <file> [--fit] [--cross]`: measures the passages that are suggested as memories
 * on labelled sessions. `--fit` fits the weights on the file and writes `electron/suggestions/weights.ts`; it measures
 * by cross-validation, as `--cross` does: no weight is fitted on a session of the same repository. The last line is
 * JSON. The form of the file is in `docs/guide/suggestions.md`; labelled sessions are not part of this repository.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Candidate, candidatesOf } from "../electron/suggestions/features.ts";
import { rankPassages } from "../electron/suggestions/passage-choice.ts";
import { type FittedModel, fitModel, type LabelledSentence } from "./suggestions/fit-model.ts";
import { countRepetitions, type LabelledSession, matchedItems, readSessions } from "./suggestions/labelled-sessions.ts";
import {
  bestSuggestions,
  measure,
  measureExplicit,
  measureGroups,
  PER_SESSION,
  percent,
  type RankedSession,
} from "./suggestions/measure.ts";

const PARTS = 12;
const DECIMALS = 4;
/** The floor lets this many suggestions of a session pass on average. */
const AT_FLOOR = 2;
const WEIGHTS_FILE = join(import.meta.dirname, "..", "electron", "suggestions", "weights.ts");

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    fit: { type: "boolean", default: false },
    cross: { type: "boolean", default: false },
  },
});
if (values.data === undefined) {
  console.error("--data names a file of labelled sessions.");
  process.exit(2);
}
const sessions = readSessions(resolve(values.data));
const repetitions = countRepetitions(sessions);
const started = process.cpuUsage();
const ranked = values.fit || values.cross ? rankCrossValidated() : rankAll();
const used = process.cpuUsage(started);
report(ranked);
if (values.fit) await writeWeights(fitModel(sessions.flatMap(sentencesOf)));
if (!values.fit && !values.cross) {
  console.log(
    `\n${((60_000_000 * sessions.length) / (used.user + used.system)).toFixed(0)} sessions a minute of processor time.\n`,
  );
}
const perSession = Object.fromEntries(
  PER_SESSION.map((count) => [count, measure(ranked, bestSuggestions(ranked, count))]),
);
console.log(JSON.stringify({ perSession, explicit: measureExplicit(ranked) }));

function rankAll(): RankedSession[] {
  return sessions.map((session) => ({ session, passages: rankPassages(session.turns, { repetitions }) }));
}

function rankCrossValidated(): RankedSession[] {
  const repositories = [...new Set(sessions.map(({ repository }) => repository))];
  const partOf = ({ repository }: LabelledSession) => repositories.indexOf(repository) % PARTS;
  const sentences = new Map(sessions.map((session) => [session, sentencesOf(session)]));
  return Array.from({ length: Math.min(PARTS, repositories.length) }, (_, part) => {
    const training = sessions.filter((session) => partOf(session) !== part);
    const model = fitModel(training.flatMap((session) => sentences.get(session) ?? []));
    return sessions
      .filter((session) => partOf(session) === part)
      .map((session) => ({
        session,
        passages: rankPassages(session.turns, { repetitions, score: (candidate) => scoreBy(model, candidate) }),
      }));
  }).flat();
}

function sentencesOf(session: LabelledSession): LabelledSentence[] {
  return candidatesOf(session.turns, { repetitions })
    .filter(({ isStatement }) => isStatement)
    .map(({ turn, sentence, features }) => {
      const message = session.turns[turn]?.number ?? 0;
      const { start, end } = sentence;
      return { features, isItem: matchedItems(session, { message, start, end }).length > 0 };
    });
}

function scoreBy({ constant, weights }: FittedModel, { features }: Candidate): number {
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), constant);
}

function report(measured: readonly RankedSession[]): void {
  console.log("| suggestions a session | precision | recall | strong | precision, at most 3 in one session |");
  console.log("|---|---|---|---|---|");
  for (const count of PER_SESSION) {
    const { precision, recall, strong } = measure(measured, bestSuggestions(measured, count));
    const limited = measure(measured, bestSuggestions(measured, count, 3));
    const cells = [precision, recall, strong, limited.precision].map(percent);
    console.log(`| ${count} | ${cells.join(" | ")} |`);
  }
  const suggestions = bestSuggestions(measured, 2);
  const print = (name: string, rows: readonly string[]) =>
    console.log(`\n| ${name} | suggestions | precision | items | recall |\n|---|---|---|---|---|\n${rows.join("\n")}`);
  print(
    "kind",
    measureGroups(
      measured,
      suggestions,
      (_, { kind }) => kind,
      ({ passage }) => passage.kind,
    ),
  );
  print(
    "language",
    measureGroups(
      measured,
      suggestions,
      ({ language }) => language,
      ({ session }) => session.language,
    ),
  );
  const right = suggestions.filter(({ items }) => items.length > 0);
  const sameKind = right.filter(({ items, passage }) => items.some(({ kind }) => kind === passage.kind));
  console.log(`\nThe kind is the label's in ${sameKind.length} of ${right.length} right suggestions.`);
}

/** The score that the best suggestions reach, `AT_FLOOR` in a session on average. */
function floorOf(measured: readonly RankedSession[]): number {
  const suggestions = bestSuggestions(measured, AT_FLOOR).filter(({ passage }) => !passage.isExplicit);
  return suggestions.at(-1)?.passage.score ?? 0;
}

async function writeWeights({ constant, weights }: FittedModel): Promise<void> {
  const round = (value: number) => Number(value.toFixed(DECIMALS));
  const rows = Object.entries(weights)
    .filter(([, weight]) => round(weight) !== 0)
    .map(([name, weight]) => `  ${/^[a-zA-Z]+$/.test(name) ? name : `"${name}"`}: ${round(weight)},`);
  await writeFile(
    WEIGHTS_FILE,
    `// Written by \`npm run bench suggestions -- --fit\`. Numbers are logarithms of odds.

/** The score from which a passage is suggested: ${AT_FLOOR} in a labelled session on average. */
export const FLOOR = ${round(floorOf(ranked))};

/** The score of a sentence whose features are all 0. */
export const WEIGHT_WITHOUT_FEATURES = ${round(constant)};

/** What 1 in a feature (\`features.ts\`) adds to the score. A feature that is not listed adds nothing. */
export const WEIGHT_OF_FEATURE: Readonly<Record<string, number>> = {
${rows.join("\n")}
};
`,
  );
}
