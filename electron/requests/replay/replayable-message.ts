import { RecollectError } from "../../core/errors.ts";
import type { RequestDetail } from "../../core/request-log.ts";
import { REDACTED } from "../redact-text.ts";

/** A recorded message that can be sent again. */
export interface ReplayableMessage {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The headers that say what the message is, without those of a connection or of who sent it. */
  readonly headers: Readonly<Record<string, string>>;
  /** The tool it calls; null where it calls none. */
  readonly tool: string | null;
}

/** Headers of the protocol, and the project that reads and captures default to. */
const REPEATED_HEADER = /^(mcp-(?!session-id)|recollect-project$)/;
/** They open a connection rather than ask something; `subscriptions/listen` would never end. */
const OF_A_CONNECTION = new Set(["initialize", "server/discover", "subscriptions/listen"]);

/**
 * Reads the message out of the log.
 * @throws invalid_argument where it cannot be sent again as it was, in words that say why
 */
export function readReplayableMessage(detail: RequestDetail): ReplayableMessage {
  const { requestBody, direction, messageId, transport, truncated } = detail;
  if (direction === "sent")
    throw refusal("replay_sent", "Recollect sent this message itself.", "Replay what a client asked.");
  if (transport === "rest") {
    throw refusal(
      "replay_rest",
      "This is a REST call; only MCP messages are replayed.",
      "Copy it as cURL and send it from a shell.",
    );
  }
  if (messageId === null) {
    throw refusal("replay_notification", "A notification gets no answer, so there is nothing to see in a replay.");
  }
  if (requestBody === null) {
    throw refusal("replay_without_body", "The log did not keep this message's body.", "Ask again from the client.");
  }
  // The response alone may have been cut: then the request still reads as JSON.
  const message = parse(requestBody);
  if (message === null) {
    throw refusal(
      truncated ? "replay_cut" : "replay_unreadable",
      truncated
        ? "The log keeps 64 KiB of each body, and this one was longer: sent again it would be another request."
        : "This message is not a JSON-RPC request.",
      "Ask again from the client.",
    );
  }
  const headers = Object.fromEntries(
    Object.entries(detail.requestHeaders)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => REPEATED_HEADER.test(name)),
  );
  if (requestBody.includes(REDACTED) || Object.values(headers).includes(REDACTED)) {
    throw refusal(
      "replay_redacted",
      "A secret was taken out of this message before it was written down: sent again it would be another request.",
      "Ask again from the client.",
    );
  }
  if (OF_A_CONNECTION.has(message.method)) {
    throw refusal("replay_connection", `${message.method} opens a connection and asks nothing.`);
  }
  const { name } = message.params;
  return { ...message, headers, tool: message.method === "tools/call" && typeof name === "string" ? name : null };
}

function parse(body: string): Pick<ReplayableMessage, "method" | "params"> | null {
  try {
    const value: unknown = JSON.parse(body);
    if (!isRecord(value) || typeof value.method !== "string") return null;
    return { method: value.method, params: isRecord(value.params) ? value.params : {} };
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refusal(reason: string, message: string, hint?: string): RecollectError {
  return new RecollectError("invalid_argument", message, {
    field: "id",
    details: { reason },
    ...(hint === undefined ? {} : { hint }),
  });
}
