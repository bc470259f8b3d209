import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { RecollectError } from "../../core/errors.ts";

/** How token vectors become one: `none` where the model does it itself. */
export type Pooling = "none" | "mean" | "cls";

/** An ONNX sentence-embedding model in a folder, as the worker takes it. */
export interface ModelFolder {
  readonly name: string;
  /** Tells this very model from another of the same name. */
  readonly identity: string;
  readonly modelFile: string;
  /** Large weights kept beside the model; null where it holds them itself. */
  readonly weightsFile: string | null;
  readonly tokenizerFile: string;
  readonly pooling: Pooling;
  /** What stands before a text, depending on what it is. */
  readonly prefixes: { readonly query: string; readonly passage: string };
  readonly maximumTokens: number;
  /** Null where only the model itself knows. */
  readonly dimensions: number | null;
  /** Absolute path to sha256, checked before the model is loaded; empty where none are known. */
  readonly hashes: Readonly<Record<string, string>>;
  /** What to do where a file turns out to be missing or damaged, as a sentence. */
  readonly remedy: string;
}

/** Recollect's own description of a folder; all of it is optional beside what Hugging Face's files say. */
const manifestSchema = z.object({
  name: z.string().min(1),
  variant: z.string().optional(),
  dimensions: z.number().int().positive().optional(),
  maximumTokens: z.number().int().min(8).optional(),
  pooling: z.enum(["none", "mean", "cls"]).optional(),
  prefixes: z.object({ query: z.string(), passage: z.string() }).optional(),
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

/** Small and quick ones first. */
const MODEL_FILES = ["model.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx", "onnx/model.onnx"];
/** Longer passages say less; and attention grows with the square. */
const MOST_TOKENS = 512;

/**
 * Reads what a folder holds: `model.onnx` (or `onnx/…`, as on the Hugging Face hub) and `tokenizer.json`, with
 * `recollect-model.json` or sentence-transformers' own files beside them.
 * @param remedy what to do where something is missing, as a sentence
 * @throws unavailable with what is missing and the remedy
 */
export function readModelFolder(folder: string, remedy: string): ModelFolder {
  if (!existsSync(folder)) {
    throw new RecollectError("unavailable", `The embedding model's folder ${folder} is not there.`, {
      hint: remedy,
      details: { reason: "model_folder_missing", path: folder },
    });
  }
  const missing = (file: string) =>
    new RecollectError("unavailable", `The embedding model is incomplete: ${file} is missing from ${folder}.`, {
      hint: remedy,
      details: { reason: "model_file_missing", file, path: folder },
    });
  const read = <Schema extends z.ZodType>(file: string, schema: Schema) =>
    readJson(path.join(folder, file), schema, remedy);
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
    manifest?.maximumTokens ?? Math.min(declared ?? MOST_TOKENS, config?.max_position_embeddings ?? MOST_TOKENS);
  const settings = JSON.stringify({ pooling, prefixes, maximumTokens });
  for (const file of Object.keys(manifest?.files ?? {})) {
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
    maximumTokens: Math.min(maximumTokens, MOST_TOKENS),
    dimensions: manifest?.dimensions ?? null,
    hashes: Object.fromEntries(
      Object.entries(manifest?.files ?? {}).map(([file, hash]) => [path.join(folder, file), hash]),
    ),
    remedy,
  };
}

/** As sentence-transformers declares it. @throws unavailable for a way that is not known */
function poolingOf(declared: z.output<typeof poolingSchema> | null, folder: string): Pooling {
  if (declared === null || declared.pooling_mode_mean_tokens) return "mean";
  if (declared.pooling_mode_cls_token) return "cls";
  throw new RecollectError("unavailable", `The model in ${folder} pools its tokens in a way Recollect does not know.`, {
    hint: "Choose a model that pools by mean or by its first token (CLS).",
    details: { reason: "model_pooling", path: folder },
  });
}

/** Null where the file is not there. @throws unavailable with the remedy where it cannot be understood */
function readJson<Schema extends z.ZodType>(location: string, schema: Schema, remedy: string): z.output<Schema> | null {
  if (!existsSync(location)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(location, "utf8")));
  } catch (cause) {
    throw new RecollectError("unavailable", `The embedding model is damaged: ${location} cannot be read.`, {
      hint: remedy,
      details: { reason: "model_damaged", path: location },
      cause,
    });
  }
}

const digestOf = (parts: readonly string[]): string => createHash("sha256").update(parts.join("\n")).digest("hex");

const SAMPLE_BYTES = 1 << 20;

/** A digest of the file's size, its beginning and its end: enough to see that it was exchanged, without reading it all. */
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
