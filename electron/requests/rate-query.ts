import type { Database } from "better-sqlite3";
import type { ClientRates, RateSpan, RequestRate, RequestRates } from "../core/request-log.ts";

const MINUTE_MS = 60_000;

/**
 * Streams are excluded: their duration is the time of the connection. Refused requests are counted but have no
 * duration, because no work was done for them.
 */
const RATE_QUERY = `
  SELECT at / ${MINUTE_MS}, iif(refusal IS NULL, duration_ms, NULL), iif(outcome = 'error', requests, 0), requests,
    client_name
  FROM request
  WHERE at >= ? AND at < ? AND direction = 'received' AND (method IS NULL AND refusal IS NOT NULL
      OR method NOT IN ('subscriptions/listen', 'GET /mcp'))`;

/** Requests of a server to the client whose call it serves. The client's responses are received too. */
const SERVER_REQUESTS = ["elicitation/create", "sampling/createMessage", "roots/list"];

/** The calls of a server. An index has every column of it but the client's name. */
export const SERVER_CALLS = `server = ? AND at >= ? AND direction = 'received'
  AND method NOT IN (${SERVER_REQUESTS.map((method) => `'${method}'`).join()})`;

const SERVER_RATE_QUERY = `
  SELECT at / ${MINUTE_MS}, server_ms, iif(outcome = 'error', requests, 0), requests, client_name
  FROM request WHERE ${SERVER_CALLS} AND at < ?`;

/** Minutes since 1970, duration, failed requests, requests, client. */
type RateRow = readonly [number, number | null, number, number, string | null];

/** The requests of one step. */
interface StepTotals {
  requests: number;
  errors: number;
  readonly durations: number[];
}

/** Returns a function for the rates of the last minutes, including the current one, in steps that end with it. */
export function createRateQuery(database: Database): (span: RateSpan, now: number) => RequestRates {
  // Tens of thousands of rows: arrays take half the time of objects.
  const select = database.prepare<[number, number], RateRow>(RATE_QUERY).raw();
  const selectServer = database.prepare<[string, number, number], RateRow>(SERVER_RATE_QUERY).raw();
  return ({ minutes, stepMinutes = 1, byClient = false, server }, now) => {
    const end = Math.floor(now / MINUTE_MS) + 1;
    const steps = Math.ceil(minutes / stepMinutes);
    const first = end - steps * stepMinutes;
    const newSteps = () => Array.from({ length: steps }, newTotals);
    const all = newSteps();
    const byName = new Map<string | null, StepTotals[]>();
    const period = [first * MINUTE_MS, end * MINUTE_MS] as const;
    const rows = server === undefined ? select.all(...period) : selectServer.all(server, ...period);
    for (const [minute, durationMs, errors, requests, client] of rows) {
      const step = Math.floor((minute - first) / stepMinutes);
      add(all[step], durationMs, errors, requests);
      if (!byClient) continue;
      let own = byName.get(client);
      if (own === undefined) {
        own = newSteps();
        byName.set(client, own);
      }
      add(own[step], durationMs, errors, requests);
    }
    const ratesOf = (totals: readonly StepTotals[]): RequestRate[] =>
      totals.map((step, index) => ({
        at: new Date((first + index * stepMinutes) * MINUTE_MS).toISOString(),
        ...summarise(step),
      }));
    if (!byClient) return { minutes: ratesOf(all) };
    const clients: ClientRates[] = [...byName].map(([client, totals]) => ({
      client,
      minutes: ratesOf(totals),
      ...summarise(combine(totals)),
    }));
    return { minutes: ratesOf(all), clients: clients.sort((a, b) => b.requests - a.requests) };
  };
}

function newTotals(): StepTotals {
  return { requests: 0, errors: 0, durations: [] };
}

function add(totals: StepTotals | undefined, durationMs: number | null, errors: number, requests: number): void {
  if (totals === undefined) return;
  totals.requests += requests;
  totals.errors += errors;
  if (durationMs !== null) totals.durations.push(durationMs);
}

function combine(steps: readonly StepTotals[]): StepTotals {
  return {
    requests: steps.reduce((sum, { requests }) => sum + requests, 0),
    errors: steps.reduce((sum, { errors }) => sum + errors, 0),
    durations: steps.flatMap(({ durations }) => durations),
  };
}

export function summarise({ requests, errors, durations }: StepTotals): Omit<RequestRate, "at"> {
  // Typed arrays sort numerically without a comparator.
  const sorted = Float64Array.from(durations).sort();
  return { requests, errors, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** Nearest rank: the smallest value that is greater than or equal to this share of the values. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
