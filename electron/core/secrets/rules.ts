/**
 * The forms of secrets are in three tables: prefixes (`prefix-rules.ts`), complete forms (`shape-rules.ts`) and names before
 * values (`name-rules.ts`). The providers' formats are from their documentation and from the public lists of gitleaks
 * (https://github.com/gitleaks/gitleaks, MIT) and GitHub's secret scanning; the patterns are our own.
 */

/** The name of a finding: `id` for programs, `name` in a mask such as `[secret: GitHub token]`. */
export interface SecretKind {
  readonly id: string;
  readonly name: string;
}

export const HEX = "[A-Fa-f0-9]";
export const WORD = "[A-Za-z0-9]";

export const AWS_SECRET_KEY: SecretKind = { id: "aws-secret", name: "AWS secret key" };
/** The parts between `<private>` and `</private>`. */
export const PRIVATE_PART: SecretKind = { id: "private", name: "private part" };
export const PRIVATE_KEY: SecretKind = { id: "private-key", name: "private key" };
export const URL_PASSWORD: SecretKind = { id: "url-password", name: "password" };
export const BEARER_TOKEN: SecretKind = { id: "bearer", name: "token" };
export const COMMAND_PASSWORD: SecretKind = { id: "command-password", name: "password" };
