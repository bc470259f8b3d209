import type { Clock } from "../core/ports.ts";
import type { TokenRow } from "../core/tokens.ts";

/** Timers are limited to 31 bits and stop while the machine sleeps, so a long wait is split. */
const MAX_WAIT_MS = 60_000;

/** Reports when tokens expire: a client that only listens on a stream makes no request that could be refused. */
export class ExpiryWatch {
  readonly #clock: Clock;
  readonly #onExpired: (id: string) => void;
  /** The expiry of each valid token, in milliseconds since 1970. */
  readonly #expiries = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;

  /** @param onExpired called once each time a token expires */
  constructor(clock: Clock, onExpired: (id: string) => void) {
    this.#clock = clock;
    this.#onExpired = onExpired;
  }

  /** Watches rows. A row that is already watched is updated. */
  watch(rows: readonly TokenRow[]): void {
    for (const { id, expiresAt, revokedAt } of rows) {
      if (revokedAt === null && expiresAt !== null && expiresAt > this.#clock.now()) this.#expiries.set(id, expiresAt);
      else this.#expiries.delete(id);
    }
    this.#schedule();
  }

  close(): void {
    this.#expiries.clear();
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#expiries.size === 0) return;
    const wait = Math.max(0, Math.min(...this.#expiries.values()) - this.#clock.now());
    this.#timer = setTimeout(() => this.#report(), Math.min(wait, MAX_WAIT_MS)).unref();
  }

  #report(): void {
    for (const [id, expiresAt] of [...this.#expiries]) {
      if (expiresAt > this.#clock.now()) continue;
      this.#expiries.delete(id);
      this.#onExpired(id);
    }
    this.#schedule();
  }
}
