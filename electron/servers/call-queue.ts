/** The queue is full. */
export class QueueFull extends Error {}

/**
 * Runs a limited number of calls of one server at the same time. Further calls wait in order, up to a maximum, so that a
 * server that does not respond holds only its own callers, and a bounded number of them.
 */
export class CallQueue {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  /** Calls that run or wait. */
  get size(): number {
    return this.#running + this.#waiting.length;
  }

  /** @throws QueueFull, or the signal's reason if it is aborted while the call waits */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      // A waiting call takes over the place.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new QueueFull();
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      this.#waiting.push(start);
      signal.addEventListener("abort", abort, { once: true });
    });
  }
}
