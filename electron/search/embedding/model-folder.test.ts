import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tableModel, tableTokenizer } from "../../../scripts/model/table-model.fixture.ts";
import type { Embedder, Logger } from "../../core/ports.ts";
import { createEmbedder } from "./embedder.ts";
import { readModelFolder } from "./model-folder.ts";

const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
let folder: string;
let embedder: Embedder | undefined;

const write = async (name: string, content: unknown) => {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), content instanceof Uint8Array ? content : JSON.stringify(content));
};

/** The same words under a Unigram model, as SentencePiece makes them. */
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
    workerUrl: new URL("./worker.ts", import.meta.url),
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

describe("a model in a folder of the owner's", () => {
  test("pools by the mean of its tokens, puts its prefixes before texts and finds its dimensions", async () => {
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

  test("pools by its first token where its configuration says so", async () => {
    await write("1_Pooling/config.json", { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false });
    const [text] = await open().embed(["one two"], "passage");
    expect([...(text?.vector ?? [])]).toEqual([1, 0]);
  });

  test("may be cut into tokens otherwise than BERT, and is cut off in length", async () => {
    await write("tokenizer.json", unigram);
    await write("sentence_bert_config.json", { max_seq_length: 3 });
    const [first, second] = await open().embed(["one", "one two one two"], "passage");
    expect(first?.vector[0]).toBeCloseTo(4 / Math.hypot(4, 5), 5);
    expect([...(second?.vector ?? [])]).toEqual([...(first?.vector ?? [])]);
  });

  test("has another fingerprint when its file, its pooling or its prefixes are others", async () => {
    const first = readModelFolder(folder, "Put it back.").identity;
    await write("1_Pooling/config.json", { pooling_mode_cls_token: true });
    const second = readModelFolder(folder, "Put it back.").identity;
    await write("recollect-model.json", { name: "mine", pooling: "cls", prefixes: { query: "q: ", passage: "" } });
    const third = readModelFolder(folder, "Put it back.").identity;
    await write("model.onnx", Uint8Array.of(1, 2, 3));
    const fourth = readModelFolder(folder, "Put it back.").identity;
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    expect(readModelFolder(folder, "Put it back.").name).toBe("mine");
  });

  test("says what is wrong where the file is no model", async () => {
    await write("onnx/model.onnx", Uint8Array.of(1, 2, 3));
    const model = open();
    await expect(model.embed(["one"], "query")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("could not be loaded"),
      hint: expect.stringContaining("another model"),
    });
  });

  test("says which file is damaged and what to do, where its tokenizer cannot be read", async () => {
    await write("tokenizer.json", Buffer.from('{"model": {"vocab"'));
    await expect(open().embed(["one"], "query")).rejects.toMatchObject({
      message: expect.stringMatching(/damaged: .*tokenizer\.json cannot be read/),
      hint: expect.stringContaining("Put its files back"),
    });
  });

  test("says so where the folder is gone", async () => {
    await rm(folder, { recursive: true });
    expect(open().status()).toMatchObject({
      state: "failed",
      message: expect.stringMatching(/folder .* is not there\. Put its files back, or choose another model/),
    });
  });

  test("is refused where it pools in a way that is not known", async () => {
    await write("1_Pooling/config.json", { pooling_mode_lasttoken: true });
    expect(() => readModelFolder(folder, "Put it back.")).toThrow("does not know");
  });
});
