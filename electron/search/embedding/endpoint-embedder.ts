import { RecollectError } from "../../core/errors.ts";
import type { Embedder, Logger } from "../../core/ports.ts";
import type { RequestVectors } from "./endpoint-requests.ts";
import { normalise } from "./pooling.ts";

export interface EndpointEmbedderOptions {
  readonly fingerprint: string;
  readonly model: string;
  readonly prefixes: { readonly query: string; readonly passage: string };
  readonly request: RequestVectors;
  readonly logger: Logger;
  /** After a failure, the next try comes no sooner. */
  readonly retryMs: number;
  /** How long a server may take to answer; the first time it loads the model. */
  readonly timeoutMs: number;
  /** How long for a query once it has answered: someone waits. */
  readonly queryTimeoutMs: number;
  readonly onStatusChange: () => void;
}

/** Texts of one request. */
const BATCH = 16;

/** A model on a server: ready once it has answered, failed while it does not, tried again on need. */
export function createEndpointEmbedder(options: EndpointEmbedderOptions): Embedder {
  const { logger, model, prefixes } = options;
  const closing = new AbortController();
  let state: "idle" | "loading" | "ready" | "failed" = "idle";
  let failure: { readonly error: RecollectError; readonly at: number } | null = null;
  let dimensions = 0;

  function enter(next: typeof state): void {
    const changed = next !== state;
    state = next;
    if (changed) options.onStatusChange();
  }

  async function requestBatch(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors = await options.request(texts, signal);
    const lengths = new Set(vectors.map((vector) => vector.length));
    const [length = 0] = lengths;
    if (vectors.length !== texts.length || lengths.size !== 1 || length === 0 || (dimensions || length) !== length) {
      throw new RecollectError("unavailable", `${model} answered vectors of another number or length than expected.`, {
        hint: "See that the model is one for embeddings, or choose another in Settings.",
        details: { reason: "server_vectors", model },
      });
    }
    dimensions = length;
    return vectors.map(normalise);
  }

  async function embed(texts: readonly string[], kind: "query" | "passage", signal?: AbortSignal) {
    if (failure !== null && Date.now() - failure.at < options.retryMs) throw failure.error;
    const timeoutMs = kind === "query" && state === "ready" ? options.queryTimeoutMs : options.timeoutMs;
    if (state !== "ready") enter("loading");
    try {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH) {
        const batch = texts.slice(start, start + BATCH).map((text) => prefixes[kind] + text);
        const signals = [closing.signal, AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])];
        vectors.push(...(await requestBatch(batch, AbortSignal.any(signals))));
      }
      failure = null;
      enter("ready");
      return vectors.map((vector) => ({ vector, lettersPerPiece: null }));
    } catch (error) {
      if (error instanceof RecollectError && error.code !== "cancelled") {
        logger.warn(error.message, { hint: error.hint, model });
        failure = { error, at: Date.now() };
        enter("failed");
      } else {
        enter(dimensions > 0 ? "ready" : "idle");
      }
      throw error;
    }
  }

  return {
    fingerprint: options.fingerprint,
    get dimensions() {
      return dimensions;
    },
    status() {
      if (state !== "failed" || failure === null) return { state, model };
      return { state, model, message: [failure.error.message, failure.error.hint].join(" ").trim() };
    },
    warmUp() {
      // A failure shows in the status.
      if (state === "idle" || state === "failed") embed(["memory"], "query").catch(() => undefined);
    },
    embed,
    async close() {
      closing.abort();
    },
  };
}
