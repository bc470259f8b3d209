import type { Text } from "../../../electron/text/en.ts";
import { BridgeError } from "../../bridge.ts";
import { errorSentence } from "../../ui/states.tsx";

/** The fields of errors that do not name their field, by the reason. */
const FIELD_OF_REASON: Readonly<Record<string, string>> = {
  space_folder_missing: "folder",
  space_exists_there: "folder",
  space_missing: "folder",
  space_address_invalid: "address",
  space_database_unreachable: "address",
  space_database_unknown: "address",
  space_tls_required: "address",
  space_tls_failed: "address",
  space_database_login_refused: "password",
  space_passphrase_wrong: "passphrase",
  space_passphrase_changed: "passphrase",
  space_passphrase_short: "passphrase",
  space_passphrase_missing: "passphrase",
  space_folder_relative: "folder",
  space_domain_taken: "domains",
  space_member_invalid: "login",
  space_member_exists: "login",
  invitation_invalid: "link",
  invitation_newer: "link",
  invitation_secret_invalid: "secret",
};

export interface FieldErrors {
  /** The message for a field; null if the error is about another field. */
  at(field: string): string | null;
  /** An error that is about no field. */
  readonly rest: BridgeError | null;
}

/** Assigns an error to the field that it names: `carrier.folder` is `folder`. @param fields the visible fields */
export function fieldErrors(error: unknown, fields: readonly string[], text: Text): FieldErrors {
  if (!(error instanceof BridgeError) || error.code === "cancelled") return { at: () => null, rest: null };
  const named = [error.field?.split(".").at(-1), FIELD_OF_REASON[String(error.details?.reason)]];
  const found = named.find((field) => field !== undefined && fields.includes(field));
  return {
    at: (field) => (field === found ? errorSentence(error, text) : null),
    rest: found === undefined ? error : null,
  };
}
