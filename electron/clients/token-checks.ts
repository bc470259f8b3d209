import { RecollectError } from "../core/errors.ts";
import type { Clock } from "../core/ports.ts";
import type { TokenRow } from "../core/tokens.ts";

/** The owner token's subject; no client's token may carry it. */
export const OWNER_SUBJECT = "owner";

/** The log names whose token it was, and why it is refused. */
export function ended({ subject }: TokenRow, reason: "expired" | "revoked", hint: string): RecollectError {
  const message = reason === "expired" ? "The token has expired." : "The token was revoked.";
  return new RecollectError("unauthenticated", message, { hint, details: { subject, reason } });
}

/** @throws invalid_argument for a day that has passed */
export function checkExpiry(expiresAt: number | null, clock: Clock): void {
  if (expiresAt === null || expiresAt > clock.now()) return;
  throw new RecollectError("invalid_argument", "A token cannot end in the past.", {
    field: "expiresAt",
    hint: "Choose a day to come; revoke the token to end it now.",
  });
}

/** The name as it is kept. @throws invalid_argument */
export function checkSubject(subject: string): string {
  const name = subject.trim();
  if (name !== "" && name.length <= 100 && name !== OWNER_SUBJECT && !/\p{Cc}/u.test(name)) return name;
  throw new RecollectError("invalid_argument", `A token's name must be one line of 1 to 100 characters, not "owner".`, {
    field: "subject",
    hint: "Name the client it is for, for example claude-code.",
  });
}

export function noToken(subject: string): RecollectError {
  return new RecollectError("not_found", `There is no token for ${subject.slice(0, 100)}.`);
}
