import type { ClientIdentity } from "../core/memory.ts";
import type { LoggedClient, ObservedExchange } from "../core/request-log.ts";
import type { LogDatabase } from "./log-file.ts";
import { cutName } from "./request-row.ts";

/** Clients remembered; those not seen longest are forgotten first. */
const MAX_CLIENTS = 200;
const CAPTURE_TOOL = "capture_memory";
const PROJECT_HEADER = "recollect-project";

export interface ClientTable {
  /** Counts a batch; one write for each client in it. */
  add(exchanges: readonly ObservedExchange[]): void;
  /** Last seen first; counts are of the calendar day of `now`. */
  list(now: number): LoggedClient[];
}

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
  readonly day: string;
  readonly requests: number;
  readonly captures: number;
  readonly errors: number;
}

/** Who was seen on the wire, kept apart from the rows: it outlives their retention and is read without a scan. */
export function createClientTable(database: LogDatabase): ClientTable {
  const upsert = database.prepare<ClientRow>(`
    INSERT INTO client (name, version, subject, transport, era, protocol_version, project, last_seen_at, last_method, day,
      requests, captures, errors) VALUES
      (:name, :version, :subject, :transport, :era, :protocolVersion, :project, :lastSeenAt, :lastMethod, :day, :requests, :captures, :errors)
    ON CONFLICT (name) DO UPDATE SET
      version = excluded.version, subject = excluded.subject, transport = excluded.transport, era = coalesce(excluded.era, era),
      protocol_version = coalesce(excluded.protocol_version, protocol_version),
      project = coalesce(excluded.project, project), last_seen_at = excluded.last_seen_at,
      last_method = coalesce(excluded.last_method, last_method),
      requests = iif(day = excluded.day, requests, 0) + excluded.requests,
      captures = iif(day = excluded.day, captures, 0) + excluded.captures,
      errors = iif(day = excluded.day, errors, 0) + excluded.errors,
      day = excluded.day`);
  const forget = database.prepare<[number]>(
    "DELETE FROM client WHERE name IN (SELECT name FROM client ORDER BY last_seen_at DESC LIMIT -1 OFFSET ?)",
  );
  const select = database.prepare<[], ClientRow>(`
    SELECT name, version, subject, transport, era, protocol_version AS protocolVersion, project, last_seen_at AS lastSeenAt,
      last_method AS lastMethod, day, requests, captures, errors
    FROM client ORDER BY last_seen_at DESC, name`);

  return {
    add(exchanges) {
      const rows = new Map<string, ClientRow>();
      for (const exchange of exchanges) {
        if (exchange.direction !== "received" || exchange.client === null) continue;
        const name = cutName(exchange.client.name);
        const version = cutName(exchange.client.version);
        rows.set(name, addTo(rows.get(name), exchange, { name, version }));
      }
      if (rows.size === 0) return;
      for (const row of rows.values()) upsert.run(row);
      forget.run(MAX_CLIENTS);
    },
    list(now) {
      const today = calendarDay(now);
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
  const day = calendarDay(exchange.at);
  const counted = row?.day === day ? row : { requests: 0, captures: 0, errors: 0 };
  const captured =
    exchange.outcome === "ok" &&
    ((exchange.method === "tools/call" && exchange.target === CAPTURE_TOOL) ||
      exchange.method === `POST /tools/${CAPTURE_TOOL}`);
  return {
    name: client.name,
    version: client.version,
    subject: cutName(exchange.subject),
    transport: exchange.transport,
    era: exchange.era ?? row?.era ?? null,
    protocolVersion: exchange.protocolVersion ?? row?.protocolVersion ?? null,
    project: projectOf(exchange) ?? row?.project ?? null,
    lastSeenAt: exchange.at,
    lastMethod: lastMethodOf(exchange) ?? row?.lastMethod ?? null,
    day,
    requests: counted.requests + 1,
    captures: counted.captures + (captured ? 1 : 0),
    errors: counted.errors + (exchange.outcome === "error" ? 1 : 0),
  };
}

function lastMethodOf(exchange: ObservedExchange): string | null {
  const method = exchange.method === "tools/call" ? exchange.target : exchange.method;
  return method === null ? null : cutName(method);
}

function projectOf(exchange: ObservedExchange): string | null {
  const project = exchange.requestHeaders[PROJECT_HEADER];
  return project === undefined ? null : cutName(project);
}

/** The owner's calendar day, `2026-11-21`. */
function calendarDay(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
