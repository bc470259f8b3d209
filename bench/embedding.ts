/**
 * `npm run bench embedding [-- --texts <file, one text per line>] [--sizes 10000]`: time and memory of the bundled
 * model on each runtime, and the recall that int8 vectors lose.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createEmbedder } from "../electron/search/embedding/embedder.ts";
import { expectedRuntime, type RuntimeName } from "../electron/search/embedding/runtime.ts";
import { createRandom } from "../electron/search/testing/random-vectors.ts";
import { buildModel, MODEL_FOLDER } from "../scripts/build-model.ts";
import { measureQuantisation } from "./embedding/quantisation.ts";
import { contentOf } from "./http/contents.ts";
import { formatLatency, measureLatency } from "./search/latency.ts";
import { childrenOf, residentMegabytes } from "./start/resident-memory.ts";

const { values } = parseArgs({ options: { texts: { type: "string" }, sizes: { type: "string", default: "10000" } } });
const IDLE_MS = 1500;
const QUERY = "how do we store the memories so that nothing is lost in a crash";
const SENTENCE = "We decided to use SQLite in WAL mode because one writer is enough and durability matters more. ";

const logger = { debug() {}, info() {}, warn: console.warn, error: console.error };
/** The resident memory of this process and of the model's process, if there is one. */
function megabytes(): string {
  const [child] = childrenOf(process.pid);
  const own = residentMegabytes(process.pid).toFixed(0);
  return child === undefined ? `${own} MB` : `${own} + ${residentMegabytes(child).toFixed(0)} MB`;
}
const open = (runtime: RuntimeName) =>
  createEmbedder({
    source: { kind: "bundled" },
    modelFolder: MODEL_FOLDER,
    workerUrl: new URL("../electron/search/embedding/worker.ts", import.meta.url),
    logger,
    runtime,
    idleMs: IDLE_MS,
  });

await buildModel();
console.log(
  "| runtime | load ms | query of 14 words p50 / p99 ms | 100 tokens | 250 tokens | RSS before, loaded, unloaded |",
);
console.log("|---|---|---|---|---|---|");
for (const runtime of new Set([expectedRuntime(), "onnxruntime-web" as const])) {
  const before = megabytes();
  const embedder = open(runtime);
  const started = performance.now();
  await embedder.embed([QUERY], "query");
  const load = performance.now() - started;
  const figures = [QUERY, SENTENCE.repeat(5), SENTENCE.repeat(13)].map((text) => () => embedder.embed([text], "query"));
  const cells: string[] = [];
  for (const call of figures) cells.push(formatLatency(await measureLatency(100, call)));
  const loaded = megabytes();
  await sleep(IDLE_MS * 2);
  console.log(
    `| ${embedder.fingerprint} | ${load.toFixed(0)} | ${cells.join(" | ")} | ${before}, ${loaded}, ${megabytes()} |`,
  );
  await embedder.close();
}

const texts =
  values.texts === undefined
    ? Array.from({ length: 1000 }, (_, number) => contentOf(number).content)
    : readFileSync(values.texts, "utf8").split("\n").filter(Boolean);
const embedder = open(expectedRuntime());
const started = performance.now();
const base = (await embedder.embed(texts, "passage")).map(({ vector }) => vector);
const rate = (texts.length / (performance.now() - started)) * 1000;
await embedder.close();
console.log(`\n${texts.length} texts embedded, ${rate.toFixed(0)} per second.`);
console.log(
  "\n| int8, vectors derived from these | vectors | recall@10 | mean error of the cosine |\n|---|---|---|---|",
);
for (const size of values.sizes.split(",").map(Number)) {
  for (const { way, recall, error } of measureQuantisation(base, size, 200, createRandom(7).next)) {
    console.log(`| ${way} | ${size} | ${(recall * 100).toFixed(1)} % | ${error.toFixed(4)} |`);
  }
}
