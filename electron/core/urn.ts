import { RecollectError } from "../text/errors.ts";
import { ANY } from "./domain.ts";

/** `recollect://{domain}/{namespace}/{id}`, with the domain as one percent-encoded segment. */
export function formatUrn(parts: { domain: string; namespace: string; id: string }): string {
  return `${SCHEME}${encodeURIComponent(parts.domain)}/${encodeURIComponent(parts.namespace)}/${parts.id}`;
}

/** A parsed `recollect:` address; a segment that is `_` or missing is null. */
export interface ParsedUrn {
  readonly domain: string | null;
  readonly namespace: string | null;
  readonly id: string | null;
}

const SCHEME = "recollect://";
/** ULID: 26 characters of Crockford's base 32 (github.com/ulid/spec). */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** Characters of the shortest abbreviation of an id. */
const MIN_ABBREVIATION = 4;
const ABBREVIATION = new RegExp(`^[0-9A-HJKMNP-TV-Z]{${MIN_ABBREVIATION},25}$`);

/**
 * Parses a memory's URN, `recollect://memory/{id}`, or a bare id.
 * @param readId checks the id, by default as {@link parseId}
 * @throws invalid_argument
 */
export function parseUrn(value: string, field = "urn", readId = parseId): ParsedUrn {
  const text = value.trim();
  if (!text.startsWith(SCHEME)) return { domain: null, namespace: null, id: readId(text, field) };
  const segments = text
    .slice(SCHEME.length)
    .split("/")
    .map((segment) => decodeSegment(segment, field));
  if (segments[0] === "memory" && segments.length === 2) {
    return { domain: null, namespace: null, id: readId(segments[1] ?? "", field) };
  }
  if (segments.length > 3 || segments.includes("")) {
    throw new RecollectError("not_an_address", { value: text.slice(0, 80) }, { field });
  }
  const [domain, namespace, id] = segments.map((segment) => (segment === ANY ? null : segment));
  return { domain: domain ?? null, namespace: namespace ?? null, id: id == null ? null : readId(id, field) };
}

/** Checks a memory's id and returns it in upper case. @throws invalid_argument */
export function parseId(value: string, field = "id"): string {
  const id = value.trim().toUpperCase();
  if (ULID.test(id)) return id;
  throw new RecollectError("not_an_id", { value: value.slice(0, 60) }, { field });
}

/** Characters of a short id, the end of an id that lists show: two of 100,000 memories share one in 1 of 200 stores. */
export const SHORT_ID_LENGTH = 8;

/** As {@link parseId}, and accepts the start or the end of an id, or the start of its short id, as {@link isAbbreviation} recognises it. */
export function parseIdOrPart(value: string, field = "id"): string {
  const part = value.trim().toUpperCase();
  return isAbbreviation(part) ? part : parseId(value, field);
}

/** Whether an id in upper case is an abbreviation. */
export function isAbbreviation(id: string): boolean {
  return ABBREVIATION.test(id);
}

function decodeSegment(segment: string, field: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new RecollectError("address_encoding", {}, { field });
  }
}
