import { findMember } from "./member-scanner.ts";

/** The claim of a message of 2026-07-28 or later: there is no handshake, each request says its version. */
const VERSION_CLAIM = "io.modelcontextprotocol/protocolVersion";

export type JsonObject = Readonly<Record<string, unknown>>;

/** One line of the client. `body` is what is sent of it: the line as it came, but for an id that would not survive. */
export type ClientMessage =
  | {
      readonly kind: "request";
      readonly body: Buffer;
      /** The client's id, JSON as it stands in the line. */
      readonly id: string;
      /** The id as `params.requestId` of a cancellation gives it: parsed and written anew. */
      readonly key: string;
      /** What `body` has in the id's place where parsing would change it: `1e3`, or more digits than a double holds. */
      readonly standIn: string | null;
      readonly method: string;
      readonly params: JsonObject;
      /** The version the message claims; null in the 2025 era. */
      readonly version: string | null;
    }
  | {
      readonly kind: "notification";
      readonly body: Buffer;
      readonly method: string;
      readonly params: JsonObject;
      readonly version: string | null;
    }
  /** The answer to a request of the server's. */
  | { readonly kind: "response"; readonly body: Buffer }
  /** Several messages in one line, as 2025-03-26 allows; `ids` are those of its requests. */
  | { readonly kind: "batch"; readonly body: Buffer; readonly ids: readonly string[] };

export type ClientRequest = Extract<ClientMessage, { kind: "request" }>;
export type ClientNotification = Extract<ClientMessage, { kind: "notification" }>;

/** A line that is no message, with what JSON-RPC has to be answered. */
export interface Unreadable {
  readonly kind: "unreadable";
  readonly id: string | null;
  readonly code: -32700 | -32600;
  readonly message: string;
}

/** Reads one line. */
export function readClientMessage(body: Buffer): ClientMessage | Unreadable {
  const text = body.toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable(null, -32700, `Parse error: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (Array.isArray(value)) return readBatch(body, value);
  if (!isObject(value)) return unreadable(null, -32600, "Invalid request: a message is a JSON object.");
  const hasId = isId(value.id);
  if (typeof value.method === "string") {
    const params = isObject(value.params) ? value.params : {};
    const meta = isObject(params._meta) ? params._meta : {};
    const claim = meta[VERSION_CLAIM];
    const version = typeof claim === "string" ? claim : null;
    if (!("id" in value)) return { kind: "notification", body, method: value.method, params, version };
    if (!hasId) return unreadable(null, -32600, "Invalid request: an id is a string or a number.");
    return { kind: "request", ...readId(body, text, value.id), method: value.method, params, version };
  }
  if (hasId && ("result" in value || "error" in value)) return { kind: "response", body };
  const id = hasId ? readId(body, text, value.id).id : null;
  return unreadable(id, -32600, "Invalid request: neither a method nor a result or an error.");
}

/** A parsed id in the form of a request's `key`; null where it is none. */
export function idText(value: unknown): string | null {
  return isId(value) ? JSON.stringify(value) : null;
}

function readBatch(body: Buffer, messages: readonly unknown[]): ClientMessage | Unreadable {
  if (messages.length === 0) return unreadable(null, -32600, "Invalid request: an empty batch.");
  const ids = messages.flatMap((each) => {
    const id = isObject(each) && typeof each.method === "string" ? idText(each.id) : null;
    return id === null ? [] : [id];
  });
  return { kind: "batch", body, ids };
}

/** The id as it stands in the text; it is looked up only where the parsed value might not be written the same way. */
function readId(body: Buffer, text: string, id: unknown): Pick<ClientRequest, "body" | "id" | "key" | "standIn"> {
  const key = JSON.stringify(id);
  const member = typeof id === "string" || text.includes(`"id":${key}`) ? null : findMember(text, "id");
  if (member === null || member.raw === key) return { body, id: key, key, standIn: null };
  const standIn = JSON.stringify(`recollect-shim:${member.raw}`);
  const changed = text.slice(0, member.start) + standIn + text.slice(member.end);
  return { body: Buffer.from(changed), id: member.raw, key, standIn };
}

function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function unreadable(id: string | null, code: Unreadable["code"], message: string): Unreadable {
  return { kind: "unreadable", id, code, message };
}
