import type { RequestRate, RequestRates } from "../../../../electron/core/request-log.ts";
import type { Text } from "../../../../electron/text/en.ts";
import { formatClockTime, formatDuration } from "../log/format.ts";

/** A chart's current value, the note below it, and its description for screen readers. */
export interface ChartText {
  readonly figure: string;
  readonly note: string;
  readonly description: string;
}

/** The texts of the three charts. Until the rates are known, dashes rather than zeros. */
export function describeRates(
  rates: RequestRates | undefined,
  text: Text["activity"]["rates"],
): { readonly requests: ChartText; readonly latency: ChartText; readonly errors: ChartText } {
  if (rates === undefined) {
    const unknown = { figure: text.unknown, note: "", description: text.unknownDescription };
    return { requests: unknown, latency: unknown, errors: unknown };
  }
  const { perMinute, total, errors, busiest, ...latency } = summarizeRates(rates);
  const p50 = latency.p50 === null ? null : formatDuration(latency.p50);
  const p99 = latency.p99 === null ? null : formatDuration(latency.p99);
  const most = busiest === null ? null : text.busiest(busiest.requests, formatClockTime(busiest.at).slice(0, 5));
  return {
    requests: {
      figure: text.perMinute(perMinute),
      note: text.inHour(total),
      description: text.describeRequests(perMinute, total, most),
    },
    latency: {
      figure: p50 === null ? text.quiet : text.p50(p50),
      note: p99 === null ? "" : text.p99(p99),
      description: text.describeLatency(p50, p99),
    },
    errors: {
      figure: errors === 0 ? text.none : text.inHour(errors),
      note: "",
      description: text.describeErrors(errors),
    },
  };
}

interface RateSummary {
  /** Requests in the last full minute, or in the current one if that has more. */
  readonly perMinute: number;
  readonly total: number;
  readonly errors: number;
  /** Null without requests. */
  readonly busiest: RequestRate | null;
  /** The mean of the minutes' medians in milliseconds, weighted by requests; null without requests. */
  readonly p50: number | null;
  /** The highest p99 of a minute. */
  readonly p99: number | null;
}

export function summarizeRates({ minutes }: RequestRates): RateSummary {
  let total = 0;
  let errors = 0;
  let weighted = 0;
  let measured = 0;
  let busiest: RequestRate | null = null;
  let p99: number | null = null;
  for (const minute of minutes) {
    total += minute.requests;
    errors += minute.errors;
    if (minute.p50 !== null) {
      weighted += minute.p50 * minute.requests;
      measured += minute.requests;
    }
    if (minute.p99 !== null && (p99 === null || minute.p99 > p99)) p99 = minute.p99;
    if (minute.requests > 0 && (busiest === null || minute.requests > busiest.requests)) busiest = minute;
  }
  return {
    perMinute: Math.max(minutes.at(-1)?.requests ?? 0, minutes.at(-2)?.requests ?? 0),
    total,
    errors,
    busiest,
    p50: measured === 0 ? null : weighted / measured,
    p99,
  };
}
