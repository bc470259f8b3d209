import { RecollectError } from "../../core/errors.ts";
import { REPLAY_HEADER } from "../../core/request-log.ts";

/** The server's MCP address and a token for it. */
export interface ReplayTarget {
  readonly url: string;
  readonly token: string;
}

export interface SentMessage {
  readonly id: string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The exchange that is sent again: the request alone names it, not what opens and ends its session. */
  readonly replayOf: number;
  /** The session to open for it; null in the era without sessions. */
  readonly session: {
    readonly client: { readonly name: string; readonly version: string };
    readonly protocolVersion: string | null;
  } | null;
}

/** An answer takes at most this long. */
const ANSWER_LIMIT_MS = 30_000;
/** The newest version with sessions, for messages whose own version is not known. */
const SESSION_VERSION = "2025-11-25";

type Headers = Readonly<Record<string, string>>;

/**
 * Sends one JSON-RPC request and waits for the end of its answer, in a session of its own where the era has sessions.
 * @throws unavailable where the server cannot be reached or does not serve
 */
export async function sendMessage(target: ReplayTarget, message: SentMessage): Promise<void> {
  const { id, method, params, session } = message;
  const mark = { [REPLAY_HEADER]: String(message.replayOf) };
  const request = { jsonrpc: "2.0", id, method, params };
  if (session === null) {
    await post(target, { ...message.headers, ...mark }, request);
    return;
  }
  const protocolVersion = session.protocolVersion ?? SESSION_VERSION;
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
  if (sessionId === null) throw new RecollectError("unavailable", "The server opened no session for the replay.");
  const headers = { ...message.headers, "mcp-session-id": sessionId, "mcp-protocol-version": protocolVersion };
  try {
    await post(target, headers, { jsonrpc: "2.0", method: "notifications/initialized" });
    await post(target, { ...headers, ...mark }, request);
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
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    await response.text();
    if (response.status === 401 || response.status === 503) {
      throw new RecollectError("unavailable", "Recollect is paused or stopping, so the message was refused.", {
        hint: "Resume serving, then replay it.",
        details: { reason: "replay_paused" },
      });
    }
    return response;
  } catch (error) {
    if (error instanceof RecollectError) throw error;
    throw new RecollectError("unavailable", "The server did not answer the replay.", {
      hint: "See whether Recollect is serving.",
      details: { reason: "replay_unanswered" },
      cause: error,
    });
  }
}
