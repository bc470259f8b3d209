import { setImmediate as yieldToOthers } from "node:timers/promises";
import { RecollectError } from "../../core/errors.ts";
import type { Events, IndexProgress } from "../../core/events.ts";
import type { Embedder, Logger, PassageVector, VectorIndex } from "../../core/ports.ts";
import type { Indexer } from "../../core/search-engine.ts";
import { quantise } from "../vectors/quantise.ts";

export interface IndexerOptions {
  readonly vectors: VectorIndex;
  readonly embedder: Embedder;
  /** Cuts content into what is embedded as a unit. */
  readonly splitIntoPassages: (content: string) => readonly { readonly start: number; readonly end: number }[];
  readonly events: Events;
  readonly logger: Logger;
  /** After a failure of the model, the next try; default 1 minute. */
  readonly retryMs?: number;
}

interface PendingMemory {
  readonly id: string;
  readonly content: string;
  readonly revision: number;
}

/** Memories embedded at a time: enough to keep the model busy while the last ones are written. */
const BATCH = 16;
/** Writes come in groups; so long is waited for the rest of one. */
const GATHER_MS = 20;
/** Progress is told no oftener. */
const PROGRESS_MS = 250;

/**
 * Embeds what has no vectors yet, a few memories at a time. What is pending is a question to the store, so nothing is
 * lost when the process ends. A memory the model cannot take is left out until the next start; a model that fails is
 * tried again later.
 */
export function createIndexer(options: IndexerOptions): Indexer {
  const { vectors, embedder, splitIntoPassages, events, logger, retryMs = 60_000 } = options;
  const closing = new AbortController();
  const refused = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let waitsForModel = false;
  let paused = false;
  let background = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let toldAt = 0;

  function schedule(afterMs: number): void {
    if (timer !== null) {
      // What waits for a failed model goes on at once when the model recovered, or another was chosen.
      if (!waitsForModel || embedder.status().state === "failed") return;
      clearTimeout(timer);
      timer = null;
    }
    if (closing.signal.aborted || paused) return;
    waitsForModel = afterMs === retryMs;
    timer = setTimeout(() => {
      timer = null;
      background = new AbortController();
      void start(AbortSignal.any([closing.signal, background.signal]), () => undefined);
    }, afterMs).unref();
  }

  /** Queues a run behind the one under way; a failure is told and logged, and thrown to who waits for it. */
  function start(signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<void> {
    const run = running.then(() => drain(signal, onProgress));
    running = run.catch((error: unknown) => {
      if (error instanceof RecollectError && error.code === "cancelled") return;
      logger.warn("Vectors could not be brought up to date.", { error: String(error) });
      schedule(retryMs);
    });
    return run;
  }

  async function drain(signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<void> {
    let done = 0;
    let total = 0;
    const tell = (state: IndexProgress["state"], message?: string) => {
      if (state === "running" && performance.now() - toldAt < PROGRESS_MS) return;
      toldAt = performance.now();
      events.emit("index.progress", {
        index: "vectors",
        done,
        total,
        state,
        ...(message === undefined ? {} : { message }),
      });
    };
    try {
      for (let batch = await takePending(); batch.length > 0; batch = await takePending()) {
        if (signal.aborted) throw new RecollectError("cancelled", "Embedding was cancelled; what is done stays done.");
        if (total === 0) total = (await vectors.counts(embedder.fingerprint)).pending;
        done += await embedBatch(batch, signal);
        total = Math.max(total, done);
        onProgress(done, total);
        tell("running");
        await yieldToOthers();
      }
      if (done > 0) tell("finished");
    } catch (error) {
      const cancelled = error instanceof RecollectError && error.code === "cancelled";
      tell(cancelled ? "cancelled" : "failed", error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** What one model cannot take, another may. */
  const refusalOf = ({ id, revision }: PendingMemory) => `${id} ${revision} ${embedder.fingerprint}`;

  async function takePending(): Promise<PendingMemory[]> {
    const pending = await vectors.pending(embedder.fingerprint, BATCH + refused.size);
    return pending.filter((memory) => !refused.has(refusalOf(memory)));
  }

  /** Answers how many were stored. @throws where the model fails, or it was cancelled */
  async function embedBatch(batch: readonly PendingMemory[], signal: AbortSignal): Promise<number> {
    const outcomes = await Promise.allSettled(batch.map((memory) => embedMemory(memory, signal)));
    outcomes.forEach((outcome, index) => {
      const memory = batch[index];
      if (outcome.status === "fulfilled" || memory === undefined) return;
      if (signal.aborted || embedder.status().state === "failed" || !isRefusal(outcome.reason)) throw outcome.reason;
      refused.add(refusalOf(memory));
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
    // The model was exchanged meanwhile, or loaded on another runtime: the memory is still pending, and comes again.
    if (embedder.fingerprint !== fingerprint) return;
    const stored = passages.flatMap(({ start, end }, index): PassageVector[] => {
      const embedding = embedded[index];
      return embedding === undefined ? [] : [{ start, end, vector: quantise(embedding.vector) }];
    });
    await vectors.put(id, revision, fingerprint, stored);
  }

  return {
    wake: () => schedule(GATHER_MS),
    async status() {
      return { ...embedder.status(), ...(await vectors.counts(embedder.fingerprint)) };
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
      refused.clear();
      await vectors.clear();
      await start(AbortSignal.any([closing.signal, signal]), onProgress);
    },
    async close() {
      closing.abort();
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

function isRefusal(reason: unknown): boolean {
  return reason instanceof RecollectError && reason.code === "unavailable";
}
