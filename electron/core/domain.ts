import { invalidArgument } from "./errors.ts";

/** The domain of memories that concern the owner everywhere. */
export const USER_DOMAIN = "user";
/** The wildcard in filters and URNs. */
export const ANY = "_";
/** Maximum length of a project's name, in characters. */
const MAX_DOMAIN_LENGTH = 200;
/** First segments of a URN that are not projects; `org` is reserved for a shared store. */
export const RESERVED_SEGMENTS: readonly string[] = [USER_DOMAIN, "org", "memory", "help", "topics", ANY];

/** Checks the domain of a memory: `user`, or a project's name such as `owner/repo`. @throws invalid_argument */
export function parseDomain(value: string, field = "domain"): string {
  const domain = value.trim();
  if (domain === USER_DOMAIN) return domain;
  if (RESERVED_SEGMENTS.includes(domain)) throw invalidArgument(field, "domain_reserved", { domain });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (domain === "" || domain.length > MAX_DOMAIN_LENGTH || /[\u0000-\u001f\u007f]/.test(domain)) {
    throw invalidArgument(field, "domain_length", { maximum: MAX_DOMAIN_LENGTH });
  }
  return domain;
}
