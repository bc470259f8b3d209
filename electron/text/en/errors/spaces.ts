import type { ErrorTexts } from "../../message.ts";
import { counted } from "../format.ts";

/** Errors of spaces and of the changes that other devices send. */
export const spacesErrors = {
  spaces_file_damaged: ({ setAside }: { setAside: string }) => ({
    code: "storage",
    message: `The list of this device's spaces was damaged. It was renamed to ${setAside}.`,
    hint: "The memories are still on this device. Join each space again with an invitation.",
  }),
  space_carrier_unknown: () => ({
    code: "unavailable",
    message: "This device no longer knows where the space is.",
    hint: "Join the space again with an invitation, or choose its folder. Nothing is lost.",
  }),
  space_not_synchronised: ({ name, problem }: { id: string; name: string; problem: string }) => ({
    code: "unavailable",
    message: `The space ${name} has not been synchronised for some time. ${problem}`,
    hint: "Open Settings › Spaces. Changes of this device are kept and sent later.",
  }),
  space_paused: () => ({ code: "conflict", message: "The space is paused.", hint: "Resume it first." }),
  space_join_needs: ({ what }: { what: string }) => ({
    code: "invalid_argument",
    message: `To join this space, the ${what} is needed too.`,
    hint: "Ask the person who invited you, or choose the folder that you sync.",
  }),
  space_user_domain: () => ({
    code: "conflict",
    message: "The domain user contains memories about you, for all projects. All members of the space could read them.",
    hint: "Leave it out, or confirm that you want to share it.",
  }),
  space_folder_relative: ({ field }: { field?: string }) => ({
    code: "invalid_argument",
    message: `${field} must be an absolute path.`,
    hint: "For example /home/alice/Sync.",
  }),
  space_has_database: () => ({
    code: "invalid_argument",
    message: "This space is in a database, not in a folder.",
    hint: "Enter the address of the database or a password instead.",
  }),
  space_has_folder: () => ({
    code: "invalid_argument",
    message: "This space is in a folder, not in a database.",
    hint: "Choose the folder instead.",
  }),
  space_login_differs: ({ login }: { login: string }) => ({
    code: "invalid_argument",
    message: `This device is a member of the space with the login ${login}.`,
    hint: "Enter an address with that login. To use another login, leave the space and join it again.",
  }),
  space_folder_members: () => ({
    code: "conflict",
    message: "A space in a folder has no members with rights: everyone who can write to the folder is a member.",
    hint: "Use the program that syncs the folder to decide who has it.",
  }),
  space_owner_fixed: () => ({
    code: "invalid_argument",
    message: "A space has one owner: the login that created it.",
    hint: "Use the role writer or reader for other logins.",
  }),
  space_own_device: () => ({
    code: "invalid_argument",
    message: "This is the device that you use.",
    hint: "Leave the space instead.",
  }),
  space_not_encrypted: () => ({
    code: "conflict",
    message: "This space is not encrypted.",
    hint: "Encryption is decided when a space is made. Make a new space with a passphrase.",
  }),
  space_clock_ahead: ({ name, minutes }: { name: string; minutes: number }) => ({
    code: "unavailable",
    message: `Changes of ${name} have times that are ${counted(minutes, "minute")} ahead of the clock of this device.`,
    hint: "Check the clocks of both devices. The changes of a device whose clock is ahead win over concurrent changes.",
  }),
  space_reader_unsent: ({ count }: { count: number }) => ({
    code: "permission_denied",
    message: `${counted(count, "change of this device is", "changes of this device are")} not sent, because its login may only read the space.`,
    hint: "Unsent changes stay on this device. Ask the owner of the space for the right to write.",
  }),
  space_device_twice: ({ name }: { name: string }) => ({
    code: "conflict",
    message: `Two installations write as ${name}.`,
    hint: "A data folder was copied. Start Recollect on that device: it then uses another identity.",
  }),
  space_part_unreadable: ({ name, sequence }: { name: string; sequence: number }) => ({
    code: "permission_denied",
    message: `Change ${sequence} of ${name} and the later ones cannot be decrypted.`,
    hint: "That device may use another passphrase, or another program changed the space.",
  }),
  space_part_damaged: ({ name, file }: { name: string; file: string }) => ({
    code: "unavailable",
    message: `A file of ${name} is damaged or not complete: ${file}.`,
    hint: "Wait until it is synced. If the error continues, restore the file from that device.",
  }),
  space_part_missing: ({ name, sequence }: { name: string; sequence: number }) => ({
    code: "unavailable",
    message: `Change ${sequence} of ${name} has not arrived; later ones have.`,
    hint: "They are applied when it arrives. Check the program that syncs the folder.",
  }),
  entry_invalid: ({ field, problem }: { field?: string; problem: string }) => ({
    code: "invalid_argument",
    message: `A change from another device is invalid. ${field}: ${problem}.`,
    hint: "It and the later changes of that device are not applied. Update Recollect on both devices.",
  }),
  entry_newer: () => ({
    code: "unavailable",
    message: "A change from another device was made by a newer version of Recollect.",
    hint: "Update Recollect on this device. The later changes of that device are applied then.",
  }),
  entry_missing: ({ sequence, received }: { sequence: number; received: number }) => ({
    code: "conflict",
    message: `A device's change ${sequence} arrived, but the one before it did not; ${received} were received.`,
    hint: "It is applied when the missing changes have arrived.",
  }),
  device_reused: ({ device }: { device: string }) => ({
    code: "conflict",
    message: `Another installation also writes as device ${device}.`,
    hint: "A data folder was copied or restored. Renew the device of one of them.",
  }),
  space_unknown: ({ id }: { id: string }) => ({
    code: "not_found",
    message: `This device is not a member of a space ${id}.`,
    hint: "List the spaces to see their ids.",
  }),
  space_exists: ({ id }: { id: string }) => ({
    code: "conflict",
    message: `This device is a member of space ${id} already.`,
    hint: "Leave the space first to join it again.",
  }),
  space_leaving: ({ id }: { id: string }) => ({
    code: "conflict",
    message: `This device is leaving space ${id}.`,
    hint: "Wait until it has left, then try again.",
  }),
  space_domain_taken: ({ domain, name }: { domain: string; name: string }) => ({
    code: "conflict",
    message: `Domain ${domain} is in the space ${name} already.`,
    hint: "A domain can be in one space only. Choose another domain.",
  }),
  memory_purged_in_domain: ({ id, domain }: { id: string; domain: string }) => ({
    code: "conflict",
    message: `Memory ${id} cannot be moved to ${domain}: it was deleted permanently on a device that shares ${domain}.`,
    hint: `Capture its content as a new memory in ${domain}.`,
  }),
  not_in_conflict: ({ id }: { id: string }) => ({
    code: "conflict",
    message: `Memory ${id} has no such open conflict.`,
    hint: "It was resolved in the meantime, perhaps on another device. Read the list again.",
  }),
} satisfies ErrorTexts;
