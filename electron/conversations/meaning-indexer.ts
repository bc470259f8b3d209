import { setTimeout as pause } from "node:timers/promises";
import type { Embedder } from "../core/embedder.ts";
import type { Logger } from "../core/ports.ts";
import { quantise } from "../search/vectors/quantise.ts";
import type { ConversationThread } from "./conversation-threads.ts";

interface IndexerOptions {
  readonly embedder: Embedder;
  readonly writer: ConversationThread;
  readonly logger: Logger;
  /** Called after each batch. */
  onProgress(): void;
}

/** Passages embedded at a time: a memory that is captured waits at most for one batch. */
const BATCH_PASSAGES = 8;
/** The part of the time in which other callers can use the model. */
const REST_SHARE = 0.5;
const RETRY_MS = 60_000;

/** Embeds passages in the background, the most recent conversations first. The store knows the remaining ones. */
export class MeaningIndexer {
  readonly #options: IndexerOptions;
  #running: Promise<void> | null = null;
  #abort = new AbortController();
  #remainingMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  /** An estimate; null while nothing is embedded, and before the first batch is. */
  remainingMs(): number | null {
    return this.#remainingMs;
  }

  /** Starts, unless it runs already. */
  start(): void {
    clearTimeout(this.#timer);
    if (this.#running !== null) return;
    if (this.#options.embedder.status().state === "failed") {
      this.#retryLater();
      return;
    }
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#running = this.#run(signal)
      .catch((error: unknown) => {
        if (signal.aborted) return;
        this.#options.logger.warn("Conversations could not be embedded; words still find them.", {
          error: String(error),
        });
        this.#retryLater();
      })
      .finally(() => {
        this.#running = null;
        this.#remainingMs = null;
      });
  }

  #retryLater(): void {
    this.#timer = setTimeout(() => this.start(), RETRY_MS).unref();
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#abort.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { embedder, writer, onProgress } = this.#options;
    const start = performance.now();
    let first: number | null = null;
    while (!signal.aborted) {
      const began = performance.now();
      const { fingerprint } = embedder;
      const { pending, done, total } = await writer.call("pendingPassages", fingerprint, BATCH_PASSAGES);
      if (pending === null) return;
      first ??= done;
      const perMessage = done === first ? null : (began - start) / (done - first);
      this.#remainingMs = perMessage === null ? null : Math.round(perMessage * (total - done));
      const { passages, ...batch } = pending;
      const texts = passages.map(({ text }) => text);
      const embedded = texts.length === 0 ? [] : await embedder.embed(texts, "passage", signal);
      // Another model was chosen, or loaded on another runtime.
      if (embedder.fingerprint !== fingerprint) continue;
      const stored = passages.flatMap(({ message, start: from, end }, index) => {
        const vector = embedded[index]?.vector;
        return vector === undefined ? [] : [{ message, start: from, end, vector: quantise(vector) }];
      });
      await writer.call("putVectors", fingerprint, batch, stored);
      onProgress();
      if (texts.length > 0) {
        const restMs = ((performance.now() - began) * REST_SHARE) / (1 - REST_SHARE);
        await pause(restMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }
}
