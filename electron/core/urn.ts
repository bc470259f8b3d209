import { ANY } from "./domain.ts";
import { invalidArgument } from "./errors.ts";

/** `recollect://{domain}/{namespace}/{id}`, with the domain as one percent-encoded segment. */
export function formatUrn(parts: { domain: string; namespace: string; id: string }): string {
  return `recollect://${encodeURIComponent(parts.domain)}/${encodeURIComponent(parts.namespace)}/${parts.id}`;
}

/** A parsed `recollect:` address; a segment that is `_` or missing is null. */
export interface ParsedUrn {
  readonly domain: string | null;
  readonly namespace: string | null;
  readonly id: string | null;
}

/**
 * Reads a memory's URN, `recollect://memory/{id}`, or a bare id.
 * @throws invalid_argument when it is none of these
 */
export function parseUrn(value: string, field = "urn"): ParsedUrn {
  const text = value.trim();
  const scheme = "recollect://";
  if (!text.startsWith(scheme)) {
    return { domain: null, namespace: null, id: parseId(text, field) };
  }
  const segments = text.slice(scheme.length).split("/").map(decodeSegment(field));
  if (segments[0] === "memory" && segments.length === 2) {
    return { domain: null, namespace: null, id: parseId(segments[1] ?? "", field) };
  }
  if (segments.length === 0 || segments.length > 3 || segments.some((segment) => segment === "")) {
    throw invalidArgument(
      field,
      `${field} "${text.slice(0, 80)}" is not a memory's address.`,
      "Use recollect://{domain}/{namespace}/{id}.",
      { reason: "not_an_address", value: text.slice(0, 80) },
    );
  }
  const [domain, namespace, id] = segments.map((segment) => (segment === ANY ? null : segment));
  return { domain: domain ?? null, namespace: namespace ?? null, id: id == null ? null : parseId(id, field) };
}

/** ULID: 26 characters of Crockford's base 32 (github.com/ulid/spec). */
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** Checks a memory's id and returns it in upper case. @throws invalid_argument */
export function parseId(value: string, field = "id"): string {
  const id = value.trim().toUpperCase();
  if (!ULID.test(id)) {
    throw invalidArgument(
      field,
      `${field} "${value.slice(0, 60)}" is not a memory's id.`,
      "Ids are 26 characters, as search_memories and list_memories return them.",
      { reason: "not_an_id", value: value.slice(0, 60) },
    );
  }
  return id;
}

function decodeSegment(field: string): (segment: string) => string {
  return (segment) => {
    try {
      return decodeURIComponent(segment);
    } catch {
      throw invalidArgument(
        field,
        `${field} has a segment that is not percent-encoded correctly.`,
        "Encode a project's name with encodeURIComponent.",
      );
    }
  };
}
