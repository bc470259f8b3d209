import { USER_DOMAIN } from "../core/domain.ts";
import { replaceRanges } from "../core/secrets/find-secrets.ts";
import { cleaned, findingsIn } from "../core/secrets/masked-text.ts";
import { type SecretPolicy, secretActionFor } from "../core/secrets/policy.ts";
import { privatePartsIn } from "../core/secrets/private-parts.ts";

/** A longer message is stored up to here, in UTF-16 units: the end of a pasted log is rarely searched. */
const MAX_MESSAGE_UNITS = 200_000;
/** Read beyond the end, so that a secret there is recognised. */
const MARGIN_UNITS = 4_000;

/**
 * Returns a text as it is stored: without private parts, with secrets masked by the same rules as in a capture. Secrets
 * that a capture would refuse are masked, because the rest of the conversation is still worth keeping.
 */
export function keptText(text: string, policy: SecretPolicy, project: string | null): string {
  const open = cleaned(text.slice(0, MAX_MESSAGE_UNITS + MARGIN_UNITS).replaceAll("\0", " ")).trim();
  const rest = replaceRanges(open, privatePartsIn(open), () => "").trim();
  const isAllowed = secretActionFor(policy, project ?? USER_DOMAIN) === "allow";
  const kept = isAllowed ? rest : replaceRanges(rest, findingsIn(rest, policy), ({ mask }) => mask);
  return kept.slice(0, MAX_MESSAGE_UNITS).toWellFormed();
}
