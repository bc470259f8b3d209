import { cancelled, conflict, denied, type ErrorTexts, invalid, notFound, unavailable } from "../../message.ts";

type InSpace = { readonly inSpace?: boolean };

/**
 * Errors of spaces, of their carriers, and of databases. `inSpace`: the database or folder is the carrier of a space,
 * which sends changes later; without it nothing is queued. `problem` is what the server or the system reported; it
 * never has a password.
 */
export const carrierErrors = {
  space_call_stopped: () => cancelled("The sync with the space was stopped."),
  space_sequence_reused: ({ sequence }: { sequence: number }) =>
    conflict(
      `Another installation wrote change ${sequence} under the identity of this device.`,
      "This happens after a copy or an old backup of the data folder was started. Let this device join the space again.",
    ),
  space_entries_missing: ({ expected }: { expected: number }) =>
    conflict(
      `The carrier of the space does not have this device's changes from number ${expected} on.`,
      "It was probably restored from a backup. Recollect sends them again.",
    ),
  space_device_revoked: () =>
    denied(
      "This device was removed from the space.",
      "Ask the owner of the space for a new invitation. Its memories are still on this device.",
    ),
  space_device_unknown: ({ device }: { device: string }) =>
    notFound(`There is no device ${device} in this space.`, "List the devices of the space for their ids."),
  space_access_refused: ({ inSpace = false }: InSpace) =>
    denied(
      `The ${inSpace ? "space's database" : "database"} does not allow your login to do this.`,
      inSpace
        ? "The owner of the space may have removed your login or made it a reader."
        : "Ask the database's administrator for the rights.",
    ),
  space_owner_only: () =>
    denied("Only the owner of the space can do this.", "Ask the owner, who has the login that created the space."),
  space_missing: ({ place }: { place: string }) =>
    unavailable(
      `There is no such space at ${place}.`,
      "Check the address or folder. A folder may not be synced to this device yet.",
    ),
  space_exists_there: ({ place }: { place: string }) =>
    conflict(`The space exists at ${place} already.`, "Join it instead."),
  space_newer: ({ place }: { place: string }) =>
    unavailable(
      `The space at ${place} was made by a newer version of Recollect.`,
      "Update Recollect on this device. Nothing was changed.",
    ),
  space_record_differs: ({ name }: { name: string }) =>
    conflict(
      `The document ${name} of the space exists with another content.`,
      "Another device changed the space at the same time. Try again.",
    ),
  space_parcel_invalid: ({ sequence }: { sequence: number }) =>
    invalid(
      `Change ${sequence} cannot be sent: it is out of order, of another device, or too large.`,
      "Send the changes of this device in order.",
    ),
  space_folder_missing: ({ folder, inSpace = false }: { folder: string } & InSpace) =>
    unavailable(
      `${inSpace ? "The folder of the space" : "The folder"} is missing: ${folder}.`,
      inSpace
        ? "Connect its disk, or start the program that syncs it. Changes are sent when it is available."
        : "Check the path, or create the folder first.",
    ),
  space_database_unreachable: ({ host, problem, inSpace = false }: { host: string; problem: string } & InSpace) =>
    unavailable(
      `The database at ${host} cannot be reached: ${problem}.`,
      `Check the network and the server.${inSpace ? " Changes are sent when it is available." : ""}`,
    ),
  space_database_login_refused: ({ host, user, inSpace = false }: { host: string; user: string } & InSpace) =>
    denied(
      `The database at ${host} refused the login ${user}.`,
      `Check the user and the password.${inSpace ? " The owner of the space may have removed the login." : ""}`,
    ),
  space_database_unknown: ({ host, database }: { host: string; database: string }) =>
    unavailable(`The server at ${host} has no database ${database}.`, "Check the address."),
  space_database_read_only: ({ host, inSpace = false }: { host: string } & InSpace) =>
    unavailable(
      `The database at ${host} accepts no changes now.`,
      `Use the address of the primary server, not of a replica.${inSpace ? " Changes are sent when it accepts them." : ""}`,
    ),
  space_database_full: ({ host, problem, inSpace = false }: { host: string; problem: string } & InSpace) =>
    unavailable(
      `The database at ${host} has no space left: ${problem}.`,
      `Ask its administrator to free space.${inSpace ? " Changes are sent afterwards." : ""}`,
    ),
  space_database_busy: ({ host, problem }: { host: string; problem: string }) =>
    unavailable(
      `The database at ${host} is too busy: ${problem}.`,
      "Recollect tries again. If the error continues, check the number of its connections.",
    ),
  space_database_failed: ({ host, problem }: { host: string; problem: string }) =>
    unavailable(
      `The database at ${host} reported an error: ${problem}.`,
      "It must be compatible with PostgreSQL 13 or newer.",
    ),
  space_tls_required: ({ host }: { host: string }) =>
    invalid(
      `A connection to ${host} without TLS is refused, because others could read it.`,
      "Remove sslmode from the address, or use an SSH tunnel to 127.0.0.1.",
    ),
  space_tls_failed: ({ host, problem }: { host: string; problem: string }) =>
    unavailable(
      `The certificate of ${host} could not be verified: ${problem}.`,
      "Use the host name of the certificate, or name the authority's certificate file with sslrootcert.",
    ),
  space_address_invalid: ({ problem }: { problem: string }) =>
    invalid(
      `The address of the database is invalid: ${problem}.`,
      "For example postgres://name@db.example.com:5432/memories.",
    ),
  space_member_invalid: () =>
    invalid(
      "The name of a login must start with a letter and have at most 40 lower-case letters, digits and underscores.",
      "Choose a short name, for example alice.",
    ),
  space_member_exists: ({ login }: { login: string }) =>
    conflict(
      `The database has a login ${login} already.`,
      "Choose another name, or add the existing login to the space.",
    ),
  space_member_not_creatable: ({ login }: { login: string }) =>
    denied(
      "The database does not let your login create others.",
      `Ask its administrator to create the login ${login}, then add it to the space.`,
    ),
  space_member_unknown: ({ login }: { login: string }) =>
    notFound(`The login ${login} is not a member of this space.`, "List the members of the space."),
  space_passphrase_wrong: () =>
    denied("The passphrase does not open this space.", "Check it for missing words and for the case of its letters."),
  space_passphrase_changed: () =>
    denied(
      "The passphrase of the space was changed.",
      "Ask the owner of the space for the new one. Sync continues afterwards.",
    ),
  space_passphrase_short: ({ minimum }: { minimum: number }) =>
    invalid(`A passphrase needs at least ${minimum} characters.`, "Use several words, or let Recollect make one."),
  space_keys_damaged: ({ name }: { name: string }) =>
    unavailable(
      `The key document ${name} of the space is damaged, or was written by a newer version.`,
      "Wait until the folder is synced completely, or update Recollect.",
    ),
  space_keys_many: ({ count }: { count: number }) =>
    unavailable(
      `The passphrase opens none of the key documents that were tried, and ${count} more were not tried: that would take too long.`,
      "Check the passphrase. Somebody who can write the folder may have added documents: ask a member which are genuine, and delete the others.",
    ),
  space_keys_older: () =>
    unavailable(
      "The keys of the space are older than those that this device has used.",
      "The carrier may have been restored from a backup. Ask the owner of the space.",
    ),
  space_encryption_differs: () =>
    conflict(
      "The invitation says that the space is not encrypted, but it is.",
      "Ask for a new invitation, and check who sent this one.",
    ),
  space_passphrase_missing: () =>
    denied("The passphrase of the space is not stored on this device.", "Enter the passphrase again."),
  invitation_invalid: ({ part }: { part: string }) =>
    invalid(
      `The invitation is incomplete or damaged: ${part}.`,
      "Copy the complete link, which starts with recollect://join, and paste it again.",
    ),
  invitation_newer: () =>
    invalid("The invitation was made by a newer version of Recollect.", "Update Recollect on this device."),
  invitation_secret_invalid: () =>
    invalid(
      "The secret of the invitation is incomplete or belongs to another space.",
      "Copy it again from the message in which you received it.",
    ),
} satisfies ErrorTexts;
