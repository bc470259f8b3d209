import { RecollectError } from "../../text/errors.ts";

/** What ends only when the owner does something. */
const STOPPING_REASONS = new Set([
  "space_carrier_unknown",
  "space_newer",
  "space_tls_failed",
  "space_tls_required",
  "space_address_invalid",
  "space_database_unknown",
  "space_encryption_differs",
  "keychain_lost",
]);
/** Another installation has the identity of this one: its data folder is a copy, or was restored. */
const REUSED_REASONS = new Set(["device_reused", "space_sequence_reused"]);

/** `renew`: this device needs another identity; `stop`: until the owner acts; `wait`: try again later. */
export type FailureAction = "renew" | "stop" | "wait";

export function actionAfter(error: unknown): FailureAction {
  const reason = reasonOf(error);
  if (REUSED_REASONS.has(reason)) return "renew";
  if (error instanceof RecollectError && error.code === "permission_denied") return "stop";
  return STOPPING_REASONS.has(reason) ? "stop" : "wait";
}

export function reasonOf(error: unknown): string {
  return error instanceof RecollectError ? String(error.details?.reason ?? "") : "";
}

/** A sequence in the details of an error; null if it has none. */
export function numberIn(error: unknown, name: "expected" | "sequence"): number | null {
  const value = error instanceof RecollectError ? error.details?.[name] : null;
  return typeof value === "number" && value >= 1 ? value : null;
}
