import { z } from "zod";
import type { ErrorBody } from "../../text/errors.ts";
import { method, nothing } from "./method.ts";

const prefixes = z.object({ query: z.string(), passage: z.string() }).optional();
const endpointModel = { url: z.string(), model: z.string().min(1), prefixes };
/** The source of embeddings: the bundled model, a folder, or a server. */
export const modelSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("bundled") }),
  z.object({ kind: z.literal("folder"), folder: z.string().min(1) }),
  z.object({ kind: z.literal("ollama"), ...endpointModel }),
  z.object({ kind: z.literal("openai"), ...endpointModel }),
]);
/** `apiKey`: undefined keeps the key stored for the same address, "" means none. It is never returned. */
const proposedModel = { source: modelSource, apiKey: z.string().max(1000).optional() };
const hubRepository = z.string().min(1).max(200);

/** The embedding model. */
export const modelMethods = {
  "model.status": method<ModelStatus>()(nothing),
  /** Refuses a source on another machine with its warning, unless `leavingConfirmed` is true. */
  "model.choose": method<ModelStatus>()({ ...proposedModel, leavingConfirmed: z.boolean() }),
  /** Embeds one word with the model; changes nothing. */
  "model.test": method<ModelTrial>()(proposedModel),
  /** The multilingual models to download. */
  "model.presets": method<readonly ModelPreset[]>()(nothing),
  /** Null while the built-in model is sufficient, or another one is in use. */
  "model.offer": method<ModelOffer | null>()(nothing),
  /** Opens a failed model again. */
  "model.retry": method<ModelStatus>()(nothing),
  /** Pauses or resumes the generation of embeddings, until the next start. */
  "model.setPaused": method<ModelStatus>()({ paused: z.boolean() }),
  /** Starts or resumes a download; `model.status` reports its progress and failure. */
  "model.download": method<ModelStatus>()({ repository: hubRepository }),
  "model.cancelDownload": method<null>()(nothing),
  "model.downloaded": method<readonly DownloadedModel[]>()(nothing),
  /** Deletes the files of a complete or partial download. */
  "model.removeDownloaded": method<readonly DownloadedModel[]>()({ repository: hubRepository }),
} as const;

export type ModelSource = z.infer<typeof modelSource>;

/** The state of the embedding model. */
export interface ModelStatus {
  readonly source: ModelSource;
  readonly title: string;
  /** True where the text of memories and searches is sent to another machine; `warning` says so. */
  readonly leavesMachine: boolean;
  readonly warning: string | null;
  /** A download under way, in bytes; `total` is 0 until it is known. */
  readonly download: { readonly repository: string; readonly done: number; readonly total: number } | null;
  /** The last download, if it failed. */
  readonly failedDownload: { readonly repository: string; readonly error: ErrorBody } | null;
  readonly state: "idle" | "loading" | "ready" | "failed";
  /** The model's name. */
  readonly model: string;
  /** Why it failed; null in other states. */
  readonly error: ErrorBody | null;
  /** True while the owner has paused the generation of embeddings. */
  readonly paused: boolean;
}

/** A multilingual model on the hub that works without further settings. */
export interface ModelPreset {
  readonly repository: string;
  readonly name: string;
  /** The size of the download. */
  readonly bytes: number;
  readonly dimensions: number;
  readonly licence: string;
}

/**
 * Why a multilingual model is offered: the share of memories that are not English, and their most frequent languages.
 */
export interface ModelOffer {
  readonly share: number;
  /** ISO 639-1. */
  readonly languages: readonly string[];
}

/** The result of a test: of one short text, with the model loaded. */
export interface ModelTrial {
  readonly dimensions: number;
  readonly milliseconds: number;
}

/** A model downloaded from the hub. */
export interface DownloadedModel {
  readonly repository: string;
  readonly folder: string;
  readonly bytes: number;
  /** False: the download was interrupted or cancelled, and can be resumed. */
  readonly complete: boolean;
}
