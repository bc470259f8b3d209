import { projectKey } from "../project-name.ts";

/** The treatment of a secret in a new memory. */
export const SECRET_ACTIONS = ["mask", "refuse", "allow"] as const;
export type SecretAction = (typeof SECRET_ACTIONS)[number];

/** The owner's choice. `<private>` parts are removed whatever it is. */
export interface SecretPolicy {
  readonly action: SecretAction;
  /** Other choices for single domains. */
  readonly domains: Readonly<Record<string, SecretAction>>;
  /** Whether e-mail addresses, phone numbers, IBANs and card numbers are treated as secrets too. */
  readonly personalData: boolean;
}

export const DEFAULT_SECRET_POLICY: SecretPolicy = { action: "mask", domains: {}, personalData: false };

/** Returns the choice for a domain, in any letter case. */
export function secretActionFor({ action, domains }: SecretPolicy, domain: string): SecretAction {
  if (Object.hasOwn(domains, domain)) return domains[domain] ?? action;
  const key = projectKey(domain);
  return Object.entries(domains).find(([name]) => projectKey(name) === key)?.[1] ?? action;
}
