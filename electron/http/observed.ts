import type { IncomingMessage, ServerResponse } from "node:http";
import { CLIENT_INFO_META_KEY, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import { REPLAY_HEADER } from "../core/request-log.ts";
import { type Connection, callerOf, readClientIdentity } from "../mcp/connection.ts";
import type { McpEndpoint } from "../mcp/endpoint.ts";
import { isRecord } from "./messages.ts";
import type { Observed } from "./tap.ts";

/** Who is behind a message to `/mcp`: by its session, by its `_meta`, or by the handshake that it is. */
export function observedOf(
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
    replayOf: connection.owner ? readReplayOf(request.headers[REPLAY_HEADER]) : null,
  };
  const params = isRecord(message) && isRecord(message.params) ? message.params : {};
  const meta = isRecord(params._meta) ? params._meta : {};
  const version = meta[PROTOCOL_VERSION_META_KEY];
  if (typeof version === "string") {
    const named = readClientIdentity(meta[CLIENT_INFO_META_KEY]);
    return {
      ...common,
      client: callerOf(connection, named, null).client,
      sessionId: null,
      era: "2026",
      protocolVersion: version.slice(0, 40),
    };
  }
  // The response carries the id of a session that was opened just now.
  const sessionId = response.getHeader("mcp-session-id") ?? request.headers["mcp-session-id"];
  const session = typeof sessionId === "string" ? mcp.session(sessionId) : undefined;
  const named = session?.client ?? readClientIdentity(params.clientInfo);
  return {
    ...common,
    client: callerOf(connection, named, null).client,
    sessionId: typeof sessionId === "string" ? sessionId : null,
    era: session === undefined ? null : "2025",
    protocolVersion: session?.protocolVersion ?? null,
  };
}

/** The id of the exchange that is sent again; the owner's replays alone carry it. */
function readReplayOf(header: string | string[] | undefined): number | null {
  const id = Number(header);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
