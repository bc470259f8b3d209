// Not comlink or tinypool: the thread exits when idle and restarts with a back-off (ADR 0013, ADR 0014).

import { Worker } from "node:worker_threads";
import type { Logger } from "../core/ports.ts";
import { OpenItems } from "../core/util/open-items.ts";
import { RecollectError } from "../text/errors.ts";
import { EXIT, type ThreadMessage, type ThreadMethods, type ThreadRequest } from "./messages.ts";

export interface WorkerThreadOptions {
  /** The worker's program, or its bundle. */
  readonly workerUrl: URL;
  /** Returns the worker's `workerData`; called at each start. */
  workerData(): unknown;
  /** Name for the log file, for example `aggregates`. */
  readonly name: string;
  /** The error for calls that the thread cannot run, with code `unavailable`. */
  unavailable(): RecollectError;
  readonly logger: Logger;
  /** The thread exits after this time without a call and so frees its memory. Half a minute by default. */
  readonly idleTimeoutMs?: number;
  /**
   * The wait before a restart after the first failure, the second, and so on; the last applies to all further failures.
   * Calls are rejected during the wait. After ten minutes without a failure, the count starts again. One minute by
   * default.
   */
  readonly restartDelaysMs?: readonly number[];
  /**
   * The thread fails when it needs more memory than this, and the process continues. The process's limit by default.
   */
  readonly maximumHeapMiB?: number;
}

type ArgumentsOf<Method> = Method extends (...args: infer Args) => unknown ? Args : never;
type ResultOf<Method> = Method extends (...args: never[]) => infer Result ? Awaited<Result> : never;

interface PendingCall {
  readonly id: number;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

const MINUTE_MS = 60_000;
/** A thread ends before an idle application releases its memory, so that the thread's memory is returned as well. */
const IDLE_TIMEOUT_MS = 30_000;
const FAILURE_MEMORY_MS = 10 * MINUTE_MS;
/** The threads' garbage is short-lived and small: a small young generation keeps less memory resident. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 2 };

/** A worker thread that starts at the first call and exits when idle. */
export class WorkerThread<Methods extends ThreadMethods<Methods>> {
  readonly #options: WorkerThreadOptions;
  readonly #pending = new OpenItems<PendingCall>();
  #worker: Worker | null = null;
  #exited: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #failures = 0;
  #failedAt = 0;
  #rejectedUntil = 0;
  #closed = false;

  constructor(options: WorkerThreadOptions) {
    this.#options = options;
  }

  /** @throws the method's error; unavailable if the thread cannot run or exits before the call is finished */
  async call<Name extends keyof Methods & string>(
    name: Name,
    ...args: ArgumentsOf<Methods[Name]>
  ): Promise<ResultOf<Methods[Name]>> {
    if (this.#closed || this.retryAfterMs() > 0) throw this.#options.unavailable();
    clearTimeout(this.#idleTimer);
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    this.#worker.postMessage({ id, name, args } satisfies ThreadRequest);
    this.#worker.ref();
    return await new Promise((resolve, reject) => this.#pending.add({ id, resolve, reject }));
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** How long calls are still rejected after a failure, in milliseconds; 0 if they are not. */
  retryAfterMs(): number {
    return Math.max(0, this.#rejectedUntil - performance.now());
  }

  /** Finishes the pending calls and ends the thread. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  /**
   * Ends the thread immediately, even if it is stuck in a call. Pending and later calls are rejected as
   * unavailable. Native code, such as a query of SQLite, still runs to its end, and does not delay the process's exit.
   */
  terminate(): void {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    this.#worker?.unref();
    void this.#worker?.terminate();
    this.#worker = null;
    this.#rejectPending();
  }

  #start(): Worker {
    const { workerUrl, workerData, maximumHeapMiB } = this.#options;
    const resourceLimits = { ...RESOURCE_LIMITS, maxOldGenerationSizeMb: maximumHeapMiB };
    const worker = new Worker(workerUrl, { workerData: workerData(), resourceLimits });
    let reason = "It exited.";
    worker.on("message", (message: ThreadMessage) => this.#receive(message));
    worker.on("error", (error) => {
      reason = String(error);
    });
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      if (!this.#closed) this.#recordFailure(reason);
      this.#rejectPending();
    });
    return worker;
  }

  #rejectPending(): void {
    for (const { reject } of this.#pending.take()) reject(this.#options.unavailable());
  }

  #recordFailure(reason: string): void {
    const { logger, name, restartDelaysMs = [MINUTE_MS] } = this.#options;
    const now = performance.now();
    if (now - this.#failedAt > FAILURE_MEMORY_MS) this.#failures = 0;
    this.#failedAt = now;
    const delay = restartDelaysMs[Math.min(this.#failures, restartDelaysMs.length - 1)] ?? MINUTE_MS;
    this.#rejectedUntil = now + delay;
    this.#failures += 1;
    logger.warn(`The worker thread for ${name} failed.`, { error: reason });
  }

  #receive(message: ThreadMessage): void {
    const { logger, idleTimeoutMs = IDLE_TIMEOUT_MS } = this.#options;
    if ("level" in message) {
      logger[message.level](message.message, message.fields);
      return;
    }
    const call = this.#pending.find(({ id }) => id === message.id);
    if (call !== undefined) this.#pending.delete(call);
    if ("value" in message) call?.resolve(message.value as never);
    else if ("error" in message) call?.reject(RecollectError.fromBody(message.error));
    else call?.reject(new Error(message.defect));
    if (this.#pending.size > 0) return;
    this.#worker?.unref();
    this.#idleTimer = setTimeout(() => void this.#end(), idleTimeoutMs).unref();
  }

  /** Resolves when the thread has exited, even if it was ended before. */
  async #end(): Promise<void> {
    const { logger, name } = this.#options;
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    if (worker !== null) {
      if (this.#pending.size === 0) this.#worker = null;
      worker.ref();
      this.#exited = new Promise((resolve) => worker.once("exit", resolve));
      worker.postMessage(EXIT satisfies ThreadRequest);
    }
    await this.#exited;
    if (worker !== null) logger.debug(`The worker thread for ${name} was ended.`);
  }
}
