/** Aborts a call that takes too long, not counting the time that it waits for its client. */
export class CallTimer {
  readonly #timeoutMs: number;
  readonly #expired = new AbortController();
  /** The rest of the maximum duration. */
  #leftMs: number;
  #timer: NodeJS.Timeout | null = null;
  #startedAt = 0;
  #pauses = 0;
  #pausedAt = 0;
  #pausedMs = 0;

  /** @param timeoutMs without a response or progress @param maxMs in all */
  constructor(timeoutMs: number, maxMs: number) {
    this.#timeoutMs = timeoutMs;
    this.#leftMs = maxMs;
    this.#start();
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#expired.signal;
  }

  /** The time for which the call waited for its client. */
  get pausedMs(): number {
    return this.#pausedMs + (this.#pauses > 0 ? performance.now() - this.#pausedAt : 0);
  }

  /** The server reported progress. */
  restart(): void {
    if (this.#pauses > 0) return;
    this.stop();
    this.#start();
  }

  /** @returns a function that ends the pause */
  pause(): () => void {
    if (this.#pauses === 0) {
      this.stop();
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

  stop(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#leftMs -= performance.now() - this.#startedAt;
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.#expired.abort(), Math.max(0, Math.min(this.#timeoutMs, this.#leftMs)));
  }
}
