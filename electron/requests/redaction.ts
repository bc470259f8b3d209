import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { replaceRanges, secretsIn } from "../core/secrets/find-secrets.ts";

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
/** Redacted values kept, and their maximum length. */
const MAX_CACHED_VALUES = 500;
const MAX_CACHED_UNITS = 200;

/**
 * Replaces secrets by `[redacted]`, in JSON at every depth; `secretsIn` defines them. With a `limit`, returns only the
 * first `limit` UTF-16 units; a secret that crosses the limit is replaced entirely.
 * @param known further texts to replace
 */
export function redactText(text: string, limit = Number.POSITIVE_INFINITY, known: readonly string[] = []): string {
  const start = text.length > limit + REDACTION_MARGIN ? text.slice(0, limit + REDACTION_MARGIN) : text;
  const window = known.reduce((masked, value) => masked.replaceAll(value, REDACTED), start);
  const ranges = secretsIn(window).filter(({ start }) => start < limit);
  const end = Math.max(limit, ranges.at(-1)?.end ?? 0);
  return replaceRanges(window.slice(0, end), ranges, () => REDACTED);
}

/** Removes secrets from bodies, from headers by their names and by their values, and from other short texts. */
export class Redaction {
  #known: readonly string[] = [];
  readonly #cache = new LRUCache<string, string>({ max: MAX_CACHED_VALUES });

  /** Sets texts that are secrets whatever their form, such as the secrets of servers. */
  know(values: readonly string[]): void {
    if (isDeepStrictEqual(values, this.#known)) return;
    this.#known = values;
    this.#cache.clear();
  }

  /** See {@link redactText}. */
  text(text: string, limit: number): string {
    return redactText(text, limit, this.#known);
  }

  /** Redacts a name or an address, of which a client sends the same few with each message. */
  short<Value extends string | null>(value: Value, limit: number): Value | string {
    if (value === null) return value;
    if (value.length > MAX_CACHED_UNITS) return this.text(value, limit);
    const known = this.#cache.get(value);
    if (known !== undefined) return known;
    const redacted = this.text(value, limit);
    this.#cache.set(value, redacted);
    return redacted;
  }

  /** Redacts headers and shortens long values. */
  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers)
        .slice(0, MAX_HEADERS)
        .map(([name, value]) => [
          name.slice(0, MAX_HEADER_UNITS),
          SECRET_HEADER.test(name) ? REDACTED : this.short(value, MAX_HEADER_UNITS),
        ]),
    );
  }
}
