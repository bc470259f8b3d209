import { isRecord } from "../core/util/is-record.ts";
import { CLIENT_JSON_LIMITS, findJsonExcess } from "../core/util/json-limits.ts";
import { RecollectError } from "../text/errors.ts";
import { findId } from "./stdio.ts";

/** Member of `_meta` that names the protocol version of a request from 2026-07-28 on, which has no handshake. */
const VERSION_MEMBER = "io.modelcontextprotocol/protocolVersion";

export type JsonObject = Readonly<Record<string, unknown>>;

/** One line of the client. `body` is the line as it was received, which is what the server gets. */
export type ClientMessage =
  | {
      readonly kind: "request";
      readonly body: Buffer;
      /** The id as JSON: a string or a number. */
      readonly id: string;
      readonly method: string;
      readonly params: JsonObject;
      /** The protocol version that the message names; null before 2026-07-28. */
      readonly version: string | null;
    }
  | {
      readonly kind: "notification";
      readonly body: Buffer;
      readonly method: string;
      readonly params: JsonObject;
      readonly version: string | null;
    }
  /** The response to a request of the server. */
  | { readonly kind: "response"; readonly body: Buffer }
  /** Several messages in one line, as 2025-03-26 allows; `ids` contains the ids of its requests. */
  | { readonly kind: "batch"; readonly body: Buffer; readonly ids: readonly string[] };

export type ClientRequest = Extract<ClientMessage, { kind: "request" }>;
export type ClientNotification = Extract<ClientMessage, { kind: "notification" }>;
export type ClientBatch = Extract<ClientMessage, { kind: "batch" }>;

/** A line that is not a message, with the JSON-RPC error for it. */
export interface InvalidLine {
  readonly kind: "invalid";
  readonly id: string | null;
  readonly code: -32700 | -32600;
  readonly message: string;
}

/** Parses one line. */
export function parseClientMessage(body: Buffer): ClientMessage | InvalidLine {
  const text = body.toString("utf8");
  const excess = findJsonExcess(text, CLIENT_JSON_LIMITS);
  if (excess !== null) {
    const { message } = new RecollectError("json_excess", {
      excess,
      maximum: CLIENT_JSON_LIMITS[excess],
    });
    return invalid(findId(body), -32600, message);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return invalid(null, -32700, `Parse error: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (Array.isArray(value)) return parseBatch(body, value);
  if (!isRecord(value)) return invalid(null, -32600, "Invalid request: a message is a JSON object.");
  const id = formatId(value.id);
  if (typeof value.method === "string") {
    const params = isRecord(value.params) ? value.params : {};
    const claim = isRecord(params._meta) ? params._meta[VERSION_MEMBER] : null;
    const version = typeof claim === "string" ? claim : null;
    if (!("id" in value)) return { kind: "notification", body, method: value.method, params, version };
    if (id === null) return invalid(null, -32600, "Invalid request: an id is a string or a number.");
    return { kind: "request", body, id, method: value.method, params, version };
  }
  if (id !== null && ("result" in value || "error" in value)) return { kind: "response", body };
  return invalid(id, -32600, "Invalid request: neither a method nor a result or an error.");
}

/** A parsed id as JSON, for comparison with the `id` of a request; null if it is not an id. */
export function formatId(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" ? JSON.stringify(value) : null;
}

function parseBatch(body: Buffer, messages: readonly unknown[]): ClientMessage | InvalidLine {
  if (messages.length === 0) return invalid(null, -32600, "Invalid request: an empty batch.");
  const ids = messages.flatMap((message) => {
    const id = isRecord(message) && typeof message.method === "string" ? formatId(message.id) : null;
    return id === null ? [] : [id];
  });
  return { kind: "batch", body, ids };
}

function invalid(id: string | null, code: InvalidLine["code"], message: string): InvalidLine {
  return { kind: "invalid", id, code, message };
}
