import type { FetchLike } from "@modelcontextprotocol/client";
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

/** Sends the requests of a sign-in: no redirect is followed, and size and duration are limited. */
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
    return new Response(body.length === 0 ? null : body, { status, statusText, headers });
  };
}

export function addressRefused(server: string, url: URL): RecollectError {
  return new RecollectError("server_sign_in_address", { server, address: url.origin.slice(0, 200) });
}
