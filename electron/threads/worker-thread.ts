import { Worker } from "node:worker_threads";
import { RecollectError } from "../core/errors.ts";
import type { Logger } from "../core/ports.ts";
import { END, type ThreadAnswer, type ThreadMethods, type ThreadRequest } from "./messages.ts";

export interface WorkerThreadOptions {
  /** Where the thread's program, or its bundle, is. */
  readonly workerUrl: URL;
  /** What it is started with, asked at each start. */
  data(): unknown;
  /** What it does, for the log file: `counts memories`. */
  readonly does: string;
  /** What is said to those who ask while it cannot answer, with code `unavailable`. */
  unavailable(): RecollectError;
  readonly logger: Logger;
  /** It ends after so long without a question, and gives back its memory; default one minute. */
  readonly idleMs?: number;
  /**
   * After its first failure, its second and so on, the next start comes no sooner, and questions are refused until then;
   * the last holds for all that follow. Ten minutes without a failure, and it counts anew. Default: one minute.
   */
  readonly pausesMs?: readonly number[];
}

/** A thread of its own, which is started at the first question and ends when none came for a while. */
export interface WorkerThread<Methods> {
  /** @throws what the method throws; unavailable where the thread cannot run or ends before it answers */
  ask<Name extends keyof Methods & string>(
    name: Name,
    ...args: ArgumentsOf<Methods[Name]>
  ): Promise<AnswerOf<Methods[Name]>>;
  /** How long it refuses questions yet, in milliseconds; 0: it does not. */
  refusesForMs(): number;
  /** Lets it answer what was asked and close what it holds. */
  close(): Promise<void>;
}

type ArgumentsOf<Method> = Method extends (...args: infer Args) => unknown ? Args : never;
type AnswerOf<Method> = Method extends (...args: never[]) => infer Answer ? Awaited<Answer> : never;

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

const ONE_MINUTE = 60_000;
const FORGIVEN_AFTER_MS = 10 * ONE_MINUTE;
/** Its garbage is short-lived and small: a small young generation keeps less resident. */
const LIMITS = { maxYoungGenerationSizeMb: 2 };

export function createWorkerThread<Methods extends ThreadMethods<Methods>>(
  options: WorkerThreadOptions,
): WorkerThread<Methods> {
  const { workerUrl, data, does, unavailable, logger, idleMs = ONE_MINUTE, pausesMs = [ONE_MINUTE] } = options;
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let ending = Promise.resolve();
  let idleTimer: NodeJS.Timeout | null = null;
  let asked = 0;
  let failures = 0;
  let failedAt = 0;
  let refusedUntil = 0;
  let closed = false;

  const send = (to: Worker, request: ThreadRequest) => to.postMessage(request);

  function start(): Worker {
    const started = new Worker(workerUrl, { workerData: data(), resourceLimits: LIMITS });
    let reason = "It ended by itself.";
    started.on("message", receive);
    started.on("error", (error) => {
      reason = String(error);
    });
    started.on("exit", () => {
      if (worker !== started) return;
      worker = null;
      if (!closed) noteFailure(reason);
      const unanswered = [...waiting.values()];
      waiting.clear();
      for (const { reject } of unanswered) reject(unavailable());
    });
    return started;
  }

  function noteFailure(reason: string): void {
    const now = performance.now();
    if (now - failedAt > FORGIVEN_AFTER_MS) failures = 0;
    failedAt = now;
    refusedUntil = now + (pausesMs[Math.min(failures, pausesMs.length - 1)] ?? ONE_MINUTE);
    failures += 1;
    logger.warn(`The thread that ${does} ended.`, { error: reason });
  }

  function receive(answer: ThreadAnswer): void {
    if ("level" in answer) {
      logger[answer.level](answer.message, answer.fields);
      return;
    }
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("value" in answer) asker?.resolve(answer.value as never);
    else if ("error" in answer)
      asker?.reject(new RecollectError(answer.error.code, answer.error.message, answer.error));
    else asker?.reject(new Error(answer.defect));
    if (waiting.size > 0) return;
    worker?.unref();
    idleTimer = setTimeout(() => void end(), idleMs).unref();
  }

  /** Resolved when the thread is gone, also one that was let go before. */
  function end(): Promise<void> {
    if (idleTimer !== null) clearTimeout(idleTimer);
    const last = worker;
    if (last === null) return ending;
    if (waiting.size === 0) worker = null;
    last.ref();
    send(last, END);
    ending = new Promise((resolve) => last.once("exit", () => resolve()));
    return ending.then(() => logger.debug(`The thread that ${does} was let go.`));
  }

  const refusesForMs = () => Math.max(0, refusedUntil - performance.now());

  return {
    async ask(name, ...args) {
      if (closed || refusesForMs() > 0) throw unavailable();
      if (idleTimer !== null) clearTimeout(idleTimer);
      worker ??= start();
      asked += 1;
      const id = asked;
      send(worker, { id, name, args });
      worker.ref();
      return await new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    refusesForMs,
    async close() {
      closed = true;
      await end();
    },
  };
}
