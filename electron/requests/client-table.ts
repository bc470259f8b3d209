import type { Database } from "better-sqlite3";
import type { ClientIdentity } from "../core/memory.ts";
import type { LoggedClient, ObservedExchange } from "../core/request-log.ts";
import { cutName } from "./request-row.ts";

/** Clients kept; those not seen for the longest time are deleted first. */
const MAX_CLIENTS = 200;
const CAPTURE_TOOL = "capture_memory";

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
      version = excluded.version, subject = excluded.subject, transport = excluded.transport,
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
  const select = database.prepare<[], ClientRow>(`
    SELECT name, version, subject, transport, era, protocol_version AS protocolVersion, project,
      last_seen_at AS lastSeenAt, last_method AS lastMethod, day, requests, captures, errors
    FROM client ORDER BY last_seen_at DESC, name`);

  return {
    /** Counts a batch of redacted exchanges, with one write for each client in it. */
    add(exchanges: readonly ObservedExchange[]): void {
      const rows = new Map<string, ClientRow>();
      for (const exchange of exchanges) {
        if (exchange.direction !== "received" || exchange.client === null) continue;
        const { client } = exchange;
        rows.set(client.name, addTo(rows.get(client.name), exchange, client));
      }
      if (rows.size === 0) return;
      for (const row of rows.values()) upsert.run(row);
      deleteOldest.run(MAX_CLIENTS);
    },
    /** The most recently seen first; counts are of the local day of `now`. */
    list(now: number): LoggedClient[] {
      const today = localDay(now);
      return select.all().map(({ day, requests, captures, errors, lastSeenAt, ...row }) => ({
        ...row,
        lastSeenAt: new Date(lastSeenAt).toISOString(),
        requestsToday: day === today ? requests : 0,
        capturesToday: day === today ? captures : 0,
        errorsToday: day === today ? errors : 0,
      }));
    },
  };
}

function addTo(row: ClientRow | undefined, exchange: ObservedExchange, client: ClientIdentity): ClientRow {
  const day = localDay(exchange.at);
  const counted = row?.day === day ? row : { requests: 0, captures: 0, errors: 0 };
  return {
    name: client.name,
    version: client.version,
    subject: exchange.subject,
    transport: exchange.transport,
    era: exchange.era ?? row?.era ?? null,
    protocolVersion: exchange.protocolVersion ?? row?.protocolVersion ?? null,
    project: cutName(exchange.project) ?? row?.project ?? null,
    lastSeenAt: exchange.at,
    lastMethod: lastMethodOf(exchange) ?? row?.lastMethod ?? null,
    day,
    requests: counted.requests + 1,
    captures: counted.captures + (isCapture(exchange) ? 1 : 0),
    errors: counted.errors + (exchange.outcome === "error" ? 1 : 0),
  };
}

function isCapture({ method, target, outcome }: ObservedExchange): boolean {
  const callsTool = (method === "tools/call" && target === CAPTURE_TOOL) || method === `POST /tools/${CAPTURE_TOOL}`;
  return callsTool && outcome === "ok";
}

/** What the client last asked for; null for a request that only opens a stream or ends a session (`DELETE /mcp`). */
function lastMethodOf({ method, target }: ObservedExchange): string | null {
  if (method?.endsWith(" /mcp")) return null;
  return cutName(method === "tools/call" ? target : method);
}

/** `2026-11-21` */
function localDay(at: number): string {
  const date = new Date(at);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
