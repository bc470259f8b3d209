import type { Embedding } from "../../core/embedder.ts";
import type { ErrorBody } from "../../text/errors.ts";
import type { ModelFolder } from "./model-folder.ts";
import type { RuntimeName } from "./runtime.ts";

/** The settings of the model process, as JSON in its first argument. */
export interface WorkerSettings {
  readonly folder: ModelFolder;
  readonly runtime: RuntimeName;
  readonly threads: number;
}

export interface EmbedRequest {
  readonly text: string;
  readonly kind: "query" | "passage";
}

/** One response to the start (`ready` or `unusable`), then one to each request, in order. */
export type WorkerResponse =
  | { readonly type: "ready"; readonly runtime: RuntimeName; readonly dimensions: number }
  | { readonly type: "unusable"; readonly error: ErrorBody }
  | { readonly type: "embedded"; readonly embedding: Embedding }
  | { readonly type: "failed"; readonly cause: string };
