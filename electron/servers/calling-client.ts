import type {
  Client,
  ClientCapabilities,
  InputRequest,
  InputResponse,
  LoggingLevel,
} from "@modelcontextprotocol/client";
import type { CallContext } from "../mcp/catalog-entries.ts";

type ProgressListener = (progress: { progress: number; total?: number; message?: string }) => void;

/** How the SDK sends a request. */
export type RequestOptions = NonNullable<Parameters<Client["callTool"]>[1]>;

interface AskOptions {
  /** Aborted when the server cancels its request. */
  readonly signal: AbortSignal;
  /** Null if the server did not request progress. */
  readonly onprogress: ProgressListener | null;
}

/** The client whose call a server serves, and which receives the server's requests and messages. */
export interface CallingClient {
  /** The calls of one key come from the same session, or are one call. */
  readonly key: string;
  readonly capabilities: ClientCapabilities;
  /** The lowest level of log messages that it asked for; null if it did not. */
  readonly logLevel: LoggingLevel | null;
  /** Whether its revision has the error that requires a person to open an address (-32042). */
  readonly hasAddressError: boolean;
  /** @throws the client's error; an error if it does not respond in time */
  ask(request: InputRequest, options: AskOptions): Promise<InputResponse>;
  log(level: LoggingLevel, data: unknown, logger: string): void;
  /** Reports that a person has completed an elicitation at an address. */
  notifyElicitationComplete(elicitationId: string): void;
}

/** How a call reaches the server. */
export interface CallRoute {
  readonly signal: AbortSignal;
  /** Null if the caller did not request progress. */
  readonly onprogress: ProgressListener | null;
  /** Null if the server cannot ask the caller. */
  readonly client: CallingClient | null;
  /** The size of the client's request. */
  readonly requestBytes: number;
}

/**
 * Returns the client of a call in a session (revision 2025), or null without a session. A server's request is sent to
 * it as a request related to the call.
 */
export function sessionClient(context: CallContext, answerTimeoutMs: number): CallingClient | null {
  const { caller, client, exchange, log } = context;
  if (client === null || exchange === null || caller.sessionId === null) return null;
  return {
    key: caller.sessionId,
    capabilities: client.capabilities,
    logLevel: client.logLevel,
    hasAddressError: true,
    ask: (request, { signal, onprogress }) =>
      exchange.mcpReq.send(request as { method: "elicitation/create" }, {
        signal: AbortSignal.any([signal, context.signal]),
        timeout: answerTimeoutMs,
        ...(onprogress === null ? {} : { onprogress, resetTimeoutOnProgress: true }),
      }),
    log,
    notifyElicitationComplete: (elicitationId) =>
      client.notify({ method: "notifications/elicitation/complete", params: { elicitationId } }),
  };
}
