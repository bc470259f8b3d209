import type { Database } from "better-sqlite3";
import type { ClientIdentity } from "../core/memory.ts";
import { HOOK_METHOD } from "../core/request-filter.ts";
import type { LoggedClient, ObservedExchange, TokenDay } from "../core/request-log.ts";
import { localDay } from "../text/local-time.ts";
import type { ModelTokens } from "./model-tokens.ts";
import { cutName } from "./request-row.ts";

/** Clients kept; those not seen for the longest time are deleted first. */
const MAX_CLIENTS = 200;
const CAPTURE_TOOL = "capture_memory";
/** Days of which the tokens of a client are kept. */
const MAX_DAYS = 30;

interface ClientRow {
  readonly name: string;
  readonly version: string;
  readonly subject: string | null;
  readonly transport: LoggedClient["transport"];
  readonly era: LoggedClient["era"];
  readonly protocolVersion: string | null;
  readonly project: string | null;
  readonly lastSeenAt: number;
  readonly lastMethod: string | null;
  /** The local day that the counts are of. */
  readonly day: string;
  readonly requests: number;
  readonly captures: number;
  readonly errors: number;
  /** 1: all of its exchanges are of hooks, which say neither its version nor its transport. */
  readonly onlyHooks: 0 | 1;
}

interface DayRow extends TokenDay {
  readonly client: string;
}

/** An exchange without secrets, and its tokens. */
interface Counted {
  readonly exchange: ObservedExchange;
  readonly tokens: ModelTokens;
}

/**
 * The clients seen on the wire. A table of its own: it outlives the rows of requests and is read without scanning them.
 */
export function createClientTable(database: Database) {
  const upsert = database.prepare<ClientRow>(`
    INSERT INTO client (name, version, subject, transport, era, protocol_version, project, last_seen_at, last_method,
      day, requests, captures, errors)
    VALUES (:name, :version, :subject, :transport, :era, :protocolVersion, :project, :lastSeenAt, :lastMethod,
      :day, :requests, :captures, :errors)
    ON CONFLICT (name) DO UPDATE SET
      version = iif(:onlyHooks, version, excluded.version), subject = excluded.subject,
      transport = iif(:onlyHooks, transport, excluded.transport),
      era = coalesce(excluded.era, era), protocol_version = coalesce(excluded.protocol_version, protocol_version),
      project = coalesce(excluded.project, project), last_seen_at = excluded.last_seen_at,
      last_method = coalesce(excluded.last_method, last_method),
      requests = iif(day = excluded.day, requests, 0) + excluded.requests,
      captures = iif(day = excluded.day, captures, 0) + excluded.captures,
      errors = iif(day = excluded.day, errors, 0) + excluded.errors,
      day = excluded.day`);
  const deleteOldest = database.prepare<[number]>(
    "DELETE FROM client WHERE name IN (SELECT name FROM client ORDER BY last_seen_at DESC LIMIT -1 OFFSET ?)",
  );
  const addTokens = database.prepare<DayRow>(`
    INSERT INTO client_day (client, day, tokens_in, tokens_out) VALUES (:client, :day, :tokensIn, :tokensOut)
    ON CONFLICT (client, day) DO UPDATE SET
      tokens_in = tokens_in + excluded.tokens_in, tokens_out = tokens_out + excluded.tokens_out`);
  const deleteOldDays = database.prepare<{ readonly client: string }>(
    `DELETE FROM client_day WHERE client = :client AND day NOT IN
       (SELECT day FROM client_day WHERE client = :client ORDER BY day DESC LIMIT ${MAX_DAYS})`,
  );
  const selectDays = database.prepare<[], DayRow>(
    "SELECT client, day, tokens_in AS tokensIn, tokens_out AS tokensOut FROM client_day ORDER BY client, day DESC",
  );
  const select = database.prepare<[], Omit<ClientRow, "onlyHooks">>(`
    SELECT name, version, subject, transport, era, protocol_version AS protocolVersion, project,
      last_seen_at AS lastSeenAt, last_method AS lastMethod, day, requests, captures, errors
    FROM client ORDER BY last_seen_at DESC, name`);

  return {
    /** Counts a batch of redacted exchanges, with one write for each client and day in it. */
    add(exchanges: readonly Counted[]): void {
      const rows = new Map<string, ClientRow>();
      const days = new Map<string, DayRow>();
      for (const { exchange, tokens } of exchanges) {
        if (exchange.direction !== "received" || exchange.client === null) continue;
        const { client } = exchange;
        rows.set(client.name, addTo(rows.get(client.name), exchange, client));
        if (tokens.tokensIn + tokens.tokensOut === 0) continue;
        const key = `${localDay(exchange.at)} ${client.name}`;
        const { tokensIn, tokensOut } = days.get(key) ?? { tokensIn: 0, tokensOut: 0 };
        days.set(key, {
          client: client.name,
          day: localDay(exchange.at),
          tokensIn: tokensIn + tokens.tokensIn,
          tokensOut: tokensOut + tokens.tokensOut,
        });
      }
      if (rows.size === 0) return;
      for (const row of rows.values()) upsert.run(row);
      for (const day of days.values()) {
        addTokens.run(day);
        deleteOldDays.run({ client: day.client });
      }
      deleteOldest.run(MAX_CLIENTS);
    },
    /** The most recently seen first; counts are of the local day of `now`. */
    list(now: number): LoggedClient[] {
      const today = localDay(now);
      const days = new Map<string, TokenDay[]>();
      for (const { client, ...day } of selectDays.all()) days.set(client, [...(days.get(client) ?? []), day]);
      return select.all().map(({ day, requests, captures, errors, lastSeenAt, ...row }) => ({
        ...row,
        lastSeenAt: new Date(lastSeenAt).toISOString(),
        requestsToday: day === today ? requests : 0,
        capturesToday: day === today ? captures : 0,
        errorsToday: day === today ? errors : 0,
        tokenDays: days.get(row.name) ?? [],
      }));
    },
  };
}

