import type { RequestRates } from "../../../../electron/ipc/contract.ts";

type Minute = RequestRates["minutes"][number];

/** What the strip above the log says in figures. */
export interface RateFigures {
  /** Requests in the last full minute, or in the running one where it is already ahead. */
  readonly now: number;
  readonly total: number;
  readonly errors: number;
  /** The busiest minute; null where nothing was asked. */
  readonly busiest: Minute | null;
  /** Latency over the whole span in milliseconds, weighted by requests; null where nothing was asked. */
  readonly p50: number | null;
  /** The worst minute's p99. */
  readonly p99: number | null;
}

export function figuresOf(rates: RequestRates): RateFigures {
  const minutes = rates.minutes;
  const running = minutes.at(-1)?.requests ?? 0;
  let total = 0;
  let errors = 0;
  let weighted = 0;
  let measured = 0;
  let busiest: Minute | null = null;
  let p99: number | null = null;
  for (const minute of minutes) {
    total += minute.requests;
    errors += minute.errors;
    if (minute.p50 !== null) {
      weighted += minute.p50 * minute.requests;
      measured += minute.requests;
    }
    if (minute.p99 !== null && (p99 === null || minute.p99 > p99)) {
      p99 = minute.p99;
    }
    if (minute.requests > 0 && (busiest === null || minute.requests > busiest.requests)) {
      busiest = minute;
    }
  }
  return {
    now: Math.max(running, minutes.at(-2)?.requests ?? 0),
    total,
    errors,
    busiest,
    p50: measured === 0 ? null : weighted / measured,
    p99,
  };
}
