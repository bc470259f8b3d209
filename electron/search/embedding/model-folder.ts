import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { ModelKind } from "../../text/en/errors/search.ts";
import { RecollectError } from "../../text/errors.ts";

/** How token vectors are reduced to one; `none` if the model does it itself. */
export type Pooling = "none" | "mean" | "cls";

/** An ONNX sentence-embedding model in a folder. */
export interface ModelFolder {
  readonly name: string;
  /** Distinguishes this model from another one of the same name. */
  readonly identity: string;
  readonly modelFile: string;
  /** The file of large weights next to the model, or null if the model file contains them. */
  readonly weightsFile: string | null;
  readonly tokenizerFile: string;
  readonly pooling: Pooling;
  /** Put before a text, by its kind. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  readonly maxTokens: number;
  /** The lists of words for a model that knows English only ({@link Glosses}); null if texts are embedded as they are. */
  readonly wordsFolder: string | null;
  /** Null if only the loaded model shows it. */
  readonly dimensions: number | null;
  /** SHA-256 by absolute path, checked before the model is loaded; empty if none are known. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Decides what an error advises if a file is missing or damaged. */
  readonly kind: ModelKind;
}

/** Recollect's own description of a folder, `recollect-model.json`; it overrides the files of Hugging Face. */
const manifestSchema = z.object({
  name: z.string().min(1),
  variant: z.string().optional(),
  dimensions: z.number().int().positive().optional(),
  maximumTokens: z.number().int().min(8).optional(),
  pooling: z.enum(["none", "mean", "cls"]).optional(),
  prefixes: z.object({ query: z.string(), passage: z.string() }).optional(),
  words: z.string().optional(),
  files: z.record(z.string(), z.string()).default({}),
});
const configSchema = z.object({ hidden_size: z.number().optional(), max_position_embeddings: z.number().optional() });
const poolingSchema = z.object({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
});
const sentenceSchema = z.object({ max_seq_length: z.number().nullish() });
const promptsSchema = z.object({
  prompts: z
    .object({ query: z.string().optional(), passage: z.string().optional(), document: z.string().optional() })
    .default({}),
});

/** The smallest and fastest first. */
const MODEL_FILES = ["model.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx"];
/** The limit of BERT models. Longer passages are less specific, and the cost of attention grows with the square. */
const MAX_TOKENS = 512;

/**
 * Describes the model in a folder: `model.onnx` (or `onnx/…`, as on the Hugging Face hub) and `tokenizer.json`, with
 * `recollect-model.json` or the files of sentence-transformers next to them.
 * @throws unavailable if a file is missing or cannot be read
 */
export function readModelFolder(folder: string, kind: ModelKind): ModelFolder {
  if (!existsSync(folder)) throw new RecollectError("model_folder_missing", { path: folder, kind });
  const missing = (file: string) => new RecollectError("model_file_missing", { path: folder, file, kind });
  const read = <Schema extends z.ZodType>(file: string, schema: Schema) =>
    readJson(path.join(folder, file), schema, kind);
  const manifest = read("recollect-model.json", manifestSchema);
  const config = read("config.json", configSchema);
  const prompts = read("config_sentence_transformers.json", promptsSchema)?.prompts;
  const declared = read("sentence_bert_config.json", sentenceSchema)?.max_seq_length;
  const modelFile = MODEL_FILES.map((file) => path.join(folder, file)).find((file) => existsSync(file));
  if (modelFile === undefined) throw missing("model.onnx");
  const tokenizerFile = path.join(folder, "tokenizer.json");
  if (!existsSync(tokenizerFile)) throw missing("tokenizer.json");
  const pooling = manifest?.pooling ?? poolingOf(read("1_Pooling/config.json", poolingSchema), folder);
  const prefixes = manifest?.prefixes ?? {
    query: prompts?.query ?? "",
    passage: prompts?.passage ?? prompts?.document ?? "",
  };
  const maximumTokens =
    manifest?.maximumTokens ?? Math.min(declared ?? MAX_TOKENS, config?.max_position_embeddings ?? MAX_TOKENS);
  // The digest is part of every vector's fingerprint: a change of its form would embed all memories again.
  const settings = JSON.stringify({ pooling, prefixes, maximumTokens });
  for (const file of [
    ...Object.keys(manifest?.files ?? {}),
    ...(manifest?.words === undefined ? [] : [manifest.words]),
  ]) {
    if (!existsSync(path.join(folder, file))) throw missing(file);
  }
  const weightsFile = [`${modelFile}.data`, `${modelFile}_data`].find((file) => existsSync(file)) ?? null;
  const files = [modelFile, ...(weightsFile === null ? [] : [weightsFile])];
  const known = Object.keys(manifest?.files ?? {}).length > 0;
  const digest = digestOf([settings, ...(known ? Object.values(manifest?.files ?? {}) : files.map(sampleDigest))]);
  return {
    name: manifest?.name ?? path.basename(path.resolve(folder)),
    identity: [manifest?.variant, digest.slice(0, 8)].filter((part) => part !== undefined).join("/"),
    modelFile,
    weightsFile,
    tokenizerFile,
    pooling,
    prefixes,
    maxTokens: Math.min(maximumTokens, MAX_TOKENS),
    wordsFolder: manifest?.words === undefined ? null : path.join(folder, manifest.words),
    dimensions: manifest?.dimensions ?? null,
    hashes: Object.fromEntries(
      Object.entries(manifest?.files ?? {}).map(([file, hash]) => [path.join(folder, file), hash]),
    ),
    kind,
  };
}

/** Reads the pooling that sentence-transformers declares. @throws unavailable for an unsupported one */
function poolingOf(declared: z.output<typeof poolingSchema> | null, folder: string): Pooling {
  if (declared === null || declared.pooling_mode_mean_tokens) return "mean";
  if (declared.pooling_mode_cls_token) return "cls";
  throw new RecollectError("model_pooling", { path: folder });
}

/** Returns null if the file does not exist. @throws unavailable if it is not valid */
function readJson<Schema extends z.ZodType>(
  location: string,
  schema: Schema,
  kind: ModelKind,
): z.output<Schema> | null {
  if (!existsSync(location)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(location, "utf8")));
  } catch (cause) {
    throw new RecollectError("model_damaged", { path: location, kind }, { cause });
  }
}

const digestOf = (parts: readonly string[]): string => createHash("sha256").update(parts.join("\n")).digest("hex");

const SAMPLE_BYTES = 1 << 20;

/** Hashes the size, start and end of a file: enough to notice that it was replaced, without reading all of it. */
function sampleDigest(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const hash = createHash("sha256").update(String(size));
    for (const position of [0, Math.max(0, size - SAMPLE_BYTES)]) {
      const sample = Buffer.alloc(Math.min(SAMPLE_BYTES, size));
      readSync(descriptor, sample, 0, sample.length, position);
      hash.update(sample);
    }
    return hash.digest("hex");
  } finally {
    closeSync(descriptor);
  }
}
