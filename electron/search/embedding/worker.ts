/**
 * The process of a local embedding model: loads it, then embeds one text at a time. A process of its own returns all
 * its memory when the model is unloaded, and a crash in native code affects nothing else (ADR 0011).
 */
import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import type { Embedding } from "../../core/embedder.ts";
import { RecollectError, toErrorBody } from "../../text/errors.ts";
import { Glosses } from "../lexicon/gloss.ts";
import type { ModelFolder } from "./model-folder.ts";
import { normalise, poolTokens } from "./pooling.ts";
import { loadRuntime, type RuntimeName } from "./runtime.ts";
import { isOnePiece, lettersPerPiece, readTokenizer, type Tokenizer } from "./tokenizer.ts";
import type { EmbedRequest, WorkerResponse, WorkerSettings } from "./worker-messages.ts";

/** The names of outputs in exported models, preferred first: one vector per text, otherwise one per token. */
const OUTPUTS = ["sentence_embedding", "embedding", "last_hidden_state", "token_embeddings"];

// The application has exited or was killed.
process.on("disconnect", () => process.exit());
// Ctrl+C reaches the entire process group; the application decides when this process ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

const [, , argument] = process.argv;
if (process.send === undefined || argument === undefined) {
  throw new Error("Internal: started by Recollect, not directly.");
}
const settings = JSON.parse(argument) as WorkerSettings;

// A failure to send means that the application is gone.
const send = (response: WorkerResponse) => process.send?.(response, undefined, undefined, () => undefined);

try {
  const model = await loadSentenceModel(settings.folder, settings);
  // The first run checks that the model works on this machine, determines its dimensions, and warms it up.
  const { vector } = await model.embed("memory", "query");
  process.on("message", ({ text, kind }: EmbedRequest) => {
    model.embed(text, kind).then(
      (embedding) => send({ type: "embedded", embedding }),
      (error: unknown) => send({ type: "failed", cause: String(error) }),
    );
  });
  send({ type: "ready", runtime: model.runtime, dimensions: vector.length });
} catch (error) {
  const { kind } = settings.folder;
  const known =
    error instanceof RecollectError ? error : new RecollectError("model_unloadable", { cause: String(error), kind });
  send({ type: "unusable", error: toErrorBody(known) });
}

/** A loaded model. */
interface SentenceModel {
  readonly runtime: RuntimeName;
  embed(text: string, kind: "query" | "passage"): Promise<Embedding>;
}

/**
 * Loads a model and its tokenizer. Texts run one at a time: int8 activations are quantised per run, so in a batch a
 * text's vector would depend on the other texts (ADR 0011).
 * @throws unavailable if a file does not match its hash, or the runtime cannot load the model
 */
async function loadSentenceModel(
  folder: ModelFolder,
  options: { readonly runtime: RuntimeName; readonly threads: number },
): Promise<SentenceModel> {
  await checkHashes(folder);
  const { runtime, name } = await loadRuntime(options.runtime);
  const tokenizer = await loadTokenizer(folder);
  const session = await runtime.InferenceSession.create(folder.modelFile, {
    intraOpNumThreads: options.threads,
    interOpNumThreads: 1,
    executionProviders: [name === "onnxruntime-node" ? "cpu" : "wasm"],
    logSeverityLevel: 3,
    ...(name === "onnxruntime-web" ? await readExternalData(folder) : {}),
  });
  const output = OUTPUTS.find((candidate) => session.outputNames.includes(candidate)) ?? session.outputNames[0];
  if (output === undefined) throw new Error("The model has no output.");

  const { wordsFolder } = folder;
  const glosses = wordsFolder === null ? null : new Glosses(wordsFolder, (word) => isOnePiece(word, tokenizer));

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
      if (row === undefined) throw new Error(`The model requires an unknown input, "${input}".`);
      const values = BigInt64Array.from(ids, (_, index) => BigInt(row(index)));
      feeds[input] = new runtime.Tensor("int64", values, [1, ids.length]);
    }
    return feeds;
  }

  return {
    runtime: name,
    async embed(text, kind) {
      const gloss = (await glosses?.glossOf(text)) ?? null;
      const read = gloss?.text ?? text;
      const results = await session.run(feedsOf(tokenizer.tokenize(folder.prefixes[kind] + read)), [output]);
      const tensor = results[output];
      if (!(tensor?.data instanceof Float32Array)) throw new Error("The model's output is not float32.");
      const vector = tensor.dims.length === 3 ? poolTokens(tensor.data, tensor.dims, folder.pooling) : tensor.data;
      return {
        vector: normalise(vector),
        lettersPerPiece: kind === "query" ? lettersPerPiece(read, tokenizer) : null,
        translated: gloss?.known ?? null,
      };
    },
  };
}

async function loadTokenizer({ tokenizerFile, maxTokens, kind }: ModelFolder): Promise<Tokenizer> {
  try {
    return readTokenizer(await readFile(tokenizerFile, "utf8"), maxTokens);
  } catch (cause) {
    throw new RecollectError("model_damaged", { path: tokenizerFile, kind }, { cause });
  }
}

/** WebAssembly cannot open the weights file itself, so its bytes are passed in. Native code maps the file. */
async function readExternalData({ weightsFile }: ModelFolder): Promise<InferenceSession.SessionOptions> {
  if (weightsFile === null) return {};
  return { externalData: [{ path: path.basename(weightsFile), data: await readFile(weightsFile) }] };
}

async function checkHashes({ hashes, kind }: ModelFolder): Promise<void> {
  for (const [file, expected] of Object.entries(hashes)) {
    if ((await sha256Of(file)) === expected) continue;
    throw new RecollectError("model_damaged", { path: file, kind });
  }
}

/** Reads through one small buffer: a stream would produce garbage of the size of the file. */
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
