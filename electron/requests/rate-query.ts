import type { ClientRates, RateSpan, RequestRate, RequestRates } from "../core/request-log.ts";
import type { LogDatabase } from "./log-file.ts";

const MINUTE = 60_000;

/**
 * Streams last as long as someone listens; their duration says nothing of speed. What is turned away is counted and has
 * none: nothing was done for it.
 */
const RATE_QUERY = `
  SELECT at / ${MINUTE}, iif(refusal IS NULL, duration_ms, NULL), iif(outcome = 'error', requests, 0), requests, client_name
  FROM request
  WHERE at >= ? AND at < ? AND direction = 'received' AND (method IS NULL AND refusal IS NOT NULL
      OR method NOT IN ('subscriptions/listen', 'GET /mcp'))`;

/** Minute since 1970, milliseconds or null, failed requests, requests, client. */
type RateRow = readonly [number, number | null, number, number, string | null];

/** What is added up for one stretch of time, of one client or of all. */
interface Sum {
  requests: number;
  errors: number;
  readonly durations: number[];
}

/** Answers the last minutes, the one under way included, in steps that end with it. */
export function createRateQuery(database: LogDatabase): (span: RateSpan, now: number) => RequestRates {
  // Tens of thousands of rows: as lists they take half the time of objects.
  const select = database.prepare<[number, number], RateRow>(RATE_QUERY).raw();
  return ({ minutes, stepMinutes = 1, byClient = false }, now) => {
    const end = Math.floor(now / MINUTE) + 1;
    const steps = Math.ceil(minutes / stepMinutes);
    const first = end - steps * stepMinutes;
    const newSums = () => Array.from({ length: steps }, newSum);
    const total = newSums();
    const ofClients = new Map<string | null, Sum[]>();
    for (const [minute, durationMs, errors, requests, client] of select.all(first * MINUTE, end * MINUTE)) {
      const step = Math.floor((minute - first) / stepMinutes);
      add(total[step], durationMs, errors, requests);
      if (!byClient) continue;
      let own = ofClients.get(client);
      if (own === undefined) {
        own = newSums();
        ofClients.set(client, own);
      }
      add(own[step], durationMs, errors, requests);
    }
    const ratesOf = (sums: readonly Sum[]): RequestRate[] =>
      sums.map((sum, step) => ({
        at: new Date((first + step * stepMinutes) * MINUTE).toISOString(),
        ...figuresOf(sum),
      }));
    if (!byClient) return { minutes: ratesOf(total) };
    const clients: ClientRates[] = [...ofClients].map(([client, sums]) => ({
      client,
      minutes: ratesOf(sums),
      ...figuresOf(together(sums)),
    }));
    return { minutes: ratesOf(total), clients: clients.sort((a, b) => b.requests - a.requests) };
  };
}

function newSum(): Sum {
  return { requests: 0, errors: 0, durations: [] };
}

function add(sum: Sum | undefined, durationMs: number | null, errors: number, requests: number): void {
  if (sum === undefined) return;
  sum.requests += requests;
  sum.errors += errors;
  if (durationMs !== null) sum.durations.push(durationMs);
}

function together(sums: readonly Sum[]): Sum {
  return {
    requests: sums.reduce((all, { requests }) => all + requests, 0),
    errors: sums.reduce((all, { errors }) => all + errors, 0),
    durations: sums.flatMap(({ durations }) => durations),
  };
}

function figuresOf({ requests, errors, durations }: Sum): Omit<RequestRate, "at"> {
  // Typed arrays are sorted as numbers, without a call for each pair.
  const sorted = Float64Array.from(durations).sort();
  return { requests, errors, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** Nearest rank: the smallest value that at least this share does not exceed. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
