import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import { RecollectError } from "../../core/errors.ts";
import type { Embedding } from "../../core/ports.ts";
import { lettersPerPiece } from "./letters-per-piece.ts";
import type { ModelFolder } from "./model-folder.ts";
import { normalise, poolTokens } from "./pooling.ts";
import { loadRuntime, type RuntimeName } from "./runtime.ts";
import { loadTokenizer } from "./tokenizer.ts";
import type { Tokenizer } from "./word-piece.ts";

/** What models call their output, the best first: one vector a text, else one a token. */
const OUTPUTS = ["sentence_embedding", "embedding", "last_hidden_state", "token_embeddings"];

/** A loaded model. */
export interface SentenceModel {
  readonly runtime: RuntimeName;
  embed(text: string, kind: "query" | "passage"): Promise<Embedding>;
}

/**
 * Loads a model and its tokenizer. Texts run one by one: int8 activations are quantised over a whole run, so that in a
 * batch a text's vector would depend on its neighbours.
 * @throws unavailable where a file is not what its description says, or is no model the runtime can load
 */
export async function loadSentenceModel(
  folder: ModelFolder,
  options: { readonly runtime: RuntimeName; readonly threads: number },
): Promise<SentenceModel> {
  await checkHashes(folder);
  const { runtime, name } = await loadRuntime(options.runtime);
  const tokenizer = await readTokenizer(folder);
  const session = await runtime.InferenceSession.create(folder.modelFile, {
    intraOpNumThreads: options.threads,
    interOpNumThreads: 1,
    executionProviders: [name === "onnxruntime-node" ? "cpu" : "wasm"],
    logSeverityLevel: 3,
    ...(name === "onnxruntime-web" ? await readExternalData(folder) : {}),
  });
  const output = OUTPUTS.find((candidate) => session.outputNames.includes(candidate)) ?? session.outputNames[0];
  if (output === undefined) throw new Error("The model has no output.");

  function feedsOf(ids: readonly number[]): InferenceSession.FeedsType {
    const rows: Record<string, (index: number) => number> = {
      input_ids: (index) => ids[index] ?? 0,
      attention_mask: () => 1,
      token_type_ids: () => 0,
      position_ids: (index) => index,
    };
    const feeds: Record<string, Tensor> = {};
    for (const input of session.inputNames) {
      const row = rows[input];
      if (row === undefined) throw new Error(`The model asks for an input "${input}" that Recollect does not know.`);
      const values = BigInt64Array.from(ids, (_, index) => BigInt(row(index)));
      feeds[input] = new runtime.Tensor("int64", values, [1, ids.length]);
    }
    return feeds;
  }

  return {
    runtime: name,
    async embed(text, kind) {
      const results = await session.run(feedsOf(tokenizer.tokenize(folder.prefixes[kind] + text)), [output]);
      const tensor = results[output];
      if (!(tensor?.data instanceof Float32Array)) throw new Error("The model's output is not made of floats.");
      const vector = tensor.dims.length === 3 ? poolTokens(tensor.data, tensor.dims, folder.pooling) : tensor.data;
      return {
        vector: normalise(vector),
        lettersPerPiece: kind === "query" ? lettersPerPiece(text, tokenizer) : null,
      };
    },
  };
}

async function readTokenizer({ tokenizerFile, maximumTokens, remedy }: ModelFolder): Promise<Tokenizer> {
  try {
    return await loadTokenizer(await readFile(tokenizerFile, "utf8"), maximumTokens);
  } catch (cause) {
    throw new RecollectError("unavailable", `The embedding model is damaged: ${tokenizerFile} cannot be read.`, {
      hint: remedy,
      details: { reason: "model_damaged", path: tokenizerFile },
      cause,
    });
  }
}

/** WebAssembly sees no files beside the model: their bytes are handed in. Native code maps them by itself. */
async function readExternalData({ weightsFile }: ModelFolder): Promise<InferenceSession.SessionOptions> {
  if (weightsFile === null) return {};
  return { externalData: [{ path: path.basename(weightsFile), data: await readFile(weightsFile) }] };
}

async function checkHashes(folder: ModelFolder): Promise<void> {
  for (const [file, expected] of Object.entries(folder.hashes)) {
    if ((await sha256Of(file)) === expected) continue;
    throw new RecollectError("unavailable", `The embedding model is damaged: ${file} is not the file it should be.`, {
      hint: folder.remedy,
      details: { reason: "model_damaged", path: file },
    });
  }
}

/** Reads through one small buffer: a stream would leave as much garbage as the file is long. */
async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1 << 18);
  const handle = await open(file);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
