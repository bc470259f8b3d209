/**
 * `npm run bench relevance -- --data <file or folder> … [--keep <folder>]`: fits the model that estimates whether a
 * result is relevant (`electron/search/relevance.ts`), on the development parts only, and writes its weights to
 * `electron/search/relevance-weights.ts`. Takes the same data as `npm run bench retrieval`.
 *
 * Each question gives its first ten candidates, with and without its answer among the memories: put to its own
 * memories, and to the memories of another conversation. Every data set counts the same, and so do, within one, the
 * questions with and without an answer; questions in another language than the memories count a quarter, and DevBench,
 * with 15, half.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseFilter } from "../electron/core/filter.ts";
import { type Evidence, featuresOf, RELEVANCE_FEATURES } from "../electron/search/relevance.ts";
import { buildModel } from "../scripts/build-model.ts";
import { fitLogistic, type Observation } from "./relevance/fit-logistic.ts";
import type { DataSet } from "./retrieval/data-sets/data-set.ts";
import { readDataSets, readOwnStore } from "./retrieval/data-sets/read.ts";
import { withDataSet } from "./retrieval/open-data-set.ts";
import type { Product } from "./retrieval/open-product.ts";

const ROWS = 10;
const WEIGHT_OF_SET: Readonly<Record<string, number>> = { "XQuAD de on en development": 0.25, DevBench: 0.5 };
const WEIGHTS_FILE = join(import.meta.dirname, "..", "electron", "search", "relevance-weights.ts");

const { values } = parseArgs({ options: { data: { type: "string", multiple: true }, keep: { type: "string" } } });
await buildModel();
const observations: Observation[] = [];
const sets = [
  readOwnStore("development"),
  ...(values.data ?? []).flatMap((path) => readDataSets(resolve(path), "development")),
];
for (const set of sets) {
  await withDataSet(set, values.keep, async (product, ids) => {
    observations.push(...(await observe(set, product, ids)));
  });
  console.error(`${set.name}: ${observations.length} observations in total`);
}
const weights = fitLogistic(observations);
for (const [index, name] of RELEVANCE_FEATURES.entries()) console.log(`${name}: ${weights[index]?.toFixed(2)}`);
await writeFile(
  WEIGHTS_FILE,
  `/**
 * The weights of \`RELEVANCE_FEATURES\`, written by \`npm run bench relevance\` with the development parts of
 * ${sets.map(({ name }) => name.replace(" development", "")).join(", ")}.
 */
export const RELEVANCE_WEIGHTS: readonly number[] = [${weights.map((weight) => Number(weight.toFixed(2))).join(", ")}];
`,
);

/** The features of the first candidates of every question, and whether they are relevant. */
async function observe(set: DataSet, product: Product, ids: readonly string[]): Promise<Observation[]> {
  let evidence: Evidence[] = [];
  const engine = product.withEstimate((one) => {
    evidence.push(one);
    return 1;
  });
  const asked = set.questions.flatMap(({ text, domain, otherDomain, at, gold }) => [
    { text, domain, at, gold },
    ...(otherDomain === undefined ? [] : [{ text, domain: otherDomain, at, gold: [] }]),
  ]);
  const answerable = asked.filter(({ gold }) => gold.length > 0).length;
  const unanswerable = Math.max(asked.length - answerable, answerable / 2);
  const found: Observation[] = [];
  for (const { text, domain, at, gold } of asked) {
    product.clock.set(at);
    evidence = [];
    const right = new Set(gold.map((position) => ids[position]));
    const filter = parseFilter({ domain }, at);
    const query = engine.parse(text);
    const { hits } = await engine.search({ query, filter, mode: "hybrid", limit: ROWS, cursor: null });
    const weight = (100 * (WEIGHT_OF_SET[set.name] ?? 1)) / (gold.length > 0 ? answerable : unanswerable);
    for (const [position, { memory }] of hits.entries()) {
      const one = evidence[position];
      if (one !== undefined) found.push({ features: featuresOf(one), isPositive: right.has(memory.id), weight });
    }
  }
  return found;
}
