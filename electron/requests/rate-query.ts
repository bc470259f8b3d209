import type { RequestRate, RequestRates } from "../core/request-log.ts";
import type { LogDatabase } from "./log-file.ts";

const MINUTE = 60_000;

/** Streams last as long as someone listens; their duration says nothing of speed. */
const RATE_QUERY = `
  SELECT at / ${MINUTE} AS minute, duration_ms AS durationMs, outcome = 'error' AS failed FROM request
  WHERE at >= ? AND at < ? AND direction = 'received' AND method IS NOT NULL
    AND method NOT IN ('subscriptions/listen', 'GET /mcp')`;

interface RateRow {
  readonly minute: number;
  readonly durationMs: number;
  readonly failed: 0 | 1;
}

/** Answers the last `minutes` minutes, the one under way included. */
export function createRateQuery(database: LogDatabase): (minutes: number, now: number) => RequestRates {
  const select = database.prepare<[number, number], RateRow>(RATE_QUERY);
  return (minutes, now) => {
    const current = Math.floor(now / MINUTE);
    const first = current - minutes + 1;
    const byMinute = new Map<number, RateRow[]>();
    for (const row of select.iterate(first * MINUTE, (current + 1) * MINUTE)) {
      const rows = byMinute.get(row.minute);
      if (rows === undefined) byMinute.set(row.minute, [row]);
      else rows.push(row);
    }
    return {
      minutes: Array.from({ length: minutes }, (_, index) => toRate(first + index, byMinute.get(first + index) ?? [])),
    };
  };
}

function toRate(minute: number, rows: readonly RateRow[]): RequestRate {
  const durations = rows.map((row) => row.durationMs).sort((a, b) => a - b);
  return {
    at: new Date(minute * MINUTE).toISOString(),
    requests: rows.length,
    errors: rows.reduce((sum, row) => sum + row.failed, 0),
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
  };
}

/** Nearest rank: the smallest value that at least this share does not exceed. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
