/**
 * `npm run bench retrieval -- --data <file> [--data <file> …] [--keep <folder>]`: recall, MRR and nDCG of text, vector
 * and hybrid search through the product's service with its default settings, with 95 % intervals, as Markdown. Reads
 * LoCoMo (`locomo*.json`), DevBench (`devbench_dataset.json`), CoSQA (a folder), and for languages other than English
 * the messages in `lib/<language>` of the npm package typescript 5.9; the data is not part of this repository. `--keep`
 * stores the embedded memories for the next run.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_SEARCH_SETTINGS } from "../electron/search/settings.ts";
import { buildModel } from "../scripts/build-model.ts";
import { askQuestions, captureMemories } from "./retrieval/ask-questions.ts";
import type { DataSet } from "./retrieval/data-sets.ts";
import { readDataSet } from "./retrieval/data-sets.ts";
import type { Measures } from "./retrieval/metrics.ts";
import { openProduct, type Product } from "./retrieval/open-product.ts";
import { formatGain, formatReport } from "./retrieval/report.ts";

const { values } = parseArgs({ options: { data: { type: "string", multiple: true }, keep: { type: "string" } } });
if (values.data === undefined) {
  console.error("A data set is required: npm run bench retrieval -- --data <file or folder>");
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
      boosts: { ...DEFAULT_SEARCH_SETTINGS.boosts, recency: 0, use: 0, pinned: 0 },
    });
    const text = await askQuestions(service, set, ids, "text", clock);
    const hybrid = await askQuestions(service, set, ids, "hybrid", clock);
    const measured = new Map<string, Measures[]>([
      ["BM25 only", await askQuestions(bare, set, ids, "text", clock)],
      ["text", text],
      ["vector", await askQuestions(service, set, ids, "vector", clock)],
      ["hybrid", hybrid],
    ]);
    console.log(`\n${formatReport(set, measured)}\n\n${formatGain("Hybrid over text", hybrid, text)}`);
  } finally {
    await product.close();
    if (keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Captures and embeds the memories unless an earlier run did; returns their ids. */
async function fill(product: Product, set: DataSet, idsFile: string): Promise<string[]> {
  const savedIds = await readFile(idsFile, "utf8").catch(() => null);
  if (savedIds !== null) return JSON.parse(savedIds);
  const ids = await captureMemories(product.service, set, product.clock);
  let reported = 0;
  await product.settled((ready, pending) => {
    if (ready - reported < 1000) return;
    reported = ready;
    console.error(`${set.name}: ${ready} of ${ready + pending} embedded`);
  });
  await writeFile(idsFile, JSON.stringify(ids));
  return ids;
}
