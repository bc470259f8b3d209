/**
 * `npm run bench:retrieval -- --data <file> [--data <file> …]`: how well memories are found by words, by meaning and by
 * both, through the product's own service with its one setting: recall, MRR and nDCG with 95 % intervals, as Markdown.
 * Takes LoCoMo's `locomo*.json`, DevBench's `devbench_dataset.json`, CoSQA's folder, and for other languages than English
 * the messages in `lib/<language>` of the npm package typescript (5.9); the data is not part of this repository.
 * `--keep <folder>` keeps the filled stores there, so that the next run need not embed again.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_SEARCH_SETTINGS } from "../electron/search/settings.ts";
import { buildModel } from "../scripts/build-model.ts";
import { askQuestions, captureMemories } from "./retrieval/ask-questions.ts";
import type { DataSet } from "./retrieval/data-set.ts";
import type { Measures } from "./retrieval/metrics.ts";
import { openProduct, type Product } from "./retrieval/open-product.ts";
import { readDataSet } from "./retrieval/read-data-set.ts";
import { formatGain, formatReport } from "./retrieval/report.ts";

const { values } = parseArgs({ options: { data: { type: "string", multiple: true }, keep: { type: "string" } } });
if (values.data === undefined) {
  console.error("Name what to measure: npm run bench:retrieval -- --data <file or folder>");
  process.exit(2);
}
await buildModel();
for (const path of values.data) await measure(readDataSet(resolve(path)), values.keep);

async function measure(set: DataSet, keep: string | undefined): Promise<void> {
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), "recollect-bench-")) : resolve(keep, set.name);
  await mkdir(folder, { recursive: true });
  const product = await openProduct(folder);
  try {
    const ids = await fill(product, set, join(folder, "ids.json"));
    const { clock, service } = product;
    const bare = product.withSettings({
      ...DEFAULT_SEARCH_SETTINGS,
      context: { ...DEFAULT_SEARCH_SETTINGS.context, shares: { later: 0, earlier: 0 } },
      signals: { ...DEFAULT_SEARCH_SETTINGS.signals, recency: 0, use: 0, pinned: 0 },
    });
    const text = await askQuestions(service, set, ids, "text", clock);
    const hybrid = await askQuestions(service, set, ids, "hybrid", clock);
    const answers = new Map<string, Measures[]>([
      ["BM25 alone", await askQuestions(bare, set, ids, "text", clock)],
      ["text", text],
      ["vector", await askQuestions(service, set, ids, "vector", clock)],
      ["hybrid", hybrid],
    ]);
    console.log(`\n${formatReport(set, answers)}\n\n${formatGain("Hybrid over text", hybrid, text)}`);
  } finally {
    await product.close();
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Captures and embeds, unless a run before did; answers the ids. */
async function fill(product: Product, set: DataSet, idsFile: string): Promise<string[]> {
  const kept = await readFile(idsFile, "utf8").catch(() => null);
  if (kept !== null) return JSON.parse(kept);
  const ids = await captureMemories(product.service, set, product.clock);
  let told = 0;
  await product.settled((ready, pending) => {
    if (ready - told < 1000) return;
    told = ready;
    console.error(`${set.name}: ${ready} of ${ready + pending} embedded`);
  });
  await writeFile(idsFile, JSON.stringify(ids));
  return ids;
}
