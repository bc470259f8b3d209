import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { workerUrl } from "../../../tests/testing/entries.ts";
import { downloadModel } from "./download-model.ts";
import { createEmbedder } from "./embedder.ts";
import { MODEL_PRESETS } from "./model-presets.ts";
import { normalise } from "./pooling.ts";
import { rowOf, smallModel, smallTokenizer } from "./testing/small-model.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Serves one repository as the hub does: the commit of a branch, its tree, and its files. */
async function openHub(repository: string, files: ReadonlyMap<string, Buffer>): Promise<string> {
  const tree = [...files].map(([name, bytes]) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { type: "file", path: name, oid: sha256, size: bytes.length, lfs: { oid: sha256, size: bytes.length } };
  });
  const server = createServer(({ url = "" }, response) => {
    const file = files.get(url.split(`/${repository}/resolve/${SHA}/`)[1] ?? "");
    if (url === `/api/models/${repository}/revision/main`) response.end(JSON.stringify({ sha: SHA }));
    else if (url.startsWith(`/api/models/${repository}/tree/${SHA}`)) response.end(JSON.stringify(tree));
    else if (file !== undefined) response.end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Downloads a preset's repository with a small model, and embeds the word "memory" as a query and as a passage. */
async function embedWithPreset({ repository, dimensions, pooling }: (typeof MODEL_PRESETS)[number]) {
  const files = new Map([
    ["onnx/model_quantized.onnx", Buffer.from(smallModel(dimensions, pooling === "none"))],
    ["tokenizer.json", Buffer.from(JSON.stringify(smallTokenizer))],
    // Exports for the browser declare no pooling and no prompts; the preset must not depend on them.
    ["config.json", Buffer.from(JSON.stringify({ hidden_size: dimensions }))],
  ]);
  const modelsFolder = await mkdtemp(path.join(tmpdir(), "recollect-presets-"));
  onTestFinished(() => rm(modelsFolder, { recursive: true, force: true }));
  const folder = await downloadModel({
    repository,
    modelsFolder,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    hub: await openHub(repository, files),
  });
  const embedder = createEmbedder({
    source: { kind: "folder", folder },
    modelFolder: "",
    workerUrl: workerUrl("embeddingWorker"),
    logger: quiet,
  });
  onTestFinished(() => embedder.close());
  const [query] = await embedder.embed(["memory"], "query");
  const [passage] = await embedder.embed(["memory"], "passage");
  return { embedder, query: query?.vector ?? new Float32Array(), passage: passage?.vector ?? new Float32Array() };
}

const columns = (words: readonly string[], dimensions: number, reduce: (values: number[]) => number) => {
  const rows = words.map((word) => rowOf(word, dimensions));
  return normalise(Array.from({ length: dimensions }, (_, index) => reduce(rows.map((row) => row[index] ?? 0))));
};
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The tokens and the reduction by which each model's authors compute the vectors. */
const EXPECTED: Readonly<Record<string, { query: string; passage: string; reduce: (values: number[]) => number }>> = {
  "granite-embedding-97m-multilingual-r2": {
    query: "[CLS] memory [SEP]",
    passage: "[CLS] memory [SEP]",
    reduce: ([first = 0]) => first,
  },
  "multilingual-e5-small": {
    query: "[CLS] query : memory [SEP]",
    passage: "[CLS] passage : memory [SEP]",
    reduce: mean,
  },
  "embeddinggemma-300m": {
    query: "[CLS] task : search result | query : memory [SEP]",
    passage: "[CLS] title : none | text : memory [SEP]",
    reduce: (values) => Math.max(...values),
  },
};

it.each(MODEL_PRESETS.map((preset) => [preset.name, preset] as const))(
  "embeds with the prefixes, pooling and dimensions of %s after the download",
  async (name, preset) => {
    const { embedder, query, passage } = await embedWithPreset(preset);
    const expected = EXPECTED[name];
    if (expected === undefined) throw new Error("The preset has no expected vectors.");
    const { dimensions } = preset;
    expect(embedder.status().model).toBe(name);
    expect(embedder.dimensions).toBe(dimensions);
    for (const [vector, words] of [
      [query, expected.query],
      [passage, expected.passage],
    ] as const) {
      expect(vector).toHaveLength(dimensions);
      const wanted = columns(words.split(" "), dimensions, expected.reduce);
      const cosine = wanted.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0);
      expect(cosine).toBeGreaterThan(0.99999);
    }
  },
  60_000,
);
