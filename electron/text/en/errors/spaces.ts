import { conflict, denied, type ErrorTexts, invalid, notFound, storage, unavailable } from "../../message.ts";
import { counted } from "../format.ts";

/** Errors of spaces and of the changes that other devices send. */
export const spacesErrors = {
  spaces_file_damaged: ({ setAside }: { setAside: string }) =>
    storage(
      `The list of this device's spaces was damaged. It was renamed to ${setAside}.`,
      "The memories are still on this device. Join each space again with an invitation.",
    ),
  space_carrier_unknown: () =>
    unavailable(
      "This device no longer knows where the space is.",
      "Join the space again with an invitation, or choose its folder. Nothing is lost.",
    ),
  space_not_synchronised: ({ name, problem }: { id: string; name: string; problem: string }) =>
    unavailable(
      `The space ${name} has not been synchronised for some time. ${problem}`,
      "Open All projects › Spaces. Changes of this device are kept and sent later.",
    ),
  space_paused: () => conflict("The space is paused.", "Resume it first."),
  space_join_needs: ({ what }: { what: string }) =>
    invalid(
      `To join this space, the ${what} is needed too.`,
      "Ask the person who invited you, or choose the folder that you sync.",
    ),
  space_user_domain: () =>
    conflict(
      "“user” contains memories about you, for all projects. All members of the space could read them.",
      "Leave it out, or confirm that you want to share it.",
    ),
  space_folder_relative: ({ field }: { field?: string }) =>
    invalid(`${field} must be an absolute path.`, "For example /home/alice/Sync."),
  space_has_database: () =>
    invalid(
      "This space is in a database, not in a folder.",
      "Enter the address of the database or a password instead.",
    ),
  space_has_folder: () => invalid("This space is in a folder, not in a database.", "Choose the folder instead."),
  space_login_differs: ({ login }: { login: string }) =>
    invalid(
      `This device is a member of the space with the login ${login}.`,
      "Enter an address with that login. To use another login, leave the space and join it again.",
    ),
  space_folder_members: () =>
    conflict(
      "A space in a folder has no members with rights: everyone who can write to the folder is a member.",
      "Use the program that syncs the folder to decide who has it.",
    ),
  space_owner_fixed: () =>
    invalid("A space has one owner: the login that created it.", "Use the role writer or reader for other logins."),
  space_own_device: () => invalid("This is the device that you use.", "Leave the space instead."),
  space_not_encrypted: () =>
    conflict(
      "This space is not encrypted.",
      "Encryption is decided when a space is made. Make a new space with a passphrase.",
    ),
  space_clock_ahead: ({ name, minutes }: { name: string; minutes: number }) =>
    unavailable(
      `Changes of ${name} have times that are ${counted(minutes, "minute")} ahead of the clock of this device.`,
      "Check the clocks of both devices. The changes of a device whose clock is ahead win over concurrent changes.",
    ),
  space_reader_unsent: ({ count }: { count: number }) =>
    denied(
      `${counted(count, "change of this device is", "changes of this device are")} not sent, because its login may only read the space.`,
      "Unsent changes stay on this device. Ask the owner of the space for the right to write.",
    ),
  space_device_twice: ({ name }: { name: string }) =>
    conflict(
      `Two installations write as ${name}.`,
      "A data folder was copied. Start Recollect on that device: it then uses another identity.",
    ),
  space_part_unreadable: ({ name, sequence }: { name: string; sequence: number }) =>
    denied(
      `Change ${sequence} of ${name} and the later ones cannot be decrypted.`,
      "That device may use another passphrase, or another program changed the space.",
    ),
  space_part_damaged: ({ name, file }: { name: string; file: string }) =>
    unavailable(
      `A file of ${name} is damaged or not complete: ${file}.`,
      "Wait until it is synced. If the error continues, restore the file from that device.",
    ),
  space_device_invalid: ({ name, file }: { name: string; file: string | null }) =>
    invalid(
      `${name} states values about itself that are not valid${file === null ? "" : ` (${file})`}. They are ignored.`,
      "A program other than Recollect may have written them. If it is not repaired, remove the device.",
    ),
  space_rows_skipped: ({ name, count }: { name: string; count: number }) =>
    invalid(
      `The login ${name} added ${counted(count, "row")} to the space's table of devices that cannot be used. They are ignored.`,
      "A program other than Recollect may have written them. The owner of the space can remove the login.",
    ),
  space_keys_ignored: ({ name, count }: { name: string; count: number }) =>
    invalid(
      `No member of the space made ${counted(count, "key document")}, for example ${name}. ${count === 1 ? "It is" : "They are"} ignored.`,
      "Everyone who can write the folder can add files to it. Delete these from the folder “records” of the space.",
    ),
  space_folder_denied: ({ finding }: { finding: string }) =>
    storage(
      `Recollect may not read or write the folder of the space: ${finding}`,
      "Check the permissions of that folder, and whether its disk is read-only. Your changes wait here.",
    ),
  space_entries_held: ({ name, count }: { name: string; count: number }) =>
    unavailable(
      `${counted(count, "change")} of ${name} ${count === 1 ? "has a time that is" : "have times that are"} more than a year ahead of the clock of this device.`,
      "They have no effect until that time. Check the clocks of both devices. Another program may have written them.",
    ),
  space_part_missing: ({ name, sequence }: { name: string; sequence: number }) =>
    unavailable(
      `Change ${sequence} of ${name} has not arrived; later ones have.`,
      "They are applied when it arrives. Check the program that syncs the folder.",
    ),
  entry_invalid: ({ field, problem }: { field?: string; problem: string }) =>
    invalid(
      `A change from another device is invalid. ${field}: ${problem}.`,
      "It and the later changes of that device are not applied. Update Recollect on both devices.",
    ),
  entry_newer: () =>
    unavailable(
      "A change from another device was made by a newer version of Recollect.",
      "Update Recollect on this device. The later changes of that device are applied then.",
    ),
  entry_missing: ({ sequence, received }: { sequence: number; received: number }) =>
    conflict(
      `A device's change ${sequence} arrived, but the one before it did not; ${received} were received.`,
      "It is applied when the missing changes have arrived.",
    ),
  device_reused: ({ device }: { device: string }) =>
    conflict(
      `Another installation also writes as device ${device}.`,
      "A data folder was copied or restored. Renew the device of one of them.",
    ),
  space_unknown: ({ id }: { id: string }) =>
    notFound(`This device is not a member of a space ${id}.`, "List the spaces to see their ids."),
  space_exists: ({ id }: { id: string }) =>
    conflict(`This device is a member of space ${id} already.`, "Leave the space first to join it again."),
  space_leaving: ({ id }: { id: string }) =>
    conflict(`This device is leaving space ${id}.`, "Wait until it has left, then try again."),
  space_domain_taken: ({ domain, name }: { domain: string; name: string }) =>
    conflict(
      `Project ${domain} is in the space ${name} already.`,
      "A project can be in one space only. Choose another project.",
    ),
  memory_purged_in_domain: ({ id, domain }: { id: string; domain: string }) =>
    conflict(
      `Memory ${id} cannot be moved to ${domain}: it was deleted permanently on a device that shares ${domain}.`,
      `Capture its content as a new memory in ${domain}.`,
    ),
  not_in_conflict: ({ id }: { id: string }) =>
    conflict(
      `Memory ${id} has no such open conflict.`,
      "It was resolved in the meantime, perhaps on another device. Read the list again.",
    ),
} satisfies ErrorTexts;
