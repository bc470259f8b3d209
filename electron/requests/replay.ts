import type { Events } from "../core/events.ts";
import { REPLAY_HEADER, type RequestDetail, type RequestSummary, WINDOW_CLIENT } from "../core/request-log.ts";
import { isRecord } from "../core/util/is-record.ts";
import { withTimeout } from "../core/util/with-timeout.ts";
import { type ErrorParams, type ErrorReason, RecollectError } from "../text/errors.ts";
import { REDACTED } from "./redaction.ts";

/** Sends a recorded message again and returns its new row in the log. */
export type Replay = (detail: RequestDetail, writingConfirmed: boolean) => Promise<RequestSummary>;

/** The server's MCP endpoint and a token for it. */
interface ReplayTarget {
  readonly url: string;
  readonly token: string;
}

const RESPONSE_TIMEOUT_MS = 30_000;
/** How long the log may take to record the replay after the response. */
const RECORD_TIMEOUT_MS = 3_000;
/** In `_meta`, the client's name and version, in protocol revisions without sessions. */
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
/** The last protocol version with sessions, for messages without a known version. */
const LAST_SESSION_VERSION = "2025-11-25";

/**
 * Replays are sent to the application's own server with the owner's token. They go the way of every client's message,
 * so the response is real and the log shows it.
 * @param target the server's endpoint, and the owner's token
 * @param isReading whether a tool is known and only reads
 * @throws invalid_argument if the message cannot be replayed, or writes and that was not confirmed (field
 * `writingConfirmed`); unavailable if the server does not respond
 */
export function createReplay(dependencies: {
  target(): ReplayTarget;
  isReading(tool: string): boolean;
  readonly events: Pick<Events, "on">;
  newId(): string;
  readonly version: string;
}): Replay {
  const { target, isReading, events, newId, version } = dependencies;
  const client = { name: WINDOW_CLIENT, version };

  return async (detail, writingConfirmed) => {
    const { method, params, headers, tool } = readReplayableMessage(detail);
    if (tool !== null && !isReading(tool) && !writingConfirmed) {
      throw new RecollectError("replay_writes", { tool }, { field: "writingConfirmed" });
    }
    const id = `replay-${newId()}`;
    const recorded = waitForRecord(events, JSON.stringify(id));
    try {
      await sendMessage(target(), {
        id,
        method,
        params: withClient(params, client),
        headers,
        replayOf: detail.id,
        session: detail.era === "2026" ? null : { client, protocolVersion: detail.protocolVersion },
      });
      return await withTimeout(recorded.promise, RECORD_TIMEOUT_MS, () => {
        throw new RecollectError("replay_unrecorded", {});
      });
    } finally {
      recorded.stop();
    }
  };
}

/** Whether a recorded message can be resent. */
export function canReplay(detail: RequestDetail): boolean {
  try {
    readReplayableMessage(detail);
    return detail.refusal === null;
  } catch {
    return false;
  }
}

/** A recorded message that can be resent. */
interface ReplayableMessage {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The protocol's headers, without the headers of the connection and of the client. */
  readonly headers: Readonly<Record<string, string>>;
  /** The tool that the message calls, if any. */
  readonly tool: string | null;
}

/** The headers of the protocol, and the default project of reads and captures. */
const REPLAYED_HEADER = /^(mcp-(?!session-id)|recollect-project(?:-host)?$)/;
/** They open a connection; `subscriptions/listen` would never end. */
const CONNECTION_METHODS = new Set(["initialize", "server/discover", "subscriptions/listen"]);

/** @throws invalid_argument, with the reason why the message cannot be replayed */
function readReplayableMessage(detail: RequestDetail): ReplayableMessage {
  const { requestBody, direction, messageId, transport, truncated } = detail;
  if (direction === "sent") throw notReplayable("replay_sent", {});
  if (transport === "rest") throw notReplayable("replay_rest", {});
  if (messageId === null) throw notReplayable("replay_notification", {});
  if (requestBody === null) throw notReplayable("replay_without_body", {});
  // `truncated` is also true if only the response was cut; then the request is still valid JSON.
  const message = parseRequest(requestBody);
  if (message === null) throw notReplayable(truncated ? "replay_cut" : "replay_unreadable", {});
  const headers = Object.fromEntries(
    Object.entries(detail.requestHeaders)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => REPLAYED_HEADER.test(name)),
  );
  if (requestBody.includes(REDACTED) || Object.values(headers).includes(REDACTED)) {
    throw notReplayable("replay_redacted", {});
  }
  const { method, params } = message;
  if (CONNECTION_METHODS.has(method)) throw notReplayable("replay_connection", { method });
  return { ...message, headers, tool: method === "tools/call" && typeof params.name === "string" ? params.name : null };
}

