import type { ServerLimits } from "./limits.ts";

/** Too many calls wait. */
export class QueueFull extends Error {}

/** The requests of all running and waiting calls are too large together. */
export class RequestsTooLarge extends Error {}

interface QueuedCall {
  readonly signal: AbortSignal;
  /** The client of the call. */
  readonly key: string;
  /** The size of its request. */
  readonly bytes: number;
}

/** The place of a call among the running ones. */
export interface CallPlace {
  /**
   * Frees the place while the call waits for its client, which can take minutes.
   * @returns a function that resolves when the call has a place again
   */
  pause(): () => Promise<void>;
}

interface WaitingCall {
  readonly key: string;
  start(): void;
}

/**
 * Runs a limited number of calls of one server at the same time. Further calls wait in order, up to a maximum of calls
 * and of bytes, so that a server that does not respond holds only its own callers, a bounded number of them, and
 * bounded memory.
 */
export class CallQueue {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #maxBytes: number;
  readonly #waiting: WaitingCall[] = [];
  /** The number of running calls by the key of their client. */
  readonly #running = new Map<string, number>();
  #runningCalls = 0;
  #size = 0;
  #bytes = 0;
  /** Whether calls of different clients run one after the other. Further calls of the current client do not wait. */
  isExclusive = false;

  constructor(limits: Pick<ServerLimits, "callsAtOnce" | "maxWaitingCalls" | "maxRequestBytes">) {
    this.#atOnce = limits.callsAtOnce;
    this.#maxWaiting = limits.maxWaitingCalls;
    this.#maxBytes = limits.maxRequestBytes;
  }

  /** Calls that run, wait or are paused. */
  get size(): number {
    return this.#size;
  }

  /** @throws QueueFull, RequestsTooLarge, or the signal's reason if it is aborted while the call waits */
  async run<Result>(call: QueuedCall, work: (place: CallPlace) => Promise<Result>): Promise<Result> {
    call.signal.throwIfAborted();
    // A single call is always admitted: the HTTP server limits the size of a request.
    if (this.#bytes > 0 && this.#bytes + call.bytes > this.#maxBytes) throw new RequestsTooLarge();
    this.#bytes += call.bytes;
    try {
      return await this.#runInTurn(call, work);
    } finally {
      this.#bytes -= call.bytes;
    }
  }

  async #runInTurn<Result>({ signal, key }: QueuedCall, work: (place: CallPlace) => Promise<Result>): Promise<Result> {
    if (!this.#hasRoom(key)) {
      if (this.#waiting.length >= this.#maxWaiting) throw new QueueFull();
      await this.#wait(signal, key, false);
    } else this.#enter(key);
    this.#size += 1;
    let isInside = true;
    let isDone = false;
    let pauses = 0;
    const leave = () => {
      if (isInside) this.#leave(key);
      isInside = false;
    };
    const pause = () => {
      pauses += 1;
      leave();
      return async () => {
        pauses -= 1;
        if (pauses > 0 || isInside || isDone) return;
        if (this.#hasRoom(key)) this.#enter(key);
        else await this.#wait(signal, key, true);
        isInside = true;
        if (isDone || pauses > 0) leave();
      };
    };
    try {
      return await work({ pause });
    } finally {
      isDone = true;
      this.#size -= 1;
      leave();
    }
  }

  #hasRoom(key: string): boolean {
    if (this.#runningCalls >= this.#atOnce) return false;
    return !this.isExclusive || this.#runningCalls === 0 || this.#running.has(key);
  }

  #enter(key: string): void {
    this.#runningCalls += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #leave(key: string): void {
    this.#runningCalls -= 1;
    const calls = (this.#running.get(key) ?? 1) - 1;
    if (calls === 0) this.#running.delete(key);
    else this.#running.set(key, calls);
    for (const next of [...this.#waiting]) {
      if (!this.#hasRoom(next.key)) continue;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#enter(next.key);
      next.start();
    }
  }

  /** @param isFirst whether the call is a paused one, which precedes calls that have not started */
  #wait(signal: AbortSignal, key: string, isFirst: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const call = { key, start };
      const abort = () => {
        const position = this.#waiting.indexOf(call);
        if (position !== -1) this.#waiting.splice(position, 1);
        reject(signal.reason);
      };
      if (isFirst) this.#waiting.unshift(call);
      else this.#waiting.push(call);
      signal.addEventListener("abort", abort, { once: true });
    });
  }
}

/** Aborts a call that its caller cancels or that takes too long, not counting the time that it waits for its client. */
export class CallTimer {
  readonly #timeoutMs: number;
  readonly #caller: AbortSignal;
  // `AbortSignal.any` takes ten times as long as a listener.
  readonly #call = new AbortController();
  readonly #onCancel = (): void => this.#call.abort(this.#caller.reason);
  #isExpired = false;
  /** The rest of the maximum duration. */
  #leftMs: number;
  #timer: NodeJS.Timeout | null = null;
  #startedAt = 0;
  #pauses = 0;
  #pausedAt = 0;
  #pausedMs = 0;

  /** @param timeoutMs without a response or progress @param maxMs in all @param caller aborted when it cancels */
  constructor(timeoutMs: number, maxMs: number, caller: AbortSignal) {
    this.#timeoutMs = timeoutMs;
    this.#leftMs = maxMs;
    this.#caller = caller;
    if (caller.aborted) this.#onCancel();
    caller.addEventListener("abort", this.#onCancel, { once: true });
    this.#start();
  }

  /** Aborted when the caller cancels or the time is over. */
  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get isExpired(): boolean {
    return this.#isExpired;
  }

  /** The time for which the call waited for its client. */
  get pausedMs(): number {
    return this.#pausedMs + (this.#pauses > 0 ? performance.now() - this.#pausedAt : 0);
  }

  /** The server reported progress. */
  restart(): void {
    if (this.#pauses > 0) return;
    this.#stop();
    this.#start();
  }

  /** Ends the timer with its call. */
  close(): void {
    this.#caller.removeEventListener("abort", this.#onCancel);
    this.#stop();
  }

  /** @returns a function that ends the pause */
  pause(): () => void {
    if (this.#pauses === 0) {
      this.#stop();
      this.#pausedAt = performance.now();
    }
    this.#pauses += 1;
    return () => {
      this.#pauses -= 1;
      if (this.#pauses > 0) return;
      this.#pausedMs += performance.now() - this.#pausedAt;
      this.#start();
    };
  }

  #stop(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#leftMs -= performance.now() - this.#startedAt;
  }

  #start(): void {
    this.#startedAt = performance.now();
    const expire = () => {
      this.#isExpired = true;
      this.#call.abort();
    };
    this.#timer = setTimeout(expire, Math.max(0, Math.min(this.#timeoutMs, this.#leftMs)));
  }
}

/** Returns a listener to progress that also restarts the timer of the call. */
export function withRestart<Progress>(
  timer: CallTimer,
  onprogress: (progress: Progress) => void,
): (progress: Progress) => void {
  return (progress) => {
    timer.restart();
    onprogress(progress);
  };
}

/** Pauses the timer of a call and frees its place. @returns a function that continues the call */
export function pauseAll(timer: CallTimer, place: CallPlace): () => Promise<void> {
  const startTimer = timer.pause();
  const takePlace = place.pause();
  return async () => {
    await takePlace();
    startTimer();
  };
}
