import { USER_DOMAIN } from "../core/domain.ts";
import { enterText, gatePolicyFor } from "../core/gate/gate.ts";
import type { SecretPolicy } from "../core/secrets/policy.ts";

/** A longer message is stored up to here, in UTF-16 units: the end of a pasted log is rarely searched. */
const MAX_MESSAGE_UNITS = 200_000;

/**
 * Returns a text as it is stored: without private parts, with secrets masked by the same rules as in a capture. Secrets
 * that a capture would refuse are masked, because the rest of the conversation is still worth keeping.
 */
export function keptText(text: string, policy: SecretPolicy, project: string | null): string {
  const { action, personalData } = gatePolicyFor(policy, project ?? USER_DOMAIN);
  const stored = { action: action === "refuse" ? "mask" : action, personalData } as const;
  return enterText(text.replaceAll("\0", " "), stored, { cutAt: MAX_MESSAGE_UNITS }).text.trim();
}
