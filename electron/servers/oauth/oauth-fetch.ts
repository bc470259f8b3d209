import type { FetchLike } from "@modelcontextprotocol/client";
import { isRecord } from "../../core/util/is-record.ts";
import { readLimited } from "../../core/util/read-limited.ts";
import { RecollectError } from "../../text/errors.ts";
import { isLoopback } from "../definition.ts";

const TIMEOUT_MS = 30_000;
/** Metadata and tokens are a few KiB. */
const MAX_BYTES = 1024 * 1024;

/** Whether a server's sign-in may use an address: https, or this machine if the server is on it too. */
export function isAllowed(url: URL, server: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url) && isLoopback(server));
}

/**
 * Sends the requests of a sign-in: no redirect is followed, and size and duration are limited. Members of documents that
 * are null or an empty text are absent for the caller.
 */
export function createOAuthFetch(
  server: { readonly name: string; readonly url: string },
  signal?: AbortSignal,
): FetchLike {
  const serverUrl = new URL(server.url);
  return async (address, init) => {
    const url = new URL(address);
    if (!isAllowed(url, serverUrl)) throw addressRefused(server.name, url);
    const signals = [init?.signal, signal, AbortSignal.timeout(TIMEOUT_MS)].filter((one) => one instanceof AbortSignal);
    const response = await fetch(url, { ...init, redirect: "error", signal: AbortSignal.any(signals) });
    const { status, statusText, headers } = response;
    const body = await readLimited(response, MAX_BYTES);
    return new Response(body.length === 0 ? null : readDocument(body), { status, statusText, headers });
  };
}

/**
 * Returns a document without members that other clients ignore and the SDK refuses. The issuer in the metadata of an
 * authorization server may end with a slash that the document of the resource lacks; the reverse passes already. Issuers
 * themselves do not change, because the authorization response is compared with them exactly (RFC 9207).
 */
function readDocument(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | string {
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return body;
  }
  if (!isRecord(document)) return body;
  const present = Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null && value !== ""));
  const { authorization_servers: servers } = present;
  const named = Array.isArray(servers) ? { authorization_servers: servers.map(withPath) } : {};
  return JSON.stringify({ ...present, ...named });
}

/** An address without a path, with the slash that a parsed one has. */
function withPath(address: unknown): unknown {
  const url = typeof address === "string" ? URL.parse(address) : null;
  return url !== null && `${address}/` === url.href ? url.href : address;
}

export function addressRefused(server: string, url: URL): RecollectError {
  return new RecollectError("server_sign_in_address", { server, address: url.origin.slice(0, 200) });
}
