import type { Embedder } from "../../core/embedder.ts";
import type { Logger } from "../../core/ports.ts";
import { EndpointEmbedder, type ReadApiKey } from "./endpoint-embedder.ts";
import type { ModelSource } from "./model-source.ts";
import type { RuntimeName } from "./runtime.ts";
import { WorkerEmbedder } from "./worker-embedder.ts";

export interface EmbedderOptions {
  readonly source: ModelSource;
  /** Reads the key of an OpenAI-compatible server, if it has one. */
  readonly readApiKey?: ReadApiKey;
  /** The folder of the bundled model. */
  readonly modelFolder: string;
  /** The URL of `worker.ts` or its bundle. */
  readonly workerUrl: URL;
  readonly logger: Logger;
  /** Threads per inference; default 1, which leaves the other cores to the user. */
  readonly threads?: number;
  /** A local model is unloaded after this long without work; default 2 minutes: it loads in 0.2 s (ADR 0029). */
  readonly idleMs?: number;
  /** After a failure, requests fail immediately for this long; default 1 minute. */
  readonly retryMs?: number;
  /** The limit of a query to a server that has responded before; default 3 seconds. */
  readonly queryTimeoutMs?: number;
  /** By default native code if there is a build for this machine, otherwise WebAssembly. */
  readonly runtime?: RuntimeName;
  /** Called when `status().state` changes. */
  readonly onStatusChange?: () => void;
}

const MINUTE = 60_000;

/** Creates the embedder for a source. Nothing is loaded before its first use. @throws invalid_argument (field `url`) */
export function createEmbedder(options: EmbedderOptions): Embedder {
  const { source, logger, workerUrl, retryMs = MINUTE, onStatusChange = () => undefined } = options;
  if (source.kind === "bundled" || source.kind === "folder") {
    return new WorkerEmbedder({
      folder: source.kind === "bundled" ? options.modelFolder : source.folder,
      kind: source.kind,
      workerUrl,
      logger,
      threads: options.threads ?? 1,
      idleMs: options.idleMs ?? 2 * MINUTE,
      retryMs,
      runtime: options.runtime,
      onStatusChange,
    });
  }
  return new EndpointEmbedder({
    source,
    readApiKey: options.readApiKey ?? (async () => null),
    logger,
    retryMs,
    timeoutMs: MINUTE,
    queryTimeoutMs: options.queryTimeoutMs ?? 3000,
    onStatusChange,
  });
}
