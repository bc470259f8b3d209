import type { Pooling } from "./model-folder.ts";

/** A multilingual model on the hub, with settings that its repository does not declare, or not completely. */
export interface ModelPreset {
  /** `owner/name` on the hub. */
  readonly repository: string;
  readonly name: string;
  /** The size of the download. */
  readonly bytes: number;
  readonly dimensions: number;
  readonly pooling: Pooling;
  readonly prefixes: { readonly query: string; readonly passage: string };
  readonly licence: string;
}

/**
 * The smallest and fastest first. Sources: the model cards of ibm-granite/granite-embedding-97m-multilingual-r2 (the
 * first token's vector, no prefixes), intfloat/multilingual-e5-small (mean, "query: " and "passage: ") and
 * google/embeddinggemma-300m (its prompts for retrieval; the export pools, and applies the model's dense layers,
 * itself).
 */
export const MODEL_PRESETS: readonly ModelPreset[] = [
  {
    repository: "onnx-community/granite-embedding-97m-multilingual-r2-ONNX",
    name: "granite-embedding-97m-multilingual-r2",
    bytes: 123_000_000,
    dimensions: 384,
    pooling: "cls",
    prefixes: { query: "", passage: "" },
    licence: "Apache 2.0",
  },
  {
    repository: "Xenova/multilingual-e5-small",
    name: "multilingual-e5-small",
    bytes: 135_000_000,
    dimensions: 384,
    pooling: "mean",
    prefixes: { query: "query: ", passage: "passage: " },
    licence: "MIT",
  },
  {
    repository: "onnx-community/embeddinggemma-300m-ONNX",
    name: "embeddinggemma-300m",
    bytes: 330_000_000,
    dimensions: 768,
    pooling: "none",
    prefixes: { query: "task: search result | query: ", passage: "title: none | text: " },
    licence: "Gemma",
  },
];

/** The contents of `recollect-model.json` for a repository; null where its own settings are used. */
export function presetManifest(repository: string): string | null {
  const preset = MODEL_PRESETS.find((known) => known.repository === repository);
  if (preset === undefined) return null;
  const { name, dimensions, pooling, prefixes } = preset;
  return `${JSON.stringify({ name, dimensions, pooling, prefixes }, null, 2)}\n`;
}
