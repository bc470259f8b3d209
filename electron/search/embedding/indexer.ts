import { setTimeout as pause, setImmediate as yieldToOthers } from "node:timers/promises";
import type { Embedder } from "../../core/embedder.ts";
import type { Events, IndexProgress } from "../../core/events.ts";
import type { Logger, MemoryScope, PassageVector, VectorIndex } from "../../core/ports.ts";
import type { Indexer } from "../../core/search-engine.ts";
import { type ErrorBody, type ErrorReason, RecollectError, toErrorBody } from "../../text/errors.ts";
import { mayBeTranslated, WORDS_VERSION } from "../lexicon/gloss.ts";
import { quantise } from "../vectors/quantise.ts";

export interface IndexerOptions {
  readonly vectors: VectorIndex;
  readonly embedder: Embedder;
  /** Splits content into the passages that are embedded. */
  readonly splitIntoPassages: (content: string) => readonly { readonly start: number; readonly end: number }[];
  readonly events: Events;
  readonly logger: Logger;
  /** The time before a retry after the model failed; 1 minute by default. */
  readonly retryMs?: number;
}

type OnProgress = (done: number, total: number) => void;

interface PendingMemory {
  readonly id: string;
  readonly content: string;
  readonly revision: number;
}

/** Memories embedded at a time: enough to keep the model busy while the previous ones are written. */
const BATCH_SIZE = 16;
/** The failures of a local model that one text caused. */
const TEXT_FAILURES: ReadonlySet<unknown> = new Set<ErrorReason>(["model_text_failed", "model_text_crashed"]);
/** After this many failures of a text at a server that embeds others, the text is the cause. */
const MAX_TRIES = 3;
/** The text that shows whether a server works. */
const SAMPLE = "memory";
/** Writes arrive in groups; a run waits this long for the rest of one. */
const GATHER_MS = 20;
/** Captures that follow each other have stopped when none arrives for this long. */
const QUIET_MS = 100;
/** The longest wait for that. */
const MAX_WAIT_MS = 2_000;
/** The shortest time between two progress events. */
const PROGRESS_INTERVAL_MS = 250;

/**
 * Embeds memories without vectors, a few at a time. The store knows which are pending, so no work is lost when the
 * process exits. A memory that the model rejects is skipped until the next start; after a failure of the model it tries
 * again later.
 */
export class MemoryIndexer implements Indexer {
  readonly #options: IndexerOptions;
  readonly #retryMs: number;
  readonly #closing = new AbortController();
  readonly #rejected = new Set<string>();
  /** The memories on which a server has failed, and how often it embedded others at that time. */
  readonly #tries = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #isWaitingForModel = false;
  #paused = false;
  /** Of the vectors that an earlier version made; null before the first run. */
  #renewal: Promise<void> | null = null;
  #background = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #reportedAt = 0;
  /** Memories captured so far. */
  #arrived = 0;

  constructor(options: IndexerOptions) {
    this.#options = options;
    this.#retryMs = options.retryMs ?? 60_000;
  }

  wake(): void {
    this.#arrived += 1;
    this.#schedule(GATHER_MS);
  }

  async status(scope: MemoryScope | null = null): ReturnType<Indexer["status"]> {
    const { embedder, vectors } = this.#options;
    const { state, model, error } = embedder.status();
    const message = error && [error.message, error.hint].filter((part) => part !== undefined).join(" ");
    return { state, model, message, ...(await vectors.counts(embedder.fingerprint, scope)) };
  }

  isPaused(): boolean {
    return this.#paused;
  }

