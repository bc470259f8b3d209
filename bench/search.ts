/**
 * `npm run bench search [-- --large] [--sizes 10000,50000] [--rounds 5] [--filled <folder>]`: the latency of text,
 * vector and hybrid search at 10,000 and 100,000 memories (`--large`: and 1,000,000), compared with SQLite's FTS5 in
 * the same run: through the product's service, and over HTTP in a session of the built application. Each query is new
 * and embedded by the bundled model; the memories' vectors are derived from 300 real ones, since embedding a million
 * takes hours. Milliseconds, medians of the rounds. `--filled` keeps the filled stores for the next run.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { OWNER } from "../electron/core/caller.ts";
import type { Embedder } from "../electron/core/embedder.ts";
import type { SearchMode } from "../electron/core/search.ts";
import { createRandom } from "../electron/search/testing/random-vectors.ts";
import { quantise } from "../electron/search/vectors/quantise.ts";
import { build } from "../scripts/build.ts";
import { contentOf } from "./http/contents.ts";
import { type RunningApplication, startApplication } from "./search/application.ts";
import { fillMemories, fillVectors, openBundledEmbedder, openProduct } from "./search/open-product.ts";
import { openPlainIndex, type PlainIndex } from "./search/plain-index.ts";
import { questionAt } from "./search/questions.ts";
import { formatRows, measureRows, type ParallelCaller, type Row } from "./search/rounds.ts";

const { values } = parseArgs({
  options: {
    large: { type: "boolean", default: false },
    sizes: { type: "string" },
    rounds: { type: "string", default: "5" },
    filled: { type: "string" },
  },
});
const LARGE = 1_000_000;
const sizes = values.sizes?.split(",").map(Number) ?? [10_000, 100_000, ...(values.large ? [LARGE] : [])];
const rounds = Number(values.rounds);
const REAL_VECTORS = 300;
const PROJECT = "team/project-4";
const PARALLEL = 8;
const THROUGHPUT_MS = 3000;

async function measureSize(size: number): Promise<void> {
  const keptFolder = values.filled === undefined ? undefined : path.join(values.filled, String(size));
  const folder = keptFolder ?? (await mkdtemp(path.join(tmpdir(), "recollect-bench-")));
  const alreadyFilled = existsSync(path.join(folder, "plain.sqlite"));
  await mkdir(folder, { recursive: true });
  const plain = openPlainIndex(path.join(folder, "plain.sqlite"));
  const calls = size >= LARGE ? 40 : 200;
  console.log(`\n## ${size.toLocaleString("en")} memories`);
  try {
    await measureService(folder, size, calls, plain, alreadyFilled);
    await measureApplication(folder, size, calls, plain);
  } finally {
    plain.close();
    if (keptFolder === undefined) await rm(folder, { recursive: true, force: true });
  }
}

const plainRow = (plain: PlainIndex, size: number): Row => ({
  name: "FTS5 only, any of the four words",
  call: (index) => plain.search(questionAt(index, size).words),
});

/** Measures each part in this process, without HTTP. */
async function measureService(
  folder: string,
  size: number,
  calls: number,
  plain: PlainIndex,
  alreadyFilled: boolean,
): Promise<void> {
  const embedder = openBundledEmbedder();
  const product = await openProduct(folder, embedder);
  try {
    if (!alreadyFilled) {
      await fillMemories(product, size, (texts) => plain.add(texts));
      const texts = Array.from({ length: REAL_VECTORS }, (_, number) => contentOf(number).content);
      const base = (await embedder.embed(texts, "passage")).map(({ vector }) => vector);
      await fillVectors(product, embedder.fingerprint, base, createRandom(1).next);
    }
    const { store, service } = product;
    const search = (mode: SearchMode, domain: string) => async (index: number) => {
      const result = await service.search(OWNER, { query: questionAt(index, size).text, domain, mode });
      if (result.mode !== mode) throw new Error(`${mode} search was requested, ${result.mode} was used.`);
    };
    const [question] = await embedder.embed([questionAt(0, size).text], "query");
    const vector = question?.vector ?? new Float32Array(0);
    const scan = () => store.vectors.search(quantise(vector), embedder.fingerprint, {}, 100);
    const started = performance.now();
    await scan();
    const loading = performance.now() - started;
    const rows: readonly Row[] = [
      plainRow(plain, size),
      { name: "embedding the query", call: (index) => embedQuestion(embedder, index, size) },
      { name: "vector scan, best 100", call: scan },
      { name: "text", call: search("text", "_") },
      { name: "vector", call: search("vector", "_") },
      { name: "**hybrid**", call: search("hybrid", "_") },
      { name: "hybrid, one project and user", call: search("hybrid", PROJECT) },
    ];
    console.log(`\n${formatRows("through the service", await measureRows(rows, { rounds, calls }))}`);
    console.log(`\nThe first vector search read the vectors into memory in ${loading.toFixed(0)} ms.`);
  } finally {
    await product.store.close();
    await embedder.close();
  }
}

const embedQuestion = (embedder: Embedder, index: number, size: number) =>
  embedder.embed([questionAt(index, size).text], "query");

/** Measures the built application in its own process, as a client. */
async function measureApplication(folder: string, size: number, calls: number, plain: PlainIndex): Promise<void> {
  const application = await startApplication(folder);
  const session = await application.openSession();
  const parallel = (mode: SearchMode) => ({
    open: () => Promise.all(Array.from({ length: PARALLEL }, () => openCaller(application, size, mode))),
    milliseconds: THROUGHPUT_MS,
  });
  const { cpu } = application;
  const search = (mode: SearchMode) => (index: number) => session.search(questionAt(index, size).text, mode);
  const typed = (letters: number) => (index: number) =>
    session.search(questionAt(index, size).words[0]?.slice(0, letters) ?? "", "hybrid");
  const rows: readonly Row[] = [
    plainRow(plain, size),
    { name: "ping: HTTP only", call: () => session.ping(), cpu },
    { name: "text", call: search("text"), cpu, parallel: parallel("text") },
    { name: "vector", call: search("vector"), cpu },
    { name: "**hybrid**", call: search("hybrid"), cpu, parallel: parallel("hybrid") },
    {
      name: "hybrid, a full sentence",
      call: (index) => session.search(questionAt(index, size).sentence, "hybrid"),
      cpu,
    },
    { name: "hybrid, the same query again", call: () => session.search(questionAt(0, size).text, "hybrid"), cpu },
    { name: "hybrid while typing: two letters", call: typed(2), cpu },
    { name: "hybrid while typing: four letters", call: typed(4), cpu },
  ];
  console.log(`\n${formatRows("over HTTP, in a session", await measureRows(rows, { rounds, calls }))}`);
  console.log(`\nResident memory afterwards: ${application.resident().toFixed(0)} MB, including model and vectors.`);
  session.close();
  await application.stop();
}

async function openCaller(application: RunningApplication, size: number, mode: SearchMode): Promise<ParallelCaller> {
  const session = await application.openSession();
  return { call: (index) => session.search(questionAt(index, size).text, mode), close: session.close };
}

build();
for (const size of sizes) await measureSize(size);
