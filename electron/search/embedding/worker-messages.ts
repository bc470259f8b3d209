import type { Embedding } from "../../core/ports.ts";
import type { ModelFolder } from "./model-folder.ts";
import type { RuntimeName } from "./runtime.ts";

/** What the process is started with, as JSON in its first argument. */
export interface WorkerSettings {
  readonly folder: ModelFolder;
  readonly runtime: RuntimeName;
  readonly threads: number;
}

export interface EmbedRequest {
  readonly text: string;
  readonly kind: "query" | "passage";
}

/** One answer to the start, then one to each request, in order. */
export type WorkerAnswer =
  | { readonly type: "ready"; readonly runtime: RuntimeName; readonly dimensions: number }
  | { readonly type: "unusable"; readonly message: string; readonly hint: string }
  | { readonly type: "embedded"; readonly embedding: Embedding }
  | { readonly type: "refused"; readonly message: string };