function addTo(row: ClientRow | undefined, exchange: ObservedExchange, client: ClientIdentity): ClientRow {
  const day = localDay(exchange.at);
  const ofHook = isHook(exchange);
  const onlyHooks = ofHook && (row?.onlyHooks ?? 1) === 1 ? 1 : 0;
  // A hook says neither.
  const known = ofHook && row?.onlyHooks === 0 ? row : null;
  const counted = row?.day === day ? row : { requests: 0, captures: 0, errors: 0 };
  return {
    name: client.name,
    version: known?.version ?? client.version,
    subject: exchange.subject,
    transport: known?.transport ?? exchange.transport,
    era: exchange.era ?? row?.era ?? null,
    protocolVersion: exchange.protocolVersion ?? row?.protocolVersion ?? null,
    project: cutName(exchange.project) ?? row?.project ?? null,
    lastSeenAt: exchange.at,
    lastMethod: lastMethodOf(exchange) ?? row?.lastMethod ?? null,
    day,
    requests: counted.requests + 1,
    captures: counted.captures + (isCapture(exchange) ? 1 : 0),
    errors: counted.errors + (exchange.outcome === "error" ? 1 : 0),
    onlyHooks,
  };
}

function isCapture({ method, target, outcome }: ObservedExchange): boolean {
  const callsTool = (method === "tools/call" && target === CAPTURE_TOOL) || method === `POST /tools/${CAPTURE_TOOL}`;
  return callsTool && outcome === "ok";
}

function isHook({ method }: ObservedExchange): boolean {
  return method?.startsWith(HOOK_METHOD) ?? false;
}

/** The last request of the client, or null for a request that only opens a stream or ends a session (`DELETE /mcp`). */
function lastMethodOf(exchange: ObservedExchange): string | null {
  const { method, target } = exchange;
  if (method?.endsWith(" /mcp")) return null;
  return cutName(method === "tools/call" || isHook(exchange) ? target : method);
}
