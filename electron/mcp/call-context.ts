import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ClientIdentity } from "../core/memory.ts";
import type { Logger } from "../core/ports.ts";
import type { CallContext } from "./catalog-entries.ts";
import { callerOf, connectionOf, noteServerLeg, readClientIdentity } from "./connection.ts";

/** The levels of RFC 5424, the least severe first. */
export const LOG_LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

/** Returns the `_meta` with which a client of revision 2026 declares its capabilities and log level in a request. */
export function clientMeta(capabilities: ClientCapabilities, logLevel: LoggingLevel | null): Record<string, unknown> {
  return {
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    ...(logLevel === null ? {} : { [LOG_LEVEL_META_KEY]: logLevel }),
  };
}

interface ContextOptions {
  /** Null in revision 2026, as is the client: each request names its client. */
  readonly sessionId: string | null;
  readonly client: ClientIdentity | null;
  readonly server: Server;
  /** The level that the session asked for. */
  readonly logLevel: LoggingLevel | null;
  readonly logger: Logger;
}

/** Returns the context of a request over MCP, in both revisions. */
export function createCallContext(
  exchange: ServerContext,
  { sessionId, client, server, logLevel, logger }: ContextOptions,
): CallContext {
  const { mcpReq } = exchange;
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const progressToken = mcpReq._meta?.progressToken;
  const logFailure = (sent: Promise<void>): void => {
    sent.catch((error: unknown) => logger.debug("A notification did not reach its client", { error }));
  };
  const identity = client ?? readClientIdentity(envelope[CLIENT_INFO_META_KEY]);
  return {
    caller: callerOf(connectionOf(exchange), identity, sessionId),
    signal: mcpReq.signal,
    requestBytes: connectionOf(exchange).requestBytes ?? 0,
    wantsProgress: progressToken !== undefined,
    noteServer: (name, durationMs) => noteServerLeg(connectionOf(exchange), mcpReq.id, { server: name, durationMs }),
    progress(progress, total, message) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total, message };
      logFailure(mcpReq.notify({ method: "notifications/progress", params }));
    },
    log(level, data, name = "recollect") {
      const isIncluded = LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(logLevel ?? "debug");
      if (isIncluded) logFailure(mcpReq.log(level, data, name));
    },
    client: {
      capabilities:
        (envelope[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined) ??
        server.getClientCapabilities() ??
        {},
      logLevel: (envelope[LOG_LEVEL_META_KEY] as LoggingLevel | undefined) ?? logLevel,
      notify(notification) {
        if (sessionId !== null) logFailure(server.notification(notification));
      },
    },
    exchange,
  };
}
