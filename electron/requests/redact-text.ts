import { secretsIn } from "../core/secrets.ts";

/** What stands in place of a secret. */
export const REDACTED = "[redacted]";

/**
 * How far past the limit text is read, so that a secret the limit cuts through is still known by its whole shape. The
 * longest we look for, a PEM key of 16,384 bits, takes about 12,000 characters.
 */
export const REDACTION_MARGIN = 16 * 1024;

/**
 * Replaces what looks like a secret by `[redacted]`: named values (`password: …`, `"token": "…"`), Authorization values,
 * tokens of well-known providers, JWTs, PEM private keys and passwords in addresses. Where `limit` is given, answers only
 * what stands in the first `limit` UTF-16 units; a secret that reaches over the limit is replaced whole.
 */
export function redactText(text: string, limit = Number.POSITIVE_INFINITY): string {
  const window = text.length > limit + REDACTION_MARGIN ? text.slice(0, limit + REDACTION_MARGIN) : text;
  let redacted = "";
  let position = 0;
  for (const { start, end } of secretsIn(window)) {
    if (start >= limit) break;
    redacted += window.slice(position, start) + openingQuote(window.slice(start, end)) + REDACTED;
    position = end;
  }
  return position < limit ? redacted + window.slice(position, limit) : redacted;
}

/** The closing quote is no part of the match and stays; the opening one is put back. */
function openingQuote(secret: string): string {
  return /^\\{0,7}["']/.exec(secret)?.[0] ?? "";
}
