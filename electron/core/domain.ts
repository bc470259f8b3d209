import { RecollectError } from "../text/errors.ts";
import { normalText } from "./gate/normal-text.ts";

/** The domain of memories that concern the owner everywhere. */
export const USER_DOMAIN = "user";
/** The wildcard in filters and URNs. */
export const ANY = "_";
/** Maximum length of a project's name, in characters. */
const MAX_DOMAIN_LENGTH = 200;
/** First segments of a URN that are not projects; `org` is reserved for a shared store. */
export const RESERVED_SEGMENTS: readonly string[] = [USER_DOMAIN, "org", "memory", "help", "topics", ANY];

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression refuses control characters
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Checks the domain of a memory: `user`, or a project's name such as `owner/repo`. @throws invalid_argument */
export function parseDomain(value: string, field = "domain"): string {
  const trimmed = value.trim();
  // Control characters are refused below; other characters that no name needs are removed.
  const domain = CONTROL.test(trimmed) ? trimmed : normalText(trimmed).text.trim();
  if (domain === USER_DOMAIN) return domain;
  if (RESERVED_SEGMENTS.includes(domain)) throw new RecollectError("domain_reserved", { domain }, { field });
  if (domain === "" || domain.length > MAX_DOMAIN_LENGTH || CONTROL.test(domain)) {
    throw new RecollectError("domain_length", { maximum: MAX_DOMAIN_LENGTH }, { field });
  }
  return domain;
}
