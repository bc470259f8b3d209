import type { ClientRates, RateSpan, RequestRate, RequestRates } from "../core/request-log.ts";
import type { LogDatabase } from "./log-file.ts";

const MINUTE = 60_000;

/** What is turned away is counted and not timed: nothing was done for it. */
const isTimed = ({ refused }: RateRow) => refused === 0;

/** Streams last as long as someone listens; their duration says nothing of speed. */
const RATE_QUERY = `
  SELECT at / ${MINUTE} AS minute, duration_ms AS durationMs, outcome = 'error' AS failed, client_name AS client,
    refusal IS NOT NULL AS refused, requests
  FROM request
  WHERE at >= ? AND at < ? AND direction = 'received' AND (method IS NULL AND refusal IS NOT NULL
      OR method NOT IN ('subscriptions/listen', 'GET /mcp'))`;

interface RateRow {
  readonly minute: number;
  readonly durationMs: number;
  readonly failed: 0 | 1;
  readonly client: string | null;
  readonly refused: 0 | 1;
  /** How many requests the row stands for. */
  readonly requests: number;
}

/** Answers the last minutes, the one under way included, in steps that end with it. */
export function createRateQuery(database: LogDatabase): (span: RateSpan, now: number) => RequestRates {
  const select = database.prepare<[number, number], RateRow>(RATE_QUERY);
  return ({ minutes, stepMinutes = 1, byClient = false }, now) => {
    const end = Math.floor(now / MINUTE) + 1;
    const steps = Math.ceil(minutes / stepMinutes);
    const first = end - steps * stepMinutes;
    const rows = select.all(first * MINUTE, end * MINUTE);
    const ratesOf = (some: readonly RateRow[]): RequestRate[] => {
      const byStep = grouped(some, ({ minute }) => Math.floor((minute - first) / stepMinutes));
      return Array.from({ length: steps }, (_, step) => ({
        at: new Date((first + step * stepMinutes) * MINUTE).toISOString(),
        ...figuresOf(byStep.get(step) ?? []),
      }));
    };
    if (!byClient) return { minutes: ratesOf(rows) };
    const clients: ClientRates[] = [...grouped(rows, ({ client }) => client)].map(([client, own]) => ({
      client,
      minutes: ratesOf(own),
      ...figuresOf(own),
    }));
    return { minutes: ratesOf(rows), clients: clients.sort((a, b) => b.requests - a.requests) };
  };
}

function grouped<Key>(rows: readonly RateRow[], keyOf: (row: RateRow) => Key): Map<Key, RateRow[]> {
  const groups = new Map<Key, RateRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

function figuresOf(rows: readonly RateRow[]): Omit<RequestRate, "at"> {
  const durations = rows
    .filter(isTimed)
    .map((row) => row.durationMs)
    .sort((a, b) => a - b);
  return {
    requests: rows.reduce((sum, row) => sum + row.requests, 0),
    errors: rows.reduce((sum, row) => sum + row.failed * row.requests, 0),
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
  };
}

/** Nearest rank: the smallest value that at least this share does not exceed. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
