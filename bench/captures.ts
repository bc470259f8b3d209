/**
 * `npm run bench captures [-- --memories 100000] [--seconds 10] [--filled <folder>] [--only <vocabulary>]`: durable
 * captures of 16 concurrent clients, and the first search after a start, in the built application, over HTTP. Once with
 * memories in developers' English, once with memories of 130 words only, the worst case of the search for similar
 * memories. Each is measured with the bundled model and without. Processor time counts only the application's process,
 * so other programs do not change it. `--filled` keeps the filled folders for the next run.
 */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { writeSettings } from "../e2e/testing/data-folder.ts";
import { createRandom } from "../electron/search/testing/random-vectors.ts";
import { build } from "../scripts/build.ts";
import { measureCaptures } from "./captures/measure-captures.ts";
import { measureFirstSearch } from "./captures/measure-first-search.ts";
import { contentOf, contentOfFewWords, type GeneratedMemory } from "./http/contents.ts";
import { fillMemories, fillVectors, openBundledEmbedder, openProduct } from "./search/open-product.ts";

const { values } = parseArgs({
  options: {
    memories: { type: "string", default: "100000" },
    seconds: { type: "string", default: "10" },
    filled: { type: "string" },
    only: { type: "string" },
  },
});
const size = Number(values.memories);
const seconds = Number(values.seconds);
const REAL_VECTORS = 300;
const VOCABULARIES: Readonly<Record<string, (number: number) => GeneratedMemory>> = {
  english: contentOf,
  "130 words": contentOfFewWords,
};
/** A model that cannot be reached: text search only. */
const NO_MODEL = { kind: "ollama", url: "http://127.0.0.1:9", model: "none" };

/** Fills a folder with memories and their vectors. The vectors are derived: embedding all would take an hour. */
async function fill(folder: string, memoryOf: (number: number) => GeneratedMemory): Promise<void> {
  const embedder = openBundledEmbedder();
  const product = await openProduct(folder, embedder);
  try {
    await fillMemories(product, size, undefined, memoryOf);
    const texts = Array.from({ length: REAL_VECTORS }, (_, number) => memoryOf(number).content);
    const base = (await embedder.embed(texts, "passage")).map(({ vector }) => vector);
    await fillVectors(product, embedder.fingerprint, base, createRandom(1).next);
    await waitUntilMerged(path.join(folder, "memories.sqlite"));
  } finally {
    await product.store.close();
    await embedder.close();
  }
}

/** Waits until the text index is merged in the background, as it is in a store that was not just filled. */
async function waitUntilMerged(file: string): Promise<void> {
  const database = new Database(file, { readonly: true });
  const count = database.prepare<[], number>("SELECT count(DISTINCT segid) FROM text_index_idx").pluck();
  for (let last = Number.NaN, unchanged = 0; unchanged < 5; ) {
    const segments = count.get() ?? 0;
    unchanged = segments === last ? unchanged + 1 : 0;
    last = segments;
    await pause(500);
  }
  database.close();
}

async function measure(vocabulary: string, memoryOf: (number: number) => GeneratedMemory, root: string) {
  const filled = path.join(root, `${vocabulary.replaceAll(" ", "-")}-${size}`);
  if (!existsSync(filled)) {
    const partial = `${filled}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(path.join(partial, "home"), { recursive: true });
    await fill(partial, memoryOf);
    await cp(partial, filled, { recursive: true });
    await rm(partial, { recursive: true });
  }
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-captures-"));
  try {
    await cp(filled, folder, { recursive: true });
    for (const [model, setting] of Object.entries({ "bundled model": undefined, "no model": NO_MODEL })) {
      await writeSettings(folder, setting === undefined ? {} : { model: setting });
      for (const row of await measureFirstSearch(folder, memoryOf, setting !== undefined)) {
        console.log(`| ${vocabulary} | ${model} | ${row.join(" | ")} |`);
      }
      const row = await measureCaptures(folder, (call) => memoryOf(size + call), seconds * 1000);
      console.log(`| ${vocabulary} | ${model} | ${row.join(" | ")} |`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

build();
const root = values.filled ?? (await mkdtemp(path.join(tmpdir(), "recollect-filled-")));
try {
  console.log(`${size.toLocaleString("en")} memories\n`);
  console.log("| vocabulary | model | what | rate | p50 | longest | processor time each | limit |");
  console.log("|---|---|---|---|---|---|---|---|");
  for (const [name, memoryOf] of Object.entries(VOCABULARIES)) {
    if (values.only === undefined || values.only === name) await measure(name, memoryOf, root);
  }
} finally {
  if (values.filled === undefined) await rm(root, { recursive: true, force: true });
}
