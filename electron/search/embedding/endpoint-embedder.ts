import { z } from "zod";
import type { Embedder, EmbedderStatus, Embedding } from "../../core/embedder.ts";
import type { Logger } from "../../core/ports.ts";
import { type ErrorParams, type ErrorReason, RecollectError, toErrorBody } from "../../text/errors.ts";
import { type EndpointSource, parseEndpoint } from "./model-source.ts";
import { normalise } from "./pooling.ts";

/** Reads the key that a server requires; null if it requires none. */
export type ReadApiKey = () => Promise<string | null>;

export interface EndpointEmbedderOptions {
  readonly source: EndpointSource & { readonly kind: "ollama" | "openai" };
  readonly readApiKey: ReadApiKey;
  readonly logger: Logger;
  /** After a failure, requests fail immediately for this long. */
  readonly retryMs: number;
  /** The limit of a request; the first one includes loading the model. */
  readonly timeoutMs: number;
  /** The limit of a query once the model is ready: someone is waiting for the result. */
  readonly queryTimeoutMs: number;
  readonly onStatusChange: () => void;
}

/** Texts per request. */
const BATCH_SIZE = 16;

/** Returns the vectors of some texts in their order. @throws unavailable, cancelled */
type RequestVectors = (texts: readonly string[], signal: AbortSignal) => Promise<number[][]>;

type State = "idle" | "loading" | "ready" | "failed";

/** A model on a server. Its state is `ready` after a response and `failed` after an error; the next use tries again. */
export class EndpointEmbedder implements Embedder {
  readonly fingerprint: string;
  readonly #options: EndpointEmbedderOptions;
  readonly #request: RequestVectors;
  readonly #closing = new AbortController();
  #state: State = "idle";
  #failure: { readonly error: RecollectError; readonly at: number } | null = null;
  #dimensions = 0;

  constructor(options: EndpointEmbedderOptions) {
    const { source, readApiKey } = options;
    this.fingerprint = `${source.model}/${source.kind}/${parseEndpoint(source.url).host}`;
    this.#options = options;
    this.#request = source.kind === "ollama" ? createOllamaRequest(source) : createOpenAiRequest(source, readApiKey);
  }

  get dimensions(): number {
    return this.#dimensions;
  }

  status(): EmbedderStatus {
    const state = this.#state;
    const { model } = this.#options.source;
    if (state !== "failed" || this.#failure === null) return { state, model };
    return { state, model, error: toErrorBody(this.#failure.error) };
  }

  warmUp(): void {
    // A failure shows in the status.
    if (this.#state === "idle" || this.#state === "failed") this.embed(["memory"], "query").catch(() => undefined);
  }

  async embed(texts: readonly string[], kind: "query" | "passage", signal?: AbortSignal): Promise<Embedding[]> {
    const { source, logger, retryMs, timeoutMs, queryTimeoutMs } = this.#options;
    if (this.#failure !== null && Date.now() - this.#failure.at < retryMs) throw this.#failure.error;
    const limitMs = kind === "query" && this.#state === "ready" ? queryTimeoutMs : timeoutMs;
    if (this.#state !== "ready") this.#enter("loading");
    try {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += BATCH_SIZE) {
        const batch = texts.slice(start, start + BATCH_SIZE).map((text) => (source.prefixes?.[kind] ?? "") + text);
        const signals = [this.#closing.signal, AbortSignal.timeout(limitMs), ...(signal === undefined ? [] : [signal])];
        vectors.push(...(await this.#embedBatch(batch, AbortSignal.any(signals))));
      }
      this.#failure = null;
      this.#enter("ready");
      return vectors.map((vector) => ({ vector, lettersPerPiece: null }));
    } catch (error) {
      if (error instanceof RecollectError && error.code !== "cancelled") {
        logger.warn(error.message, { hint: error.hint, model: source.model });
        this.#failure = { error, at: Date.now() };
        this.#enter("failed");
      } else {
        this.#enter(this.#dimensions > 0 ? "ready" : "idle");
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  #enter(next: State): void {
    const changed = next !== this.#state;
    this.#state = next;
    if (changed) this.#options.onStatusChange();
  }

  async #embedBatch(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const vectors = await this.#request(texts, signal);
    const lengths = new Set(vectors.map((vector) => vector.length));
    const [length = 0] = lengths;
    const expected = this.#dimensions || length;
    if (vectors.length !== texts.length || lengths.size !== 1 || length === 0 || expected !== length) {
      throw new RecollectError("server_vectors", { model: this.#options.source.model });
    }
    this.#dimensions = length;
    return vectors.map(normalise);
  }
}

const ollamaSchema = z.object({ embeddings: z.array(z.array(z.number())) });
const openaiSchema = z.object({ data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })) });

/** Ollama's `POST /api/embed` (github.com/ollama/ollama docs/api.md). */
function createOllamaRequest({ url, model }: EndpointSource): RequestVectors {
  const address = join(url, "api/embed");
  return async (texts, signal) => {
    const body = await post(address, {}, { model, input: texts }, signal, {
      silent: (cause) => unavailable("ollama_silent", { host: address.host }, cause),
      notFound: () => unavailable("ollama_model_missing", { host: address.host, model }),
    });
    return readBody(address, () => ollamaSchema.parse(body).embeddings);
  };
}

/** `POST /embeddings` below an OpenAI-compatible base address (platform.openai.com/docs/api-reference/embeddings). */
function createOpenAiRequest({ url, model }: EndpointSource, readApiKey: ReadApiKey): RequestVectors {
  const address = join(url, "embeddings");
  return async (texts, signal) => {
    const apiKey = await readApiKey();
    const headers: Record<string, string> = apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    const body = await post(address, headers, { model, input: texts, encoding_format: "float" }, signal, {
      silent: (cause) => unavailable("server_silent", { host: address.host }, cause),
      notFound: () => unavailable("server_model_missing", { host: address.host, model }),
    });
    return readBody(address, () =>
      openaiSchema
        .parse(body)
        .data.sort((left, right) => left.index - right.index)
        .map(({ embedding }) => embedding),
    );
  };
}

interface EndpointErrors {
  readonly silent: (cause: unknown) => RecollectError;
  readonly notFound: () => RecollectError;
}

async function post(
  address: URL,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  signal: AbortSignal,
  errors: EndpointErrors,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal,
    });
  } catch (cause) {
    throw signal.aborted ? abortError(address, signal) : errors.silent(cause);
  }
  if (response.ok) return readBody(address, () => response.json());
  if (response.status === 404) throw errors.notFound();
  const said = (await response.text().catch(() => "")).slice(0, 200);
  throw unavailable("server_refused", { host: address.host, status: response.status, said });
}

function abortError({ host }: URL, signal: AbortSignal): RecollectError {
  const isTimeout = signal.reason instanceof DOMException && signal.reason.name === "TimeoutError";
  return isTimeout ? unavailable("server_slow", { host }) : new RecollectError("embedding_cancelled", {});
}

async function readBody<Value>({ host }: URL, parse: () => Value | Promise<Value>): Promise<Value> {
  try {
    return await parse();
  } catch (cause) {
    throw unavailable("server_strange", { host }, cause);
  }
}

function unavailable<R extends ErrorReason>(reason: R, params: ErrorParams<R>, cause?: unknown): RecollectError {
  return new RecollectError(reason, params, { cause });
}

/** Appends a path to a base address, with or without a trailing slash. */
function join(base: string, path: string): URL {
  const url = parseEndpoint(base);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${path}`;
  return url;
}
