import type { IncomingMessage } from "node:http";
import type { VerifiedToken } from "../core/tokens.ts";
import { RecollectError } from "../text/errors.ts";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];
const FAILURE_WINDOW_MS = 60_000;

/**
 * Accepts only requests that are addressed to this server by a loopback name and that no foreign web page sent. This
 * protects against DNS rebinding and against pages that send requests to local ports, even if they have a token.
 *
 * @throws permission_denied, with `details.refusal` of `host` or `origin`
 */
export function checkAddress(request: IncomingMessage, port: number): void {
  // Node returns the first of several Host headers; a proxy may have used the last.
  const host = hasOneHost(request) ? request.headers.host?.toLowerCase() : undefined;
  if (host === undefined || !LOOPBACK_NAMES.some((name) => host === `${name}:${port}`)) {
    throw new RecollectError("host_not_allowed", { port }, { details: { refusal: "host" } });
  }
  const origin = request.headers.origin?.toLowerCase();
  if (origin !== undefined && !LOOPBACK_NAMES.some((name) => origin === `http://${name}:${port}`)) {
    throw new RecollectError("origin_not_allowed", {}, { details: { refusal: "origin" } });
  }
}

function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}

/**
 * Authenticates a request by its `Authorization` header.
 * @param client the header `Recollect-Client`; only trusted together with the owner's token
 * @throws unauthenticated, with `details.refusal` (`REFUSAL_REASONS`) if the reason is known
 */
export type Authenticate = (authorization: string | undefined, client?: string | null) => Promise<VerifiedToken>;

/** Returns a function that authenticates bearer tokens (RFC 6750, section 2.1) with `verify`. */
export function bearerAuthentication(
  verify: (token: string, client?: string | null) => Promise<VerifiedToken>,
): Authenticate {
  return async (authorization, client = null) => {
    const match = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "");
    if (match?.[1] !== undefined) return await verify(match[1], client);
    const refusal = authorization === undefined ? "missing" : "invalid";
    throw new RecollectError("authorization_missing", {}, { details: { refusal } });
  };
}

/**
 * Limits how many failed authentications a minute get a detailed response. All clients are counted together: they
 * connect from the same machine, so they cannot be distinguished.
 */
export class FailureLimit {
  readonly #now: () => number;
  readonly #limit: number;
  #windowStart = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(now: () => number, limit: number) {
    this.#now = now;
    this.#limit = limit;
  }

  /** Counts a failure. @returns whether it is within the limit */
  admit(): boolean {
    if (this.#now() - this.#windowStart >= FAILURE_WINDOW_MS) {
      this.#windowStart = this.#now();
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#limit;
  }
}
