import type { Transport } from "@modelcontextprotocol/client";
import { cleanText } from "../core/hidden-characters.ts";
import { isRecord } from "../core/util/is-record.ts";
import { RecollectError } from "../text/errors.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** Foreign text in an error, in characters. */
export const MAX_EXCERPT = 300;
/** The longest pause that a server may ask for. */
const MAX_PAUSE_SECONDS = 3600;

/** The server sent the client to another address, which a request with secrets does not follow. */
export class Redirected extends TypeError {
  readonly address: string;

  constructor(location: string | null, from: string | URL) {
    super("The server redirects to another address.");
    this.address = URL.parse(location ?? "", String(from))?.href ?? "another address";
  }
}

/** The server refused a request for now: status 429, or 503 with a time. */
export class RateLimited extends Error {
  readonly status: number;
  /** How long the server asked to wait, or null. */
  readonly seconds: number | null;

  constructor(status: number, retryAfter: string | null) {
    super(`HTTP ${status}`);
    this.status = status;
    const seconds = /^\s*\d+\s*$/.test(retryAfter ?? "")
      ? Number(retryAfter)
      : (Date.parse(retryAfter ?? "") - Date.now()) / 1000;
    this.seconds = Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), MAX_PAUSE_SECONDS);
  }
}

/** Returns foreign text for an error: without markup and control characters, on one line, of at most 300 characters. */
export function excerptOf(text: string): string {
  const start = text.slice(0, 20 * MAX_EXCERPT);
  const plain = start.replace(/<(?:style|script|head)\b[\s\S]{0,4000}?<\/(?:style|script|head)>|<[^<>]{0,500}>/gi, " ");
  const line = cleanText(plain).text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_EXCERPT ? line : `${line.slice(0, MAX_EXCERPT - 1)}…`;
}

/** An error and its causes, the first three. */
function chainOf(error: unknown): readonly object[] {
  const chain: object[] = [];
  for (let at = error; at instanceof Error && chain.length < 4; at = at.cause) chain.push(at);
  return chain;
}

function memberOf(error: unknown, name: "code" | "hostname" | "status" | "text"): unknown {
  for (const one of chainOf(error)) {
    const { [name]: own, data } = one as { [name: string]: unknown; data?: unknown };
    if (own !== undefined) return own;
    if (isRecord(data) && data[name] !== undefined) return data[name];
  }
  return undefined;
}

/** The HTTP status that an error is about, or null. The transport with server-sent events has it in its message only. */
function statusOf(error: unknown): number | null {
  const status = memberOf(error, "status");
  if (typeof status === "number" && status > 0) return status;
  const [, text] = /\((?:HTTP )?(\d{3})\)/.exec(error instanceof Error ? error.message : "") ?? [];
  return text === undefined ? null : Number(text);
}

/** The causes by the codes of Node, OpenSSL and undici. */
const CAUSES = [
  ["refused", /^ECONNREFUSED$/],
  ["host", /^(?:ENOTFOUND|EAI_\w+)$/],
  ["certificate", /CERT|SELF_SIGNED|^UNABLE_TO_|^CRL_|^ERR_TLS_/],
  ["tls", /^(?:EPROTO|ERR_SSL_\w+)$/],
  ["closed", /^(?:ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|HPE_\w+)$/],
  ["route", /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT)$/],
] as const;

/** The codes of an error. An address with several IP addresses fails with the errors of each; some are in the message only. */
function codesOf(error: object): readonly string[] {
  const { code, errors, message } = error as { code?: unknown; errors?: unknown; message?: unknown };
  const inner = Array.isArray(errors) ? errors.filter(isRecordLike).flatMap(codesOf) : [];
  return [
    String(code ?? ""),
    ...inner,
    ...(String(message ?? "")
      .slice(0, 2000)
      .match(/\b[A-Z][A-Z_]{4,}\b/g) ?? []),
  ];
}

const isRecordLike = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Returns why a server over HTTP could not be reached or used, as one sentence with its remedy; null for another error.
 * @param url the address of the server
 */
export function httpFailure(error: unknown, server: string, url: string): RecollectError | null {
  const chain = chainOf(error);
  const redirect = chain.find((one) => one instanceof Redirected);
  if (redirect !== undefined) {
    const { address } = redirect;
    const isSameOrigin = URL.parse(address)?.origin === URL.parse(url)?.origin;
    const params = { server, address: excerptOf(address), isSameOrigin };
    return new RecollectError("server_redirects", params, { cause: error });
  }
  const limited = chain.find((one) => one instanceof RateLimited);
  if (limited !== undefined) {
    const { status, seconds } = limited;
    return new RecollectError("server_rate_limited", { server, status, seconds }, { cause: error });
  }
  const host = URL.parse(url)?.host ?? "";
  const codes = chain.flatMap(codesOf);
  for (const [cause, pattern] of CAUSES) {
    const code = codes.find((one) => pattern.test(one));
    if (code !== undefined)
      return new RecollectError("server_unreachable", { server, host, cause, code }, { cause: error });
  }
  const status = statusOf(error);
  if (status !== null && status >= 300) {
    const excerpt = excerptOf(String(memberOf(error, "text") ?? ""));
    return new RecollectError("server_http_status", { server, status, excerpt }, { cause: error });
  }
  const isForeign = /content type|Failed to parse|not valid JSON|unusable reply/i.test(
    chain.map((one) => (one as Error).message).join(" "),
  );
  return isForeign ? new RecollectError("server_not_mcp", { server }, { cause: error }) : null;
}

/** Matches what servers say about a session that they do not know. */
const LOST_SESSION =
  /\bsession\b[^.]{0,40}\b(?:not found|unknown|invalid|expired|missing|required|terminated|closed|does not exist)|\b(?:no|not|invalid|unknown|missing|expired|find)(?: a| the)?(?: valid)? session|not initiali[sz]ed|before initiali[sz]ation/i;
const SESSION_ERRORS = [-32_000, -32_001, -32_600, -32_602];

/**
 * Whether a server over HTTP no longer knows the session of a request, so that it did not run it: after its restart, or when
 * the session expired.
 */
export function isSessionLost(error: unknown, transport: Transport): boolean {
  if (transport instanceof StdioTransport || !(error instanceof Error)) return false;
  const status = statusOf(error);
  const hasSession = transport.sessionId !== undefined || /\(HTTP \d{3}\)/.test(error.message);
  if (!hasSession) return false;
  const text = `${error.message} ${String(memberOf(error, "text") ?? "")}`.slice(0, 2000);
  if (status !== null) return status === 404 || status === 410 || LOST_SESSION.test(text);
  return SESSION_ERRORS.includes(Number(memberOf(error, "code"))) && LOST_SESSION.test(text);
}
