import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { RecollectError } from "../core/errors.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { Logger } from "../core/ports.ts";
import type { AggregateAnswer, AggregateRequest, AggregateThreadData } from "./aggregate-messages.ts";
import type { AggregateName, AggregateOf } from "./aggregates.ts";

export interface AggregateThreadOptions {
  /** Where `aggregate-worker.ts`, or its bundle, is. */
  readonly workerUrl: URL;
  /** The database file. */
  readonly path: string;
  readonly logger: Logger;
  /** It ends after so long without a question, and gives back its memory; default one minute. */
  readonly idleMs?: number;
  /** After a failure the next try comes no sooner, and questions are refused until then; default one minute. */
  readonly retryMs?: number;
}

export interface AggregateThread {
  /** @throws storage; unavailable where the thread cannot run or ends before it answers */
  ask<Name extends AggregateName>(name: Name, filter: MemoryFilter): Promise<AggregateOf<Name>>;
  /** Lets it answer what was asked and close its database. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Asks a thread of its own, which is started at the first question and ends when none came for a while. */
export function createAggregateThread(options: AggregateThreadOptions): AggregateThread {
  const { workerUrl, path, logger, idleMs = 60_000, retryMs = 60_000 } = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | null = null;
  let asked = 0;
  let failedAt = Number.NEGATIVE_INFINITY;
  let closed = false;

  const send = (to: Worker, request: AggregateRequest) => to.postMessage(request);

  function start(): Worker {
    const data: AggregateThreadData = { path };
    const started = new Worker(workerUrl, { workerData: data });
    started.on("message", receive);
    started.on("error", (error) => {
      failedAt = performance.now();
      logger.warn("The thread that counts memories ended.", { error: String(error) });
    });
    started.on("exit", () => {
      if (worker !== started) return;
      worker = null;
      for (const { reject } of waiting.values()) reject(unavailable());
      waiting.clear();
    });
    return started;
  }

  function receive(answer: AggregateAnswer): void {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("value" in answer) asker?.resolve(answer.value);
    else asker?.reject(new RecollectError(answer.error.code, answer.error.message, answer.error));
    if (waiting.size > 0) return;
    worker?.unref();
    idleTimer = setTimeout(() => void end(), idleMs).unref();
  }

  async function end(): Promise<void> {
    if (idleTimer !== null) clearTimeout(idleTimer);
    const ending = worker;
    if (ending === null) return;
    if (waiting.size === 0) worker = null;
    const ended = once(ending, "exit");
    ending.ref();
    send(ending, "end");
    await ended;
    logger.debug("The thread that counts memories was let go.");
  }

  return {
    ask<Name extends AggregateName>(name: Name, filter: MemoryFilter) {
      if (closed || performance.now() - failedAt < retryMs) return Promise.reject(unavailable());
      if (idleTimer !== null) clearTimeout(idleTimer);
      worker ??= start();
      worker.ref();
      const id = ++asked;
      return new Promise<AggregateOf<Name>>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
        if (worker !== null) send(worker, { id, name, filter });
      });
    },
    async close() {
      closed = true;
      await end();
    },
  };
}

function unavailable(): RecollectError {
  return new RecollectError("unavailable", "Recollect is stopping, or its memories cannot be counted now.", {
    hint: "Try again in a moment.",
  });
}
