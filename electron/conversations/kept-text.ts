import { replaceRanges } from "../core/secrets/find-secrets.ts";
import { cleaned, findingsIn } from "../core/secrets/masked-text.ts";
import { type SecretPolicy, secretActionFor } from "../core/secrets/policy.ts";
import { privatePartsIn } from "../core/secrets/private-parts.ts";

/** A longer message is stored up to here, in UTF-16 units: the end of a pasted log is rarely searched. */
const MAX_MESSAGE_UNITS = 200_000;

/**
 * Returns a text as it is stored: without private parts, with secrets masked by the same rules as in a capture. What a
 * capture would refuse is masked: the rest of the conversation is still worth keeping.
 */
export function keptText(text: string, policy: SecretPolicy, project: string | null): string {
  const open = cleaned(text.replaceAll("\0", " ").slice(0, MAX_MESSAGE_UNITS)).trim();
  const rest = replaceRanges(open, privatePartsIn(open), () => "").trim();
  if (secretActionFor(policy, project ?? "user") === "allow") return rest;
  return replaceRanges(rest, findingsIn(rest, policy), ({ mask }) => mask);
}
