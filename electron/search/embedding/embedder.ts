import type { Embedder, Logger } from "../../core/ports.ts";
import { createEndpointEmbedder } from "./endpoint-embedder.ts";
import { createOllamaRequest, createOpenAiRequest, type ReadApiKey } from "./endpoint-requests.ts";
import { type ModelSource, parseEndpoint } from "./model-source.ts";
import type { RuntimeName } from "./runtime.ts";
import { createWorkerEmbedder } from "./worker-embedder.ts";

export interface EmbedderOptions {
  readonly source: ModelSource;
  /** The key of an OpenAI-compatible server; default: none. */
  readonly readApiKey?: ReadApiKey;
  /** Folder of the model that ships with the app. */
  readonly modelFolder: string;
  /** Where `worker.ts`, or its bundle, is. */
  readonly workerUrl: URL;
  readonly logger: Logger;
  /** Threads of one inference; default 1, which leaves the machine to its owner. */
  readonly threads?: number;
  /** A local model is let go after so long without work; default 10 minutes. */
  readonly idleMs?: number;
  /** After a failure, the next try comes no sooner; default 1 minute. */
  readonly retryMs?: number;
  /** How long a server may take for a query, once it has answered; default 3 seconds. */
  readonly queryTimeoutMs?: number;
  /** Default: native code where there is a build for this machine, else WebAssembly. */
  readonly runtime?: RuntimeName;
  /** The state changed; `status()` says to what. */
  readonly onStatusChange?: () => void;
}

const MINUTE = 60_000;
const REMEDIES = {
  bundled: "Install Recollect again, or choose another model in Settings. Search answers from text meanwhile.",
  folder: "Put its files back, or choose another model in Settings. Search answers from text meanwhile.",
} as const;

/** What turns text into vectors, as the owner chose it. Nothing is loaded before it is needed. @throws invalid_argument */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const { source, logger, retryMs = MINUTE, onStatusChange = () => undefined } = options;
  if (source.kind === "bundled" || source.kind === "folder") {
    return createWorkerEmbedder({
      folder: source.kind === "bundled" ? options.modelFolder : source.folder,
      remedy: REMEDIES[source.kind],
      workerUrl: options.workerUrl,
      logger,
      threads: options.threads ?? 1,
      idleMs: options.idleMs ?? 10 * MINUTE,
      retryMs,
      runtime: options.runtime,
      onStatusChange,
    });
  }
  return createEndpointEmbedder({
    fingerprint: `${source.model}/${source.kind}/${parseEndpoint(source.url).host}`,
    model: source.model,
    prefixes: source.prefixes ?? { query: "", passage: "" },
    request:
      source.kind === "ollama"
        ? createOllamaRequest(source)
        : createOpenAiRequest(source, options.readApiKey ?? (async () => null)),
    logger,
    retryMs,
    timeoutMs: MINUTE,
    queryTimeoutMs: options.queryTimeoutMs ?? 3000,
    onStatusChange,
  });
}
