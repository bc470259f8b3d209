import { setTimeout as pause, setImmediate as yieldToOthers } from "node:timers/promises";
import type { Events, IndexProgress } from "../../core/events.ts";
import type { Embedder, Logger, PassageVector, VectorIndex } from "../../core/ports.ts";
import type { Indexer } from "../../core/search-engine.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../../text/errors.ts";
import { quantise } from "../vectors/quantise.ts";

export interface IndexerOptions {
  readonly vectors: VectorIndex;
  readonly embedder: Embedder;
  /** Splits content into the passages that are embedded. */
  readonly splitIntoPassages: (content: string) => readonly { readonly start: number; readonly end: number }[];
  readonly events: Events;
  readonly logger: Logger;
  /** The time until the next try after the model failed; default 1 minute. */
  readonly retryMs?: number;
}

interface PendingMemory {
  readonly id: string;
  readonly content: string;
  readonly revision: number;
}

/** Memories embedded at a time: enough to keep the model busy while the previous ones are written. */
const BATCH_SIZE = 16;
/** Writes arrive in groups; a run waits this long for the rest of one. */
const GATHER_MS = 20;
/** Captures that follow each other have stopped when none arrives for this long. */
const QUIET_MS = 100;
/** The longest wait for that. */
const MAX_WAIT_MS = 2_000;
/** The shortest time between two progress events. */
const PROGRESS_INTERVAL_MS = 250;

/**
 * Creates the indexer, which embeds memories without vectors, a few at a time. The store knows which are pending, so no
 * work is lost when the process exits. A memory that the model rejects is skipped until the next start; after a failure
 * of the model it tries again later.
 */
export function createIndexer(options: IndexerOptions): Indexer {
  const { vectors, embedder, splitIntoPassages, events, logger, retryMs = 60_000 } = options;
  const closing = new AbortController();
  const rejected = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let isWaitingForModel = false;
  let paused = false;
  let background = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let reportedAt = 0;
  /** Memories captured so far. */
  let arrived = 0;

  function schedule(afterMs: number): void {
    if (timer !== null) {
      // A run that waits for a failed model starts at once if the model has recovered or another one was chosen.
      if (!isWaitingForModel || embedder.status().state === "failed") return;
      clearTimeout(timer);
      timer = null;
    }
    if (closing.signal.aborted || paused) return;
    isWaitingForModel = afterMs === retryMs;
    timer = setTimeout(() => {
      timer = null;
      background = new AbortController();
      void start(AbortSignal.any([closing.signal, background.signal]), () => undefined);
    }, afterMs).unref();
  }

  /** Starts a run after the current one. A failure is logged and rejects the returned promise. */
  function start(signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<void> {
    const run = running.then(() => drain(signal, onProgress));
    running = run.catch((error: unknown) => {
      if (error instanceof RecollectError && error.code === "cancelled") return;
      logger.warn("Memories could not be embedded.", { error: String(error) });
      schedule(retryMs);
    });
    return run;
  }

  async function drain(signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<void> {
    let done = 0;
    let total = 0;
    const report = (state: IndexProgress["state"], error?: ErrorBody) => {
      if (state === "running" && performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
      reportedAt = performance.now();
      events.emit("index.progress", { index: "vectors", done, total, state, error });
    };
    try {
      for (let batch = await takePending(); batch.length > 0; batch = await takePending()) {
        if (signal.aborted) throw new RecollectError("embedding_cancelled", {});
        if (total === 0) total = (await vectors.counts(embedder.fingerprint)).pending;
        const arrivedBefore = arrived;
        done += await embedBatch(batch, signal);
        total = Math.max(total, done);
        onProgress(done, total);
        report("running");
        await yieldToOthers();
        if (arrived - arrivedBefore > batch.length) await waitUntilQuiet(signal);
      }
      if (done > 0) report("finished");
    } catch (error) {
      const cancelled = error instanceof RecollectError && error.code === "cancelled";
      if (cancelled) report("cancelled");
      else report("failed", toErrorBody(error));
      throw error;
    }
  }

  /**
   * Memories arrive faster than they are embedded, so the rest is embedded afterwards in any case. Until then the model
   * leaves the processor to the captures, except for a batch now and then.
   */
  async function waitUntilQuiet(signal: AbortSignal): Promise<void> {
    const end = performance.now() + MAX_WAIT_MS;
    for (let seen = -1; seen !== arrived && performance.now() < end && !signal.aborted; ) {
      seen = arrived;
      await pause(QUIET_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** The key includes the model: another one may accept the memory. */
  const rejectionKey = ({ id, revision }: PendingMemory) => `${id} ${revision} ${embedder.fingerprint}`;

  async function takePending(): Promise<PendingMemory[]> {
    const pending = await vectors.pending(embedder.fingerprint, BATCH_SIZE + rejected.size);
    return pending.filter((memory) => !rejected.has(rejectionKey(memory)));
  }

  /** Returns the number of memories stored. @throws if the model fails or the run was cancelled */
  async function embedBatch(batch: readonly PendingMemory[], signal: AbortSignal): Promise<number> {
    const outcomes = await Promise.allSettled(batch.map((memory) => embedMemory(memory, signal)));
    outcomes.forEach((outcome, index) => {
      const memory = batch[index];
      if (outcome.status === "fulfilled" || memory === undefined) return;
      if (signal.aborted || embedder.status().state === "failed" || !isRejection(outcome.reason)) throw outcome.reason;
      rejected.add(rejectionKey(memory));
      logger.warn("A memory could not be embedded; text search still finds it.", {
        id: memory.id,
        error: String(outcome.reason),
      });
    });
    return outcomes.filter(({ status }) => status === "fulfilled").length;
  }

  async function embedMemory({ id, content, revision }: PendingMemory, signal: AbortSignal): Promise<void> {
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

  return {
    wake() {
      arrived += 1;
      schedule(GATHER_MS);
    },
    async status(scope = null) {
      const { state, model, error } = embedder.status();
      const message = error && [error.message, error.hint].filter((part) => part !== undefined).join(" ");
      return { state, model, message, ...(await vectors.counts(embedder.fingerprint, scope)) };
    },
    setPaused(next) {
      if (paused === next) return;
      paused = next;
      if (!paused) return schedule(0);
      if (timer !== null) clearTimeout(timer);
      timer = null;
      background.abort();
    },
    isPaused: () => paused,
    async rebuild(onProgress, signal) {
      paused = false;
      background.abort();
      await running;
      rejected.clear();
      await vectors.renew();
      await start(AbortSignal.any([closing.signal, signal]), onProgress);
    },
    async close() {
      closing.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

function isRejection(reason: unknown): boolean {
  return reason instanceof RecollectError && reason.code === "unavailable";
}
