import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tableModel, tableTokenizer } from "../../../scripts/model/testing/table-model.ts";
import { workerUrl } from "../../../tests/testing/entries.ts";
import type { Embedder } from "../../core/embedder.ts";
import type { Logger } from "../../core/ports.ts";
import { createEmbedder } from "./embedder.ts";
import { readModelFolder } from "./model-folder.ts";

const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let folder: string;
let embedder: Embedder | undefined;

const write = async (name: string, content: unknown) => {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), content instanceof Uint8Array ? content : JSON.stringify(content));
};

/** The same words in a Unigram vocabulary, as SentencePiece exports it. */
const unigram = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: "WhitespaceSplit" },
  post_processor: {
    type: "TemplateProcessing",
    single: [
      { SpecialToken: { id: "<s>", type_id: 0 } },
      { Sequence: { id: "A", type_id: 0 } },
      { SpecialToken: { id: "</s>", type_id: 0 } },
    ],
    pair: [],
    special_tokens: {
      "<s>": { id: "<s>", ids: [0], tokens: ["<s>"] },
      "</s>": { id: "</s>", ids: [1], tokens: ["</s>"] },
    },
  },
  decoder: null,
  model: {
    type: "Unigram",
    unk_id: 2,
    byte_fallback: false,
    vocab: [
      ["<s>", 0],
      ["</s>", 0],
      ["<unk>", 0],
      ["one", -1],
      ["two", -2],
    ],
  },
};

function open(): Embedder {
  embedder = createEmbedder({
    source: { kind: "folder", folder },
    modelFolder: "",
    workerUrl: workerUrl("embeddingWorker"),
    logger: quiet,
  });
  return embedder;
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "recollect-folder-"));
  await write("onnx/model.onnx", tableModel());
  await write("tokenizer.json", tableTokenizer);
});

afterEach(async () => {
  await embedder?.close();
  embedder = undefined;
  await rm(folder, { recursive: true, force: true });
});

describe("a model in a folder", () => {
  it("pools by mean, applies its prefixes and reports its dimensions once loaded", async () => {
    await write("config_sentence_transformers.json", { prompts: { query: "two ", document: "" } });
    const model = open();
    expect(model.dimensions).toBe(0);
    const [query] = await model.embed(["one"], "query");
    const [passage] = await model.embed(["one"], "passage");
    // [CLS] two one [SEP]: (1+4+3+0, 0+3+4+1); [CLS] one [SEP]: (4, 5).
    expect(query?.vector[0]).toBeCloseTo(8 / Math.hypot(8, 8), 5);
    expect(passage?.vector[0]).toBeCloseTo(4 / Math.hypot(4, 5), 5);
    expect(model.dimensions).toBe(2);
    expect(model.status().model).toBe(path.basename(folder));
  });

  it("pools by the first token if its configuration says so", async () => {
    await write("1_Pooling/config.json", { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false });
    const [text] = await open().embed(["one two"], "passage");
    expect([...(text?.vector ?? [])]).toEqual([1, 0]);
  });

  it("may use a Unigram vocabulary and a maximum length", async () => {
    await write("tokenizer.json", unigram);
    await write("sentence_bert_config.json", { max_seq_length: 3 });
    const [first, second] = await open().embed(["one", "one two one two"], "passage");
    expect(first?.vector[0]).toBeCloseTo(4 / Math.hypot(4, 5), 5);
    expect([...(second?.vector ?? [])]).toEqual([...(first?.vector ?? [])]);
  });

  it("has another identity if its model file, pooling or prefixes differ", async () => {
    const first = readModelFolder(folder, "folder").identity;
    await write("1_Pooling/config.json", { pooling_mode_cls_token: true });
    const second = readModelFolder(folder, "folder").identity;
    await write("recollect-model.json", { name: "mine", pooling: "cls", prefixes: { query: "q: ", passage: "" } });
    const third = readModelFolder(folder, "folder").identity;
    await write("model.onnx", Uint8Array.of(1, 2, 3));
    const fourth = readModelFolder(folder, "folder").identity;
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    expect(readModelFolder(folder, "folder").name).toBe("mine");
  });

  it("fails with a hint if the file is not a model", async () => {
    await write("onnx/model.onnx", Uint8Array.of(1, 2, 3));
    const model = open();
    await expect(model.embed(["one"], "query")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("could not be loaded"),
      hint: expect.stringContaining("another model"),
    });
  });

  it("names the damaged file if the tokenizer cannot be read", async () => {
    await write("tokenizer.json", Buffer.from('{"model": {"vocab"'));
    await expect(open().embed(["one"], "query")).rejects.toMatchObject({
      message: expect.stringMatching(/damaged: .*tokenizer\.json cannot be used/),
      hint: expect.stringContaining("Restore the files"),
    });
  });

  it("fails if the folder does not exist", async () => {
    await rm(folder, { recursive: true });
    expect(open().status()).toMatchObject({
      state: "failed",
      error: {
        message: expect.stringMatching(/folder .* does not exist/),
        hint: expect.stringMatching(/^Restore the files/),
      },
    });
  });

  it("is refused if its pooling method is not supported", async () => {
    await write("1_Pooling/config.json", { pooling_mode_lasttoken: true });
    expect(() => readModelFolder(folder, "folder")).toThrow("does not support");
  });
});
