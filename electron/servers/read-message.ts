import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { cleanText } from "../core/hidden-characters.ts";
import { changeMembers } from "../core/util/change-members.ts";
import { isRecord } from "../core/util/is-record.ts";
import { findJsonExcess, type JsonLimits } from "../core/util/json-limits.ts";

const INTERNAL_ERROR = -32603;
/** Members whose contents are not the protocol's own: in them, null is a value. */
const OPAQUE = new Set([
  "inputSchema",
  "outputSchema",
  "requestedSchema",
  "_meta",
  "structuredContent",
  "data",
  "input",
]);
/** Texts that a client sends back. A part is left out if one of them has such characters (`read-results.ts`). */
const IDENTIFIERS = new Set(["uri", "uriTemplate", "nextCursor", "method", "requestState", "progressToken"]);

/**
 * The maximum levels of a message. Results of 1,000 levels exist; with several thousand, the functions that read a message
 * and write it for the client exceed the stack, and the call would have no response.
 */
const MAX_DEPTH = 1100;
const LIMITS: JsonLimits = { depth: MAX_DEPTH, members: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };

/**
 * Parses a text as a message, see {@link readMessage}. A response with too many levels becomes an error.
 * @returns null for a text that is not a message
 */
export function parseMessage(text: string): JSONRPCMessage | null {
  const value = parseJson(text);
  if (!isTooDeep(text)) return readMessage(value);
  const { id, method } = isRecord(value) ? value : {};
  const isResponse = (typeof id === "number" || typeof id === "string") && method === undefined;
  return isResponse ? errorResponse(id, `The message has more than ${MAX_DEPTH} levels.`) : null;
}

/** Whether a JSON text has more levels than a message may have. */
export function isTooDeep(text: string): boolean {
  return text.length > MAX_DEPTH && findJsonExcess(text, LIMITS) !== null;
}

/** Parses JSON. Returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a value without members that are null: many servers send null for an absent member. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return changeMembers(value, withoutNulls);
  if (!isRecord(value)) return value;
  return changeMembers(value, (member, name) => {
    if (member === null) return undefined;
    return OPAQUE.has(name) ? member : withoutNulls(member);
  });
}

/**
 * Reads a JSON-RPC message as a client without schemas does: the SDK drops a message with a null or an additional member,
 * and its call waits for the time-out. A response without a usable result becomes an error. Control and tag characters
 * are removed from all texts: a model reads them, and they carry commands to terminals.
 * @returns null for a value that is not a message
 */
export function readMessage(given: unknown): JSONRPCMessage | null {
  const value = cleaned(given);
  if (!isRecord(value)) return null;
  const { id, method, params, result, error } = value;
  const hasId = typeof id === "number" || typeof id === "string";
  if (typeof method === "string") {
    if (value.jsonrpc !== "2.0") return null;
    const read = isRecord(params) ? { params: withoutNulls(params) } : {};
    return { jsonrpc: "2.0", method, ...(hasId ? { id } : {}), ...read } as JSONRPCMessage;
  }
  // Without a version, only a response with no further members: programs also print JSON to their output.
  const isVersioned = value.jsonrpc === "2.0" || value.jsonrpc === 2;
  const isResponse = "result" in value || "error" in value;
  const isBare = value.jsonrpc === undefined && Object.keys(value).length === 2;
  if (!hasId || !isResponse || !(isVersioned || isBare)) return null;
  if (error !== undefined && error !== null) return errorResponse(id, error);
  if (!isRecord(result) && result !== null) return errorResponse(id, "The result is not an object.");
  return { jsonrpc: "2.0", id, result: readResult(result ?? {}) };
}

/** Returns a value with clean texts. In a part with an address, the name identifies nothing. */
function cleaned(value: unknown, isOpaque = false): unknown {
  if (typeof value === "string") return cleanText(value).text;
  if (Array.isArray(value)) return changeMembers(value, (item) => cleaned(item, isOpaque));
  if (!isRecord(value)) return value;
  const hasAddress = "uri" in value || "uriTemplate" in value;
  return changeMembers(value, (member, name) => {
    const isIdentifier = !isOpaque && (IDENTIFIERS.has(name) || (name === "name" && !hasAddress));
    return isIdentifier ? member : cleaned(member, isOpaque || OPAQUE.has(name));
  });
}

/** A response with an error. @param error an error object, or its message */
export function errorResponse(id: string | number, error: unknown): JSONRPCMessage {
  const { code, message, data } = isRecord(error) ? error : { code: INTERNAL_ERROR, message: error, data: null };
  const number = Number(code);
  return {
    jsonrpc: "2.0",
    id,
    error: {
      code: Number.isSafeInteger(number) && code !== null && code !== "" ? number : INTERNAL_ERROR,
      message: typeof message === "string" ? message : (JSON.stringify(message ?? error) ?? "Unknown error"),
      ...(data === undefined || data === null ? {} : { data }),
    },
  };
}

function withoutNullMeta<Value extends Record<string, unknown>>(value: Value): Value {
  if (value._meta === undefined || isRecord(value._meta)) return value;
  const { _meta, ...others } = value;
  return others as Value;
}

function readResult(result: Record<string, unknown>): Record<string, unknown> {
  const isHandshake = ["serverInfo", "capabilities", "protocolVersion"].some((member) => member in result);
  return withoutNullMeta(isHandshake ? readHandshake(result) : result);
}

/** The result of `initialize` and `server/discover`, without members of a wrong type. */
function readHandshake(result: Record<string, unknown>): Record<string, unknown> {
  const { capabilities, serverInfo, instructions, ...others } = withoutNulls(result) as Record<string, unknown>;
  const { name, version, title, description, websiteUrl, icons } = isRecord(serverInfo) ? serverInfo : {};
  const texts = Object.entries({ title, description, websiteUrl }).filter(([, text]) => typeof text === "string");
  const areIcons = Array.isArray(icons) && icons.every((icon) => isRecord(icon) && typeof icon.src === "string");
  const offered = Object.entries(isRecord(capabilities) ? capabilities : {}).flatMap(([kind, options]) =>
    options === true || isRecord(options) ? [[kind, isRecord(options) ? flagsOf(options) : {}] as const] : [],
  );
  const information = {
    ...Object.fromEntries(texts),
    ...(areIcons ? { icons } : {}),
    name: typeof name === "string" ? cleanText(name).text : "",
    version: typeof version === "string" || typeof version === "number" ? String(version) : "",
  };
  return {
    ...others,
    capabilities: Object.fromEntries(offered),
    ...("serverInfo" in result || "protocolVersion" in result ? { serverInfo: information } : {}),
    ...(typeof instructions === "string" ? { instructions } : {}),
  };
}

/** The options of a capability: `listChanged` and `subscribe` are true or absent. */
function flagsOf(options: Record<string, unknown>): Record<string, unknown> {
  const flags = ["listChanged", "subscribe"];
  return Object.fromEntries(Object.entries(options).filter(([name, value]) => !flags.includes(name) || value === true));
}
