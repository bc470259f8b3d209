import type { IncomingMessage } from "node:http";
import type { Grant } from "../core/caller.ts";
import { RecollectError } from "../core/errors.ts";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Lets in what was addressed to this server by a loopback name, and what no foreign web page sent. Against DNS
 * rebinding and pages that post to local ports, whatever token they found.
 *
 * @throws permission_denied, with `details.reason` of `host` or `origin`
 */
export function checkAddress(request: IncomingMessage, port: number): void {
  // Of several Host headers Node shows the first; another program on the way may have believed the last.
  const host = hasOneHost(request) ? request.headers.host?.toLowerCase() : undefined;
  if (host === undefined || !LOOPBACK_NAMES.some((name) => host === `${name}:${port}`)) {
    throw new RecollectError("permission_denied", "This server answers at its own loopback address alone.", {
      hint: `Use http://127.0.0.1:${port}.`,
      details: { reason: "host" },
    });
  }
  const origin = request.headers.origin?.toLowerCase();
  if (origin !== undefined && !LOOPBACK_NAMES.some((name) => origin === `http://${name}:${port}`)) {
    throw new RecollectError("permission_denied", "Web pages are not served.", {
      hint: "Connect a client from this machine, not a page in a browser.",
      details: { reason: "origin" },
    });
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

/** Whom a token belongs to and what it allows, as `createTokens().verify` answers. */
export interface Authenticated {
  readonly id: string;
  readonly subject: string;
  readonly grant: Grant;
  readonly owner: boolean;
  /** True while the owner has the client turned away. */
  readonly paused: boolean;
}

/**
 * Says whom a request comes from, by its `Authorization` header.
 * @param client whom the header `Recollect-Client` names; believed together with the owner's token alone
 * @throws unauthenticated, with `details.reason` where it is known why (`REFUSAL_REASONS`)
 */
export type Authenticate = (authorization: string | undefined, client?: string | null) => Promise<Authenticated>;

/** Takes bearer tokens (RFC 6750 §2.1) and has them verified. */
export function bearerAuthentication(
  verify: (token: string, client?: string | null) => Promise<Authenticated>,
): Authenticate {
  return async (authorization, client = null) => {
    const match = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "");
    if (match?.[1] !== undefined) return await verify(match[1], client);
    throw new RecollectError("unauthenticated", "A token is needed.", {
      details: { reason: authorization === undefined ? "missing" : "invalid" },
      hint: "Send Authorization: Bearer <token>. Recollect shows a ready configuration under Clients › Connect.",
    });
  };
}

/** Counts failed authentications of all callers together: they cannot be told apart, and all come from this machine. */
export interface FailureLimit {
  /** Counts one; answers whether it is still below the limit. */
  admit(): boolean;
}

/** At most `limit` failures in a minute are told what is wrong; the rest is turned away in a word. */
export function createFailureLimit(now: () => number, limit: number): FailureLimit {
  let windowStart = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    admit() {
      if (now() - windowStart >= 60_000) {
        windowStart = now();
        count = 0;
      }
      count += 1;
      return count <= limit;
    },
  };
}

/** Reads the header `Recollect-Client`, percent-encoded: the client a program with the owner's token speaks for. */
export function readClientName(header: string | string[] | undefined): string | null {
  const value = (typeof header === "string" ? header : "").trim();
  try {
    return value === "" ? null : decodeURIComponent(value);
  } catch {
    return value;
  }
}
