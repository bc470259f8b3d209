import type { ClientGrant } from "../../../electron/ipc/contract.ts";
import type { Text } from "../../text/en.ts";
import { daysLeft } from "./expiry/expiry.ts";

/** From how many days on the end of a token is told. */
const SOON_DAYS = 14;

/** What makes a client differ from one that may do everything, for ever; null for what does not. */
export function limitsOf(grant: ClientGrant | undefined, now: number, text: Text): readonly (string | null)[] {
  if (grant === undefined) return [];
  const words = text.clients.access.short;
  const left = grant.state === "revoked" ? null : daysLeft(grant.expiresAt, now);
  return [
    grant.state === "active" ? null : words[grant.state],
    left !== null && left <= SOON_DAYS ? words.endsIn(left) : null,
    grant.access === "read" ? words.readOnly : null,
    grant.domains === null && grant.namespaces === null ? null : words.limited,
  ];
}
