import type { IncomingMessage } from "node:http";
import { RecollectError } from "../core/errors.ts";
import { REFUSAL_REASONS, type RefusalReason } from "../core/request-log.ts";
import { readClientName } from "./guard.ts";
import { isRecord } from "./messages.ts";

const MAX_NAME = 100;

/** Why authentication failed, as whoever refused it says in `details.reason`. */
export function reasonOf(error: RecollectError): RefusalReason {
  return REFUSAL_REASONS.find((reason) => reason === error.details?.reason) ?? "invalid";
}

/**
 * Whom a request that was turned away says it comes from: the token that was not good (its subject alone, RFC 7519 §4.1.2),
 * the header `Recollect-Client`, or the first product in `User-Agent`. Nothing of it is proven, and nothing else of a token
 * is kept.
 */
export function claimedName(request: IncomingMessage, error: unknown): string | null {
  const details = error instanceof RecollectError ? error.details : undefined;
  const named =
    (typeof details?.subject === "string" ? details.subject : null) ??
    subjectIn(request.headers.authorization) ??
    readClientName(request.headers["recollect-client"]) ??
    /^[^\s/]+/.exec(request.headers["user-agent"] ?? "")?.[0];
  return named?.slice(0, MAX_NAME) ?? null;
}

function subjectIn(authorization: string | undefined): string | null {
  const payload = /^bearer +[\w-]+\.([\w-]+)\.[\w-]*$/i.exec(authorization?.trim() ?? "")?.[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return isRecord(claims) && typeof claims.sub === "string" && claims.sub !== "" ? claims.sub : null;
  } catch {
    return null;
  }
}
