import type { IncomingMessage, ServerResponse } from "node:http";
import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import type { Grant } from "../core/caller.ts";
import { parseDomain } from "../core/domain.ts";
import type { ClientIdentity } from "../core/memory.ts";
import { REFUSAL_REASONS, REPLAY_HEADER, type Refusal } from "../core/request-log.ts";
import { maskName } from "../core/secrets/find-secrets.ts";
import { isRecord } from "../core/util/is-record.ts";
import { type Connection, callerOf, readClientIdentity, serverLegOf } from "../mcp/connection.ts";
import type { McpEndpoint } from "../mcp/endpoint.ts";
import type { RecollectError } from "../text/errors.ts";
import type { Observed } from "./tap.ts";

/** A request of which nothing is known yet. */
export const UNIDENTIFIED = {
  client: null,
  subject: null,
  sessionId: null,
  era: null,
  protocolVersion: null,
  refusal: null,
  replayOf: null,
  server: null,
  serverMs: null,
  project: null,
} as const;

/** The longest name of a refused client in the log, in characters. */
const MAX_CLAIMED_NAME = 100;

/** Reads the header `Recollect-Client`, percent-encoded: the client that a program with the owner's token acts for. */
export function readClientName(request: IncomingMessage): string | null {
  const value = readHeader(request, "recollect-client");
  return value === "" ? null : maskName(decode(value));
}

/**
 * Reads the header `Recollect-Project`: the project that a client works in, possibly percent-encoded, because headers
 * are ASCII, and `Recollect-Project-Host`, the host of its remote. A placeholder that the client did not replace
 * (`${workspaceFolder}`) counts as no project.
 *
 * @throws invalid_argument for a name that is not a valid project
 */
export function readProject(
  request: IncomingMessage,
  grant: Pick<Grant, "domains">,
  projectName: ProjectName,
): string | null {
  const value = readHeader(request, "recollect-project");
  if (value === "" || value.includes("${")) return null;
  const host = readHeader(request, "recollect-project-host");
  return projectName(parseDomain(decode(value), "Recollect-Project"), host === "" ? null : decode(host), grant);
}

/**
 * Returns the final name of a project that a request names with the host of its remote, if it has one. The grant is the
 * caller's. @throws invalid_argument
 */
export type ProjectName = (name: string, host: string | null, grant: Pick<Grant, "domains">) => string;

function readHeader(request: IncomingMessage, name: string): string {
  const header = request.headers[name];
  return (typeof header === "string" ? header : "").trim();
}

/** Decodes a percent-encoded header; a value with a percent sign that is not encoded is returned as it is. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Returns the client of a REST call: the token's name, or for the owner's token the first product in `User-Agent`. */
export function readRestClient(request: IncomingMessage, connection: Connection): ClientIdentity {
  const [, product = "rest", version = ""] = /^([^\s/]+)(?:\/(\S+))?/.exec(request.headers["user-agent"] ?? "") ?? [];
  return { name: connection.owner ? product : connection.subject, version: version.slice(0, 100) };
}

/** Returns the sender of a message to `/mcp`, from the message's `_meta`, its session, or its handshake. */
export function identifyMessage(
  mcp: McpEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection,
  message: unknown,
): Observed {
  const common = {
    transport: connection.transport,
    subject: connection.subject,
    refusal: null,
    project: connection.project,
    replayOf: connection.owner ? readReplayOf(request) : null,
    ...serverLegOf(connection, isRecord(message) ? message.id : null),
  };
  const params = isRecord(message) && isRecord(message.params) ? message.params : {};
  const meta = isRecord(params._meta) ? params._meta : {};
  const version = meta[PROTOCOL_VERSION_META_KEY];
  if (typeof version === "string") {
    const identity = readClientIdentity(meta[CLIENT_INFO_META_KEY]);
    return {
      ...common,
      client: callerOf(connection, identity, null).client,
      sessionId: null,
      era: "2026",
      protocolVersion: version.slice(0, 40),
    };
  }
  // The response to `initialize` has the id of the new session.
  const sessionId = response.getHeader("mcp-session-id") ?? request.headers["mcp-session-id"];
  const session = typeof sessionId === "string" ? mcp.session(sessionId) : undefined;
  const identity = session?.client ?? readClientIdentity(params.clientInfo);
  return {
    ...common,
    client: callerOf(connection, identity, null).client,
    sessionId: typeof sessionId === "string" ? sessionId : null,
    era: session === undefined ? null : "2025",
    protocolVersion: session?.protocolVersion ?? null,
  };
}

/** Returns why a request was refused, from `details.refusal` of the error, and which client it claims to be. */
export function readRefusal(request: IncomingMessage, error: RecollectError): Refusal {
  const reason = REFUSAL_REASONS.find((known) => known === error.details?.refusal) ?? "invalid";
  return { reason, claimed: readClaimedName(request, error), requests: 1 };
}

/**
 * Returns the name that a refused request claims: the subject of its token's row or of the token itself (RFC 7519,
 * section 4.1.2), the header `Recollect-Client`, or the first product in `User-Agent`. It is not verified. Nothing else
 * of a token is read.
 */
function readClaimedName(request: IncomingMessage, error: RecollectError): string | null {
  const subject = error.details?.subject;
  const claimed =
    (typeof subject === "string" ? subject : null) ??
    readTokenSubject(request.headers.authorization) ??
    readClientName(request) ??
    /^[^\s/]+/.exec(request.headers["user-agent"] ?? "")?.[0];
  return claimed?.slice(0, MAX_CLAIMED_NAME) ?? null;
}

function readTokenSubject(authorization: string | undefined): string | null {
  const payload = /^bearer +[\w-]+\.([\w-]+)\.[\w-]*$/i.exec(authorization?.trim() ?? "")?.[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return isRecord(claims) && typeof claims.sub === "string" && claims.sub !== "" ? claims.sub : null;
  } catch {
    return null;
  }
}

/** Reads the id of the exchange that the owner replays with this request. */
function readReplayOf(request: IncomingMessage): number | null {
  const id = Number(request.headers[REPLAY_HEADER]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