function notReplayable<R extends ErrorReason>(reason: R, params: ErrorParams<R>): RecollectError<R> {
  return new RecollectError(reason, params, { field: "id" });
}

function parseRequest(body: string): Pick<ReplayableMessage, "method" | "params"> | null {
  try {
    const value: unknown = JSON.parse(body);
    if (!isRecord(value) || typeof value.method !== "string") return null;
    return { method: value.method, params: isRecord(value.params) ? value.params : {} };
  } catch {
    return null;
  }
}

/** The parameters with the window as the client: it is the window that reads and writes now. */
function withClient(params: ReplayableMessage["params"], client: object): ReplayableMessage["params"] {
  if (!isRecord(params._meta)) return params;
  const { progressToken: _, ...meta } = params._meta;
  return { ...params, _meta: CLIENT_INFO in meta ? { ...meta, [CLIENT_INFO]: client } : meta };
}

/** Waits for the row of a message. Must be called before the message is sent. */
function waitForRecord(events: Pick<Events, "on">, messageId: string) {
  const { promise, resolve } = Promise.withResolvers<RequestSummary>();
  const stop = events.on("requests.recorded", (rows) => {
    const row = rows.find((each) => each.messageId === messageId);
    if (row !== undefined) resolve(row);
  });
  return { promise, stop };
}

interface SentMessage extends Omit<ReplayableMessage, "tool"> {
  readonly id: string;
  /**
   * The row of the original, sent as a header of the request, but not with the messages that open and end its session.
   */
  readonly replayOf: number;
  /** The session to open for it; null in protocol revisions without sessions. */
  readonly session: {
    readonly client: { readonly name: string; readonly version: string };
    readonly protocolVersion: string | null;
  } | null;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Sends one JSON-RPC request, in a session of its own if the protocol has sessions, and waits for the complete
 * response.
 * @throws unavailable if the server does not respond or is not serving
 */
async function sendMessage(target: ReplayTarget, message: SentMessage): Promise<void> {
  const { id, method, params, session } = message;
  const replayHeader = { [REPLAY_HEADER]: String(message.replayOf) };
  const request = { jsonrpc: "2.0", id, method, params };
  if (session === null) {
    await post(target, { ...message.headers, ...replayHeader }, request);
    return;
  }
  const protocolVersion = session.protocolVersion ?? LAST_SESSION_VERSION;
  const opened = await post(
    target,
    {},
    {
      jsonrpc: "2.0",
      id: `${id}-open`,
      method: "initialize",
      params: { protocolVersion, capabilities: {}, clientInfo: session.client },
    },
  );
  const sessionId = opened.headers.get("mcp-session-id");
  if (sessionId === null) throw new RecollectError("replay_without_session", {});
  const headers = { ...message.headers, "mcp-session-id": sessionId, "mcp-protocol-version": protocolVersion };
  try {
    await post(target, headers, { jsonrpc: "2.0", method: "notifications/initialized" });
    await post(target, { ...headers, ...replayHeader }, request);
  } finally {
    await send(target, "DELETE", headers, null);
  }
}

function post(target: ReplayTarget, headers: Headers, body: object): Promise<Response> {
  return send(target, "POST", headers, JSON.stringify(body));
}

async function send(
  { url, token }: ReplayTarget,
  method: "POST" | "DELETE",
  headers: Headers,
  body: string | null,
): Promise<Response> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...headers,
        authorization: `Bearer ${token}`,
      },
      body,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    await response.text();
    if (response.status === 401 || response.status === 503) throw new RecollectError("replay_paused", {});
    return response;
  } catch (error) {
    if (error instanceof RecollectError) throw error;
    throw new RecollectError("replay_unanswered", {}, { cause: error });
  }
}
