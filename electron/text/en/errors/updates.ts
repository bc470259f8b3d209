import type { ErrorTexts } from "../../message.ts";
/** Errors of checks for updates, downloads and the installation. */
export const updateErrors = {
  update_unreachable: ({ host, problem }: { host: string; problem: string }) => ({
    code: "unavailable",
    message: `The releases at ${host} cannot be read: ${problem}.`,
    hint: "Check the network. Recollect tries again in an hour.",
  }),
  update_unreadable: ({ host }: { host: string }) => ({
    code: "unavailable",
    message: `${host} did not return the description of a release.`,
    hint: "Check the network: some networks show a page for signing in. Recollect tries again in an hour.",
  }),
  update_not_signed: ({ version }: { version: string }) => ({
    code: "permission_denied",
    message: `${version === "" ? "The release" : `Release ${version}`} is not signed with the key of Recollect's releases.`,
    hint: "It is not installed, and this version continues. Report it to the project.",
  }),
  update_damaged: () => ({
    code: "unavailable",
    message: "The download does not match the release.",
    hint: "It was deleted, and this version continues. Try again, on another network if it repeats.",
  }),
  update_none: () => ({
    code: "conflict",
    message: "There is no update to download or install.",
    hint: "Check for updates first.",
  }),
  update_not_agreed: () => ({
    code: "conflict",
    message: "Updates are off.",
    hint: "Switch the daily check on in Settings › Updates, or with recollect update on.",
  }),
  update_not_possible: ({ obstacle }: { obstacle: string }) => ({
    code: "unavailable",
    message: `This installation cannot update itself (${obstacle}).`,
    hint: "Download the new version, or update it with the program that installed it.",
  }),
  update_not_installed: ({ problem }: { problem: string }) => ({
    code: "unavailable",
    message: `The update was not installed: ${problem}`,
    hint: "This version continues. Try again, or download the new version.",
  }),
} satisfies ErrorTexts;
