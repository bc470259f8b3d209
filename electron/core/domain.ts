import { invalidArgument } from "./errors.ts";

/** Memories that concern the owner everywhere. */
export const USER_DOMAIN = "user";
/** The wildcard in filters and URNs. */
export const ANY = "_";
/** First segments of a URN that are not projects. */
export const RESERVED_SEGMENTS = ["user", "org", "memory", "help", "topics", "_"] as const;
/** Longest project name, in characters. */
export const MAX_DOMAIN_LENGTH = 200;

/**
 * Checks a domain a memory can live in: `user`, or a project's name such as `owner/repo`.
 * @throws invalid_argument for `org` (reserved for a shared store), the wildcard and the other reserved segments
 */
export function parseDomain(value: string, field = "domain"): string {
  const domain = value.trim();
  if (domain === USER_DOMAIN) return domain;
  if (domain === "org") {
    throw invalidArgument(
      field,
      `${field} "org" is reserved for a shared store.`,
      'Use "user" or a project such as "owner/repo".',
      { reason: "domain_reserved", domain },
    );
  }
  if ((RESERVED_SEGMENTS as readonly string[]).includes(domain)) {
    throw invalidArgument(
      field,
      `${field} "${domain}" is a reserved word.`,
      'Use "user" or a project such as "owner/repo".',
      { reason: "domain_reserved", domain },
    );
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (domain === "" || domain.length > MAX_DOMAIN_LENGTH || /[\u0000-\u001f\u007f]/.test(domain)) {
    throw invalidArgument(
      field,
      `${field} must be 1 to ${MAX_DOMAIN_LENGTH} characters without control characters.`,
      'Use "user" or a project such as "owner/repo".',
      { reason: "domain_length", maximum: MAX_DOMAIN_LENGTH },
    );
  }
  return domain;
}
