import type { ErrorTexts } from "../../message.ts";

type InSpace = { readonly inSpace?: boolean };

/**
 * Errors of spaces, of their carriers, and of databases. `inSpace`: the database or folder is the carrier of a space,
 * which sends changes later; without it nothing is queued. `problem` is what the server or the system reported; it never has a password.
 */
export const carrierErrors = {
  space_call_stopped: () => ({ code: "cancelled", message: "The sync with the space was stopped." }),
  space_sequence_reused: ({ sequence }: { sequence: number }) => ({
    code: "conflict",
    message: `Another installation wrote change ${sequence} under the identity of this device.`,
    hint: "This happens after a copy or an old backup of the data folder was started. Let this device join the space again.",
  }),
  space_entries_missing: ({ expected }: { expected: number }) => ({
    code: "conflict",
    message: `The carrier of the space does not have this device's changes from number ${expected} on.`,
    hint: "It was probably restored from a backup. Recollect sends them again.",
  }),
  space_device_revoked: () => ({
    code: "permission_denied",
    message: "This device was removed from the space.",
    hint: "Ask the owner of the space for a new invitation. Its memories are still on this device.",
  }),
  space_device_unknown: ({ device }: { device: string }) => ({
    code: "not_found",
    message: `There is no device ${device} in this space.`,
    hint: "List the devices of the space for their ids.",
  }),
  space_access_refused: ({ inSpace = false }: InSpace) => ({
    code: "permission_denied",
    message: `The ${inSpace ? "space's database" : "database"} does not allow your login to do this.`,
    hint: inSpace
      ? "The owner of the space may have removed your login or made it a reader."
      : "Ask the database's administrator for the rights.",
  }),
  space_owner_only: () => ({
    code: "permission_denied",
    message: "Only the owner of the space can do this.",
    hint: "Ask the owner, who has the login that created the space.",
  }),
  space_missing: ({ place }: { place: string }) => ({
    code: "unavailable",
    message: `There is no such space at ${place}.`,
    hint: "Check the address or folder. A folder may not be synced to this device yet.",
  }),
  space_exists_there: ({ place }: { place: string }) => ({
    code: "conflict",
    message: `The space exists at ${place} already.`,
    hint: "Join it instead.",
  }),
  space_newer: ({ place }: { place: string }) => ({
    code: "unavailable",
    message: `The space at ${place} was made by a newer version of Recollect.`,
    hint: "Update Recollect on this device. Nothing was changed.",
  }),
  space_record_differs: ({ name }: { name: string }) => ({
    code: "conflict",
    message: `The document ${name} of the space exists with another content.`,
    hint: "Another device changed the space at the same time. Try again.",
  }),
  space_parcel_invalid: ({ sequence }: { sequence: number }) => ({
    code: "invalid_argument",
    message: `Change ${sequence} cannot be sent: it is out of order, of another device, or too large.`,
    hint: "Send the changes of this device in order.",
  }),
  space_folder_missing: ({ folder, inSpace = false }: { folder: string } & InSpace) => ({
    code: "unavailable",
    message: `${inSpace ? "The folder of the space" : "The folder"} is missing: ${folder}.`,
    hint: inSpace
      ? "Connect its disk, or start the program that syncs it. Changes are sent when it is available."
      : "Check the path, or create the folder first.",
  }),
  space_database_unreachable: ({ host, problem, inSpace = false }: { host: string; problem: string } & InSpace) => ({
    code: "unavailable",
    message: `The database at ${host} cannot be reached: ${problem}.`,
    hint: `Check the network and the server.${inSpace ? " Changes are sent when it is available." : ""}`,
  }),
  space_database_login_refused: ({ host, user, inSpace = false }: { host: string; user: string } & InSpace) => ({
    code: "permission_denied",
    message: `The database at ${host} refused the login ${user}.`,
    hint: `Check the user and the password.${inSpace ? " The owner of the space may have removed the login." : ""}`,
  }),
  space_database_unknown: ({ host, database }: { host: string; database: string }) => ({
    code: "unavailable",
    message: `The server at ${host} has no database ${database}.`,
    hint: "Check the address.",
  }),
  space_database_read_only: ({ host, inSpace = false }: { host: string } & InSpace) => ({
    code: "unavailable",
    message: `The database at ${host} accepts no changes now.`,
    hint: `Use the address of the primary server, not of a replica.${inSpace ? " Changes are sent when it accepts them." : ""}`,
  }),
  space_database_full: ({ host, problem, inSpace = false }: { host: string; problem: string } & InSpace) => ({
    code: "unavailable",
    message: `The database at ${host} has no space left: ${problem}.`,
    hint: `Ask its administrator to free space.${inSpace ? " Changes are sent afterwards." : ""}`,
  }),
  space_database_busy: ({ host, problem }: { host: string; problem: string }) => ({
    code: "unavailable",
    message: `The database at ${host} is too busy: ${problem}.`,
    hint: "Recollect tries again. If the error continues, check the number of its connections.",
  }),
  space_database_failed: ({ host, problem }: { host: string; problem: string }) => ({
    code: "unavailable",
    message: `The database at ${host} reported an error: ${problem}.`,
    hint: "It must be compatible with PostgreSQL 13 or newer.",
  }),
  space_tls_required: ({ host }: { host: string }) => ({
    code: "invalid_argument",
    message: `A connection to ${host} without TLS is refused, because others could read it.`,
    hint: "Remove sslmode from the address, or use an SSH tunnel to 127.0.0.1.",
  }),
  space_tls_failed: ({ host, problem }: { host: string; problem: string }) => ({
    code: "unavailable",
    message: `The certificate of ${host} could not be verified: ${problem}.`,
    hint: "Use the host name of the certificate, or name the authority's certificate file with sslrootcert.",
  }),
  space_address_invalid: ({ problem }: { problem: string }) => ({
    code: "invalid_argument",
    message: `The address of the database is invalid: ${problem}.`,
    hint: "For example postgres://name@db.example.com:5432/memories.",
  }),
  space_member_invalid: () => ({
    code: "invalid_argument",
    message:
      "The name of a login must start with a letter and have at most 40 lower-case letters, digits and underscores.",
    hint: "Choose a short name, for example alice.",
  }),
  space_member_exists: ({ login }: { login: string }) => ({
    code: "conflict",
    message: `The database has a login ${login} already.`,
    hint: "Choose another name, or add the existing login to the space.",
  }),
  space_member_not_creatable: ({ login }: { login: string }) => ({
    code: "permission_denied",
    message: "The database does not let your login create others.",
    hint: `Ask its administrator to create the login ${login}, then add it to the space.`,
  }),
  space_member_unknown: ({ login }: { login: string }) => ({
    code: "not_found",
    message: `The login ${login} is not a member of this space.`,
    hint: "List the members of the space.",
  }),
  space_passphrase_wrong: () => ({
    code: "permission_denied",
    message: "The passphrase does not open this space.",
    hint: "Check it for missing words and for the case of its letters.",
  }),
  space_passphrase_changed: () => ({
    code: "permission_denied",
    message: "The passphrase of the space was changed.",
    hint: "Ask the owner of the space for the new one. Sync continues afterwards.",
  }),
  space_passphrase_short: ({ minimum }: { minimum: number }) => ({
    code: "invalid_argument",
    message: `A passphrase needs at least ${minimum} characters.`,
    hint: "Use several words, or let Recollect make one.",
  }),
  space_keys_damaged: ({ name }: { name: string }) => ({
    code: "unavailable",
    message: `The key document ${name} of the space is damaged, or was written by a newer version.`,
    hint: "Wait until the folder is synced completely, or update Recollect.",
  }),
  space_keys_older: () => ({
    code: "unavailable",
    message: "The keys of the space are older than those that this device has used.",
    hint: "The carrier may have been restored from a backup. Ask the owner of the space.",
  }),
  space_encryption_differs: () => ({
    code: "conflict",
    message: "The invitation says that the space is not encrypted, but it is.",
    hint: "Ask for a new invitation, and check who sent this one.",
  }),
  space_passphrase_missing: () => ({
    code: "permission_denied",
    message: "The passphrase of the space is not stored on this device.",
    hint: "Enter the passphrase again.",
  }),
  invitation_invalid: ({ part }: { part: string }) => ({
    code: "invalid_argument",
    message: `The invitation is incomplete or damaged: ${part}.`,
    hint: "Copy the complete link, which starts with recollect://join, and paste it again.",
  }),
  invitation_newer: () => ({
    code: "invalid_argument",
    message: "The invitation was made by a newer version of Recollect.",
    hint: "Update Recollect on this device.",
  }),
  invitation_secret_invalid: () => ({
    code: "invalid_argument",
    message: "The secret of the invitation is incomplete or belongs to another space.",
    hint: "Copy it again from the message in which you received it.",
  }),
} satisfies ErrorTexts;
