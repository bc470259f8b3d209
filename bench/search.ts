/**
 * `npm run bench:search [-- --large] [-- --sizes 10000,50000]`: how long a search takes by words, by meaning and by both
 * through the product's own service, at 10,000 and 100,000 memories (and 1,000,000), beside SQLite's FTS5 alone in the
 * same run. Queries are embedded by the bundled model; the memories' vectors are derived from 300 real ones, since
 * embedding a million takes hours. Milliseconds, p50 / p99.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { OWNER } from "../electron/core/caller.ts";
import type { Embedder } from "../electron/core/ports.ts";
import { createEmbedder } from "../electron/search/embedding/embedder.ts";
import { quantise } from "../electron/search/vectors/quantise.ts";
import { createRandom } from "../electron/search/vectors/random.fixture.ts";
import { buildModel, MODEL_FOLDER } from "../scripts/build-model.ts";
import { contentOf } from "./http/contents.ts";
import { formatLatency, measureLatency, measureThroughput } from "./search/latency.ts";
import { fillMemories, fillVectors, logger, openProduct, type Product } from "./search/open-product.ts";
import { openPlainIndex, type PlainIndex } from "./search/plain-index.ts";

const { values } = parseArgs({ options: { large: { type: "boolean", default: false }, sizes: { type: "string" } } });
const sizes = values.sizes?.split(",").map(Number) ?? [10_000, 100_000, ...(values.large ? [1_000_000] : [])];
const REAL_VECTORS = 300;
const THROUGHPUT_MS = 3000;
const PROJECT = "team/project-4";

/** Four words out of some memory, as a question. */
function questionAt(index: number, size: number): { readonly words: string[]; readonly text: string } {
  const random = createRandom(index).next;
  const words = contentOf(Math.floor(random() * size))
    .content.split(/[^a-z]+/)
    .filter((word) => word.length > 4);
  const picked = Array.from({ length: 4 }, () => words[Math.floor(random() * words.length)] ?? "memory");
  return { words: picked, text: `what did we decide about ${picked.join(" ")}` };
}

async function measureSize(size: number, embedder: Embedder, base: readonly Float32Array[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-bench-"));
  const plain = openPlainIndex(path.join(folder, "plain.sqlite"));
  const product = await openProduct(folder, embedder);
  try {
    await fillMemories(product, size, (texts) => plain.add(texts));
    await fillVectors(product, embedder.fingerprint, base, createRandom(1).next);
    await report(size, product, plain, embedder);
  } finally {
    await product.store.close();
    plain.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function report(size: number, { store, service }: Product, plain: PlainIndex, embedder: Embedder): Promise<void> {
  const count = size >= 1_000_000 ? 50 : 300;
  const question = (index: number) => questionAt(index, size).text;
  const search = (mode: "text" | "vector" | "hybrid", domain: string) => async (index: number) => {
    const answer = await service.search(OWNER, { query: question(index), domain, mode });
    if (answer.mode !== mode) throw new Error(`${answer.mode} answered instead of ${mode}.`);
  };
  const [vector = new Float32Array(0)] = await embedder.embed([question(0)], "query");
  const started = performance.now();
  await store.vectors.search(quantise(vector), embedder.fingerprint, {}, 100);
  const loading = performance.now() - started;

  const rows: readonly (readonly [string, (index: number) => unknown])[] = [
    ["FTS5 alone, any of the four words", (index) => plain.search(questionAt(index, size).words)],
    ["embedding the query alone", (index) => embedder.embed([question(index)], "query")],
    ["vectors alone, best 100", () => store.vectors.search(quantise(vector), embedder.fingerprint, {}, 100)],
    ["text", search("text", "_")],
    ["vector, the query's embedding included", search("vector", "_")],
    ["hybrid, the query's embedding included", search("hybrid", "_")],
    ["hybrid, one project and user", search("hybrid", PROJECT)],
  ];
  console.log(
    `\n## ${size.toLocaleString("en")} memories\n\n| search, limit 10 | p50 / p99 ms | a second, 8 at once |\n|---|---|---|`,
  );
  for (const [name, call] of rows) {
    const latency = await measureLatency(count, call);
    const rate = await measureThroughput(THROUGHPUT_MS, 8, async (index) => call(index));
    console.log(`| ${name} | ${formatLatency(latency)} | ${rate.toFixed(0)} |`);
  }
  console.log(`\nThe first search by meaning read the vectors into memory in ${loading.toFixed(0)} ms.`);
}

await buildModel();
const embedder = createEmbedder({
  source: { kind: "bundled" },
  modelFolder: MODEL_FOLDER,
  workerUrl: new URL("../electron/search/embedding/worker.ts", import.meta.url),
  logger,
});
const texts = Array.from({ length: REAL_VECTORS }, (_, number) => contentOf(number).content);
const base = await embedder.embed(texts, "passage");
for (const size of sizes) await measureSize(size, embedder, base);
await embedder.close();
