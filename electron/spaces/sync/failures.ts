import type { Clock } from "../../core/ports.ts";
import { type ErrorBody, RecollectError, toErrorBody } from "../../text/errors.ts";

/** What ends only when the owner does something. */
const STOPPING_REASONS = new Set([
  "space_carrier_unknown",
  "space_newer",
  "space_tls_failed",
  "space_tls_required",
  "space_address_invalid",
  "space_database_unknown",
  "space_encryption_differs",
  "keychain_lost",
]);
/** Another installation has the identity of this one: its data folder is a copy, or was restored. */
const REUSED_REASONS = new Set(["device_reused", "space_sequence_reused"]);

/** `renew`: this device needs another identity; `stop`: until the owner acts; `wait`: try again later. */
export type FailureAction = "renew" | "stop" | "wait";

export function actionAfter(error: unknown): FailureAction {
  const reason = reasonOf(error);
  if (REUSED_REASONS.has(reason)) return "renew";
  if (error instanceof RecollectError && error.code === "permission_denied") return "stop";
  return STOPPING_REASONS.has(reason) ? "stop" : "wait";
}

export function reasonOf(error: unknown): string {
  return error instanceof RecollectError ? String(error.details?.reason ?? "") : "";
}

/** A sequence in the details of an error; null if it has none. */
export function numberIn(error: unknown, name: "expected" | "sequence"): number | null {
  const value = error instanceof RecollectError ? error.details?.[name] : null;
  return typeof value === "number" && value >= 1 ? value : null;
}

const FIRST_DELAY_MS = 1_000;

/** Why a space is not synchronised. */
interface SyncFailure {
  readonly body: ErrorBody;
  /** When it is tried again, in milliseconds since 1970; null if only after an action of the owner. */
  readonly retryAt: number | null;
}

/** The last failure of a space, and the timer of the next attempt. */
export class Retry {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  #failure: SyncFailure | null = null;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;

  /** @param onDue called when the failure is over, and the next attempt is due */
  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Null if an attempt may start. */
  get failure(): SyncFailure | null {
    return this.#failure;
  }

  /** Records a failure that only the owner can end. */
  stop(error: unknown): void {
    this.#failures += 1;
    this.#failure = { body: toErrorBody(error), retryAt: null };
  }

  /**
   * Records a failure, and tries again later. The delay doubles with each failure up to a maximum, and is random, so
   * that many devices do not reconnect at the same time.
   */
  later(error: unknown, maxDelayMs: number): void {
    const limit = Math.min(maxDelayMs, FIRST_DELAY_MS * 2 ** this.#failures);
    const delay = Math.round(limit * (0.5 + Math.random() / 2));
    this.#failures += 1;
    this.#failure = { body: toErrorBody(error), retryAt: this.#clock.now() + delay };
    this.#timer = setTimeout(() => {
      this.clear();
      this.#onDue();
    }, delay).unref();
  }

  /** Ends the failure. The delays continue to grow until {@link reset}. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#failure = null;
  }

  /** An attempt succeeded: the delays start with the shortest one. */
  reset(): void {
    this.#failures = 0;
  }
}