  setPaused(paused: boolean): void {
    if (this.#paused === paused) return;
    this.#paused = paused;
    if (!paused) {
      this.#schedule(0);
      return;
    }
    this.#clearTimer();
    this.#background.abort();
  }

  async rebuild(onProgress: OnProgress, signal: AbortSignal): Promise<void> {
    this.#paused = false;
    this.#background.abort();
    await this.#running;
    this.#rejected.clear();
    this.#tries.clear();
    await this.#options.vectors.renew();
    await this.#start(AbortSignal.any([this.#closing.signal, signal]), onProgress);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#clearTimer();
    await Promise.all([this.#running, this.#renewal]);
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(afterMs: number): void {
    // A run that waits for a failed model starts immediately if the model has recovered or another one was chosen.
    const mustWait = !this.#isWaitingForModel || this.#options.embedder.status().state === "failed";
    if (this.#timer !== null && mustWait) return;
    this.#clearTimer();
    if (this.#closing.signal.aborted || this.#paused) return;
    this.#isWaitingForModel = afterMs === this.#retryMs;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // A run that was scheduled before may still wait for its turn or be running: a pause stops all of them.
      if (this.#background.signal.aborted) this.#background = new AbortController();
      void this.#start(AbortSignal.any([this.#closing.signal, this.#background.signal]), () => undefined);
    }, afterMs).unref();
  }

  /** Starts a run after the current one. A failure is logged and rejects the returned promise. */
  #start(signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    const run = this.#running.then(() => this.#drain(signal, onProgress));
    this.#running = run.catch((error: unknown) => {
      if (error instanceof RecollectError && error.code === "cancelled") return;
      this.#options.logger.warn("Memories could not be embedded.", { error: String(error) });
      this.#schedule(this.#retryMs);
    });
    return run;
  }

  async #drain(signal: AbortSignal, onProgress: OnProgress): Promise<void> {
    const { vectors, embedder, events } = this.#options;
    let done = 0;
    let total = 0;
    const report = (state: IndexProgress["state"], error?: ErrorBody) => {
      if (state === "running" && performance.now() - this.#reportedAt < PROGRESS_INTERVAL_MS) return;
      this.#reportedAt = performance.now();
      events.emit("index.progress", { index: "vectors", done, total, state, error });
    };
    try {
      this.#renewal ??= this.#renewOutdated();
      for (let batch = await this.#takePending(); batch.length > 0; batch = await this.#takePending()) {
        if (signal.aborted) throw new RecollectError("embedding_cancelled", {});
        if (total === 0) total = (await vectors.counts(embedder.fingerprint)).pending;
        const arrivedBefore = this.#arrived;
        done += await this.#embedBatch(batch, signal);
        total = Math.max(total, done);
        onProgress(done, total);
        report("running");
        await yieldToOthers();
        if (this.#arrived - arrivedBefore > batch.length) await this.#waitUntilQuiet(signal);
      }
      if (done > 0) report("finished");
    } catch (error) {
      const cancelled = error instanceof RecollectError && error.code === "cancelled";
      if (cancelled) report("cancelled");
      else report("failed", toErrorBody(error));
      throw error;
    }
  }

  /** Makes the memories pending whose vectors were made before their content was translated, and embeds them again. */
  async #renewOutdated(): Promise<void> {
    const { vectors, logger } = this.#options;
    try {
      await vectors.renewOutdated(WORDS_VERSION, mayBeTranslated, this.#closing.signal);
      this.#schedule(0);
    } catch (error) {
      this.#renewal = null;
      logger.warn("Memories of an earlier version could not be examined.", { error: String(error) });
    }
  }

  /**
   * Memories arrive faster than they are embedded, so the rest is embedded afterwards in any case. Until then the model
   * leaves the processor to the captures, except for a batch now and then.
   */
  async #waitUntilQuiet(signal: AbortSignal): Promise<void> {
    const end = performance.now() + MAX_WAIT_MS;
    for (let seen = -1; seen !== this.#arrived && performance.now() < end && !signal.aborted; ) {
      seen = this.#arrived;
      await pause(QUIET_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** The key includes the model: another one may accept the memory. */
  #rejectionKey({ id, revision }: PendingMemory): string {
    return `${id} ${revision} ${this.#options.embedder.fingerprint}`;
  }

  async #takePending(): Promise<PendingMemory[]> {
    const { vectors, embedder } = this.#options;
    const pending = await vectors.pending(embedder.fingerprint, BATCH_SIZE + this.#rejected.size);
    return pending.filter((memory) => !this.#rejected.has(this.#rejectionKey(memory)));
  }

  /** Returns the number of memories stored. @throws if the model fails or the run was cancelled */
  async #embedBatch(batch: readonly PendingMemory[], signal: AbortSignal): Promise<number> {
    const { logger } = this.#options;
    const [outcomes, isWorking] = await Promise.all([
      Promise.allSettled(batch.map((memory) => this.#embedMemory(memory, signal))),
      batch.some((memory) => this.#tries.has(this.#rejectionKey(memory))) && this.#isModelWorking(signal),
    ]);
    const stored = outcomes.filter(({ status }) => status === "fulfilled").length;
    const failures = outcomes.flatMap((outcome, index) => {
      const memory = batch[index];
      if (outcome.status === "fulfilled" || memory === undefined) return [];
      const reason: unknown = outcome.reason;
      if (signal.aborted || !this.#countFailure(memory, reason, isWorking || stored > 0)) return [reason];
      this.#rejected.add(this.#rejectionKey(memory));
      logger.warn("A memory could not be embedded; text search still finds it.", {
        id: memory.id,
        error: String(reason),
      });
      return [];
    });
    if (failures.length > 0) throw failures[0];
    return stored;
  }

  /**
   * Counts a failure, and returns whether the text is its cause, not the model. A server does not say so: a text is the
   * cause if it fails {@link MAX_TRIES} times while the server embeds others.
   */
  #countFailure(memory: PendingMemory, reason: unknown, isModelWorking: boolean): boolean {
    if (!(reason instanceof RecollectError) || reason.code !== "unavailable") return false;
    if (TEXT_FAILURES.has(reason.details?.reason)) return this.#options.embedder.status().state !== "failed";
    const key = this.#rejectionKey(memory);
    const tries = (this.#tries.get(key) ?? 0) + (isModelWorking ? 1 : 0);
    this.#tries.set(key, tries);
    return tries >= MAX_TRIES;
  }

  async #isModelWorking(signal: AbortSignal): Promise<boolean> {
    return await this.#options.embedder.embed([SAMPLE], "passage", signal).then(
      () => true,
      () => false,
    );
  }

  async #embedMemory({ id, content, revision }: PendingMemory, signal: AbortSignal): Promise<void> {
    const { vectors, embedder, splitIntoPassages } = this.#options;
    const { fingerprint } = embedder;
    const passages = splitIntoPassages(content);
    const texts = passages.map(({ start, end }) => content.slice(start, end));
    const embedded = texts.length === 0 ? [] : await embedder.embed(texts, "passage", signal);
    // The model was replaced or loaded on another runtime: the memory is still pending.
    if (embedder.fingerprint !== fingerprint) return;
    const stored = passages.flatMap(({ start, end }, index): PassageVector[] => {
      const embedding = embedded[index];
      return embedding === undefined ? [] : [{ start, end, vector: quantise(embedding.vector) }];
    });
    await vectors.put(id, revision, fingerprint, stored);
  }
}
