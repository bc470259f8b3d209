import type { FetchLike } from "@modelcontextprotocol/client";
import { isRecord } from "../../core/util/is-record.ts";
import { readLimited } from "../../core/util/read-limited.ts";
import { RecollectError } from "../../text/errors.ts";
import { isLoopback } from "../definition.ts";

const TIMEOUT_MS = 30_000;
/** Metadata and tokens are a few KiB. */
const MAX_BYTES = 1024 * 1024;
/** Members of the metadata that the SDK requires and Recollect does not use, or whose absence has a usual meaning. */
const USUAL_METADATA = {
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
};

/** Whether a server's sign-in may use an address: https, or this machine if the server is on it too. */
export function isAllowed(url: URL, server: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url) && isLoopback(server));
}

/**
 * Sends the requests of a sign-in: no redirect is followed, and size and duration are limited. Documents are returned in
 * the form that the SDK requires, because clients without schemas accept others.
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
    const text = new TextDecoder().decode(body);
    const document = parseObject(text);
    const read = document === null ? body : JSON.stringify(readDocument(document, init?.body, server.url));
    // The length and encoding of the former body do not apply.
    const kept = [...headers].filter(([name]) => !/^content-(?:length|encoding)$/.test(name));
    return new Response(body.length === 0 ? null : read, { status, statusText, headers: kept });
  };
}

export function addressRefused(server: string, url: URL): RecollectError {
  return new RecollectError("server_sign_in_address", { server, address: url.origin.slice(0, 200) });
}

/** An issuer without the slash at its end, which does not count (`https://as` and `https://as/`). */
export function withoutSlash(issuer: string): string {
  return issuer.endsWith("/") ? issuer.slice(0, -1) : issuer;
}

/** Returns a document in which null and empty members are absent, and members with a usual value are present. */
function readDocument(
  document: Record<string, unknown>,
  requested: unknown,
  serverUrl: string,
): Record<string, unknown> {
  const read = withoutEmpty(document) as Record<string, unknown>;
  if (typeof read.issuer === "string") read.issuer = withoutSlash(read.issuer);
  if (Array.isArray(read.authorization_servers)) return { resource: serverUrl, ...read };
  if (typeof read.authorization_endpoint === "string") {
    const jwks = typeof read.issuer === "string" ? { jwks_uri: `${read.issuer}/jwks` } : {};
    return { ...jwks, ...USUAL_METADATA, ...read };
  }
  if (typeof read.access_token === "string") return { token_type: "Bearer", ...read };
  if (typeof read.client_id !== "string" || typeof requested !== "string") return read;
  // A registration, which may leave out what it accepted.
  const { redirect_uris } = parseObject(requested) ?? {};
  return redirect_uris === undefined ? read : { redirect_uris, ...read };
}

function withoutEmpty(value: unknown): unknown {
  const isPresent = (member: unknown) => member !== null && member !== "";
  if (Array.isArray(value)) return value.filter(isPresent).map(withoutEmpty);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => isPresent(member));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutEmpty(member)]));
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
