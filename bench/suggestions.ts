/**
 * `npm run bench suggestions -- --data <file> [--fit] [--cross]`: measures the passages that are suggested as memories
 * on labelled sessions, and the time that this takes. `--fit` fits the weights on the file and writes `electron/suggestions/weights.ts`; it measures
 * by cross-validation, as `--cross` does: no weight is fitted on a session of the same repository. The last line is
 * JSON. The form of the file is in `docs/guide/suggestions.md`; labelled sessions are not part of this repository.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { MAX_MESSAGES, MAX_UNITS } from "../electron/conversations/suggestion-rows.ts";
import { type Candidate, candidatesOf, type Turn } from "../electron/suggestions/features.ts";
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
/** A sentence of an item that matters most counts as two. */
const STRONG_WEIGHT = 2;
const DECIMALS = 4;
/** The goal: a scan of conversations then suggests as fast as it reads. */
const MIN_PER_MINUTE = 500;
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
const ranked = values.fit || values.cross ? rankCrossValidated() : rankAll();
report(ranked);
if (values.fit) await writeWeights(fitModel(sessions.flatMap(sentencesOf)));
const cost = measureCost();
const perSession = Object.fromEntries(
  PER_SESSION.map((count) => [count, measure(ranked, bestSuggestions(ranked, count))]),
);
console.log(JSON.stringify({ perSession, explicit: measureExplicit(ranked), cost }));

function rankAll(): RankedSession[] {
  return sessions.map((session) => ({ session, passages: rankPassages(session.turns, { repetitions }) }));
}

/**
 * Measures how many sessions a minute of processor time ranks, and how long a conversation takes that is as long as the
 * longest that the application looks through.
 */
function measureCost() {
  const started = process.cpuUsage();
  rankAll();
  const { user, system } = process.cpuUsage(started);
  const perMinute = Math.round((60_000_000 * sessions.length) / (user + system));
  const longest = longestConversation(sessions.flatMap(({ turns }) => turns));
  const start = performance.now();
  rankPassages(longest);
  const longestMs = Math.round(performance.now() - start);
  const units = (turns: readonly Turn[]) => turns.reduce((sum, { text }) => sum + text.length, 0);
  const typicalUnits = Math.round(units(sessions.flatMap(({ turns }) => turns)) / sessions.length);
  console.log(
    `\n${perMinute} sessions of ${typicalUnits} characters a minute of processor time (at least ${MIN_PER_MINUTE}); ` +
      `${longestMs} ms for one of ${units(longest)}.\n`,
  );
  return { perMinute, typicalUnits, longestMs };
}

function longestConversation(turns: readonly Turn[]): Turn[] {
  let left = MAX_UNITS;
  return turns
    .slice(0, MAX_MESSAGES)
    .filter(({ text }) => {
      left -= text.length;
      return left >= 0;
    })
    .map((turn, index) => ({ ...turn, number: index + 1 }));
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
      const items = matchedItems(session, { message, start, end });
      const isStrong = items.some(({ strength }) => strength === 2);
      return { features, isItem: items.length > 0, weight: isStrong ? STRONG_WEIGHT : 1 };
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
