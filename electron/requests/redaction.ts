import { secretsIn } from "../core/secrets.ts";
import { LruMap } from "../core/util/lru-map.ts";

/** Replaces a secret. */
export const REDACTED = "[redacted]";

/**
 * How far beyond the limit text is read, so that a secret that crosses the limit is recognised. The longest known one,
 * a PEM key of 16,384 bits, has about 12,000 characters.
 */
export const REDACTION_MARGIN = 16 * 1024;

const SECRET_HEADER = /authorization|cookie|token|secret|password|api-?key/i;
const MAX_HEADERS = 64;
const MAX_HEADER_UNITS = 1024;
/** Redacted header values kept, and their maximum length: a client sends the same few with each message. */
const MAX_CACHED_VALUES = 500;
const MAX_CACHED_UNITS = 200;

/**
 * Replaces secrets by `[redacted]`: named values (`password: …`, `"token": "…"`), Authorization values, tokens of
 * well-known providers, JWTs, PEM private keys and passwords in URLs. With a `limit`, returns only the first `limit`
 * UTF-16 units; a secret that crosses the limit is replaced entirely.
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

/** A match begins with the opening quote of its value but ends before the closing one. */
function openingQuote(secret: string): string {
  return /^\\{0,7}["']/.exec(secret)?.[0] ?? "";
}

export type RedactHeaders = (headers: Readonly<Record<string, string>>) => Record<string, string>;

/**
 * Returns a function that removes secrets from headers, by their names and by their values, and shortens long values.
 */
export function createHeaderRedaction(): RedactHeaders {
  const cache = new LruMap<string, string>(MAX_CACHED_VALUES);

  const redactValue = (value: string): string => {
    if (value.length > MAX_CACHED_UNITS) return redactText(value, MAX_HEADER_UNITS);
    const known = cache.get(value);
    if (known !== undefined) return known;
    const redacted = redactText(value);
    cache.set(value, redacted);
    return redacted;
  };

  return (headers) =>
    Object.fromEntries(
      Object.entries(headers)
        .slice(0, MAX_HEADERS)
        .map(([name, value]) => [
          name.slice(0, MAX_HEADER_UNITS),
          SECRET_HEADER.test(name) ? REDACTED : redactValue(value),
        ]),
    );
}
