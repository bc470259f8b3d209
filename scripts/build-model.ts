/** Builds the bundled embedding model, `resources/model/`, unless it is up to date. */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildMiniLm } from "./model/minilm-graph.ts";
import { nameWeights } from "./model/minilm-weights.ts";
import type { OnnxModel } from "./model/onnx-graph.ts";
import { readSource, sha256Of } from "./model/source.ts";
import { readWeights } from "./model/tfjs-weights.ts";

export const MODEL_FOLDER = fileURLToPath(new URL("../resources/model", import.meta.url));
/** The words of other languages with which texts are translated for the model: `electron/search/lexicon/gloss.ts`. */
const WORDS = fileURLToPath(new URL("../resources/words", import.meta.url));
const NOTICE = fileURLToPath(new URL("../resources/model-notice.md", import.meta.url));

/** The expected SHA-256 hashes. A change means a new model: all vectors are recreated. */
const EXPECTED = {
  "model.onnx": "a7812c4aade71a5e225a0be32de2fd48508269dcee23c8aea66e0357bcd21cd5",
  "model.onnx.data": "c02dfb2e3d42dfae2f64b08740ee4687dc42183224ccfcea821d19a12c75ea79",
  "tokenizer.json": "805f60d34aeb5d5ff8160dbb24c0ed60637b81a9a46ce887dc69ec31e25fb4c2",
} as const;

/** The description of the folder that electron/search/embedding/model-folder.ts reads. */
const MANIFEST = `${JSON.stringify(
  {
    name: "all-MiniLM-L6-v2",
    variant: "int8",
    dimensions: 384,
    maximumTokens: 256,
    pooling: "none",
    words: "words",
    prefixes: { query: "", passage: "" },
    files: EXPECTED,
  },
  null,
  2,
)}\n`;

/** Builds the model unless the folder contains it. Returns whether it was built. @throws if a hash does not match */
export async function buildModel(folder = MODEL_FOLDER): Promise<boolean> {
  if (await isUpToDate(folder)) return false;
  const { model, weights } = await makeModel();
  const files = {
    "model.onnx": model,
    "model.onnx.data": weights,
    "tokenizer.json": reduceTokenizer(String(await readSource("tokenizer"))),
    LICENSE: await readSource("licence"),
    "NOTICE.md": await readFile(NOTICE),
    "recollect-model.json": MANIFEST,
  };
  for (const [name, expected] of Object.entries(EXPECTED)) {
    const actual = sha256Of(files[name as keyof typeof EXPECTED]);
    if (actual !== expected) throw new Error(`${name} has the SHA-256 hash ${actual}; ${expected} was expected.`);
  }
  const unfinished = `${folder}.${process.pid}.unfinished`;
  await mkdir(unfinished, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(unfinished, name), content);
  await cp(WORDS, path.join(unfinished, "words"), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have built the same files at the same time.
    if (!(await isUpToDate(folder))) throw error;
  }
  return true;
}

async function isUpToDate(folder: string): Promise<boolean> {
  try {
    if (String(await readFile(path.join(folder, "recollect-model.json"))) !== MANIFEST) return false;
    if (!(await readFile(path.join(folder, "NOTICE.md"))).equals(await readFile(NOTICE))) return false;
    for (const [name, expected] of Object.entries(EXPECTED)) {
      if (sha256Of(await readFile(path.join(folder, name))) !== expected) return false;
    }
    for (const list of await readdir(WORDS)) {
      const built = await readFile(path.join(folder, "words", list));
      if (!built.equals(await readFile(path.join(WORDS, list)))) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function makeModel(): Promise<OnnxModel> {
  const [model, weights] = await Promise.all([readSource("model"), readSource("weights")]);
  return buildMiniLm(nameWeights(readWeights(String(model), weights)), "model.onnx.data");
}

/** Removes truncation and padding, which the application controls. */
function reduceTokenizer(json: string): string {
  return JSON.stringify({ ...JSON.parse(json), truncation: null, padding: null });
}

if (import.meta.main) {
  const started = performance.now();
  const built = await buildModel();
  if (built) console.log(`Built the embedding model in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
