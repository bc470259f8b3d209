import { z } from "zod";
import type { ErrorBody } from "../../core/errors.ts";
import { method, nothing } from "./method.ts";

const prefixes = z.object({ query: z.string(), passage: z.string() }).optional();
const endpointModel = { url: z.string(), model: z.string().min(1), prefixes };
/** Where vectors come from: the model that ships with Recollect, one in a folder, or a server. */
export const modelSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("bundled") }),
  z.object({ kind: z.literal("folder"), folder: z.string().min(1) }),
  z.object({ kind: z.literal("ollama"), ...endpointModel }),
  z.object({ kind: z.literal("openai"), ...endpointModel }),
]);
/** `apiKey`: undefined keeps the one there is for the same address, "" is none. It never comes back. */
const proposedModel = { source: modelSource, apiKey: z.string().max(1000).optional() };
const hubRepository = z.string().min(1).max(200);

/** What turns text into vectors. */
export const modelMethods = {
  "model.status": method<ModelStatus>()(nothing),
  /** A source to which text would leave the machine is refused with its warning, unless `leavingConfirmed` is true. */
  "model.choose": method<ModelStatus>()(z.object({ ...proposedModel, leavingConfirmed: z.boolean() })),
  /** Embeds one word with it, and changes nothing. */
  "model.test": method<ModelTrial>()(z.object(proposedModel)),
  /** Opens the model in use again at once, where it failed. */
  "model.retry": method<ModelStatus>()(nothing),
  /** Stops reading memories for their meaning, or lets it go on; until the next start. */
  "model.setPaused": method<ModelStatus>()(z.object({ paused: z.boolean() })),
  /** Begins, or goes on; `model.status` tells how far it is, and what went wrong. */
  "model.download": method<ModelStatus>()(z.object({ repository: hubRepository })),
  "model.cancelDownload": method<null>()(nothing),
  "model.downloaded": method<readonly DownloadedModel[]>()(nothing),
  /** Deletes the files of a downloaded model, or of one that was not finished. */
  "model.removeDownloaded": method<readonly DownloadedModel[]>()(z.object({ repository: hubRepository })),
} as const;

export type ModelSource = z.infer<typeof modelSource>;

/** What turns text into vectors now. */
export interface ModelStatus {
  readonly source: ModelSource;
  readonly title: string;
  /** True where the text of memories and searches goes to another machine; `warning` is the sentence that says so. */
  readonly leavesMachine: boolean;
  readonly warning: string | null;
  /** A download under way, in bytes; `total` is 0 until it is known. */
  readonly download: { readonly repository: string; readonly done: number; readonly total: number } | null;
  /** The last download, where it failed. */
  readonly failedDownload: { readonly repository: string; readonly error: ErrorBody } | null;
  readonly state: "idle" | "loading" | "ready" | "failed";
  /** What the model calls itself. */
  readonly model: string;
  /** Why it failed and what to do. */
  readonly message: string | null;
  /** True while the owner has stopped the reading of memories for their meaning. */
  readonly paused: boolean;
}

/** What a model was like that was tried: of one short text, once it was loaded. */
export interface ModelTrial {
  readonly dimensions: number;
  readonly milliseconds: number;
}

/** A model fetched from the hub. */
export interface DownloadedModel {
  readonly repository: string;
  readonly folder: string;
  readonly bytes: number;
  /** False: it was broken off or cancelled; downloading it again goes on from there. */
  readonly complete: boolean;
}
