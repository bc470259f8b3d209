/**
 * `npm run bench relevance -- [--data <file or folder> …] [--keep <folder>] [--fit]`: fits the weights of the re-ranking
 * (`electron/search/reranking.ts`) and of the model that estimates whether a result is relevant
 * (`electron/search/relevance.ts`), on the development parts only, and measures the ranking without each input. Takes the
 * same data as `npm run bench retrieval`. `--fit` writes the weights to `electron/search/ranking-weights.ts`.
 *
 * Both fits start from weights that were fitted on more data sets, and keep near them where these sets say little. The
 * first uses the best fifty candidates of every question. The second uses the first ten in the new order, of each
 * question with its answer among the memories, and of each without: put to the memories of another conversation, or
 * unanswerable. Of a data set, questions with and without an answer count the same.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { featuresOf, RELEVANCE_FEATURES } from "../electron/search/relevance.ts";
import { RERANKING_INPUTS, type RerankingInputs, rerankingScore } from "../electron/search/reranking.ts";
import { buildModel } from "../scripts/build-model.ts";
import { fitLogistic, type Observation } from "./relevance/fit-logistic.ts";
import { fitRanking, type RankedList } from "./relevance/fit-ranking.ts";
import { type ObservedQuestion, observeQuestions } from "./relevance/observe.ts";
import { RANKING_PRIOR, RELEVANCE_PRIOR, WEIGHT_OF_SET } from "./relevance/priors.ts";
import { readDataSets, readOwnStores } from "./retrieval/data-sets/read.ts";
import { measureRanking } from "./retrieval/metrics.ts";
import { withDataSet } from "./retrieval/open-data-set.ts";

const ROWS = 10;
const WEIGHTS_FILE = join(import.meta.dirname, "..", "electron", "search", "ranking-weights.ts");

const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true },
    keep: { type: "string" },
    fit: { type: "boolean", default: false },
  },
});
await buildModel();
const questions: ObservedQuestion[] = [];
const sets = [
  ...readOwnStores("development"),
  ...(values.data ?? []).flatMap((path) => readDataSets(resolve(path), "development")),
];
for (const set of sets) {
  await withDataSet(set, values.keep, async (product, ids) => {
    questions.push(...(await observeQuestions(set, product, ids, "hybrid")));
  });
  console.error(`${set.name}: ${questions.length} questions in total`);
}

const counts = new Map(
  [...Map.groupBy(questions, ({ set }) => set)].map(([set, ofSet]) => {
    const answerable = ofSet.filter(({ gold }) => gold.size > 0).length;
    return [set, { answerable, unanswerable: Math.max(ofSet.length - answerable, answerable / 2) }];
  }),
);
const ranking = fitRanking(questions.flatMap(toList), RANKING_PRIOR);
const weights = Object.fromEntries(RERANKING_INPUTS.map((name, index) => [name, round(ranking[index])]));
const relevance = fitLogistic(questions.flatMap(toObservations), RELEVANCE_PRIOR).map(round);
console.log(`\n| ranked | ${sets.map(({ name }) => name).join(" | ")} |\n|---|${"---|".repeat(sets.length)}`);
console.log(`| R@10 / MRR | ${measures(weights as RerankingInputs)} |`);
for (const name of RERANKING_INPUTS) {
  console.log(`| without ${name} (${weights[name]}) | ${measures({ ...weights, [name]: 0 } as RerankingInputs)} |`);
}
for (const [index, name] of RELEVANCE_FEATURES.entries()) console.log(`- ${name}: ${relevance[index]}`);
if (values.fit) {
  const table = RERANKING_INPUTS.map((name) => `  ${/^[a-z]+$/.test(name) ? name : `"${name}"`}: ${weights[name]},`);
  await writeFile(
    WEIGHTS_FILE,
    `// Written by \`npm run bench relevance -- --fit\` with the development parts of
// ${sets.map(({ name }) => name.replace(" development", "")).join(", ")}.

/** What an input of 1 adds to the score of re-ranking, as \`RERANKING_INPUTS\`, in logarithms of odds. */
export const RERANKING_WEIGHTS = {
${table.join("\n")}
};

/** What a feature of 1 adds to the logarithm of the odds that a result is relevant, as \`RELEVANCE_FEATURES\`. */
export const RELEVANCE_WEIGHTS: readonly number[] = [${relevance.join(", ")}];
`,
  );
}

function round(value = 0): number {
  return Number(value.toFixed(2));
}

function weightOf({ set, gold }: ObservedQuestion): number {
  const { answerable, unanswerable } = counts.get(set) ?? { answerable: 1, unanswerable: 1 };
  return (100 * (WEIGHT_OF_SET[set] ?? 1)) / (gold.size > 0 ? answerable : unanswerable);
}

function toList(question: ObservedQuestion): RankedList[] {
  if (question.gold.size === 0) return [];
  const known = question.ordered.flatMap(({ candidate, inputs }) =>
    inputs === null ? [] : [{ id: candidate.id, inputs: RERANKING_INPUTS.map((name) => inputs[name]) }],
  );
  const isRelevant = known.map(({ id }) => question.gold.has(id));
  return [{ inputs: known.map(({ inputs }) => inputs), isRelevant, weight: weightOf(question) }];
}

/** The candidates in the order of the new weights. */
function reorder({ ordered }: ObservedQuestion, by: RerankingInputs) {
  const score = ({ inputs }: (typeof ordered)[number]) => (inputs === null ? -Infinity : rerankingScore(inputs, by));
  return ordered.toSorted((one, other) => score(other) - score(one));
}

function toObservations(question: ObservedQuestion): Observation[] {
  const weight = weightOf(question);
  return reorder(question, weights as RerankingInputs)
    .slice(0, ROWS)
    .map(({ candidate, evidence }, position) => ({
      features: featuresOf({ ...evidence, position }),
      isPositive: question.gold.has(candidate.id),
      weight,
    }));
}

/** Recall among ten and the reciprocal rank of every set, in percent. */
function measures(by: RerankingInputs): string {
  const ofSet = sets.map(({ name }) => {
    const found = questions
      .filter(({ set, gold }) => set === name && gold.size > 0)
      .map((question) => {
        const ids = reorder(question, by).map(({ candidate }) => candidate.id);
        const gold = [...question.gold];
        return measureRanking(
          ids.map((id) => gold.indexOf(id)),
          gold.map((_, index) => index),
        );
      });
    const mean = (of: (measured: (typeof found)[number]) => number) =>
      ((100 * found.reduce((sum, one) => sum + of(one), 0)) / Math.max(1, found.length)).toFixed(1);
    return `${mean(({ recall10 }) => recall10)} / ${mean(({ reciprocalRank }) => reciprocalRank)}`;
  });
  return ofSet.join(" | ");
}
