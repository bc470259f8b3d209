import { conflict, denied, type ErrorTexts, unavailable } from "../../message.ts";
/** Errors of checks for updates, downloads and the installation. */
export const updateErrors = {
  update_unreachable: ({ host, problem }: { host: string; problem: string }) =>
    unavailable(
      `The releases at ${host} cannot be read: ${problem}.`,
      "Check the network. Recollect tries again in an hour.",
    ),
  update_unreadable: ({ host }: { host: string }) =>
    unavailable(
      `${host} did not return the description of a release.`,
      "Check the network: some networks show a page for signing in. Recollect tries again in an hour.",
    ),
  update_not_signed: ({ version }: { version: string }) =>
    denied(
      `${version === "" ? "The release" : `Release ${version}`} is not signed with the key of Recollect's releases.`,
      "It is not installed, and this version continues. Report it to the project.",
    ),
  update_damaged: () =>
    unavailable(
      "The download does not match the release.",
      "It was deleted, and this version continues. Try again, on another network if it repeats.",
    ),
  update_none: () => conflict("There is no update to download or install.", "Check for updates first."),
  update_not_agreed: () =>
    conflict("Updates are off.", "Switch the daily check on in Settings › Updates, or with recollect update on."),
  update_not_possible: ({ obstacle }: { obstacle: string }) =>
    unavailable(
      `This installation cannot update itself (${obstacle}).`,
      "Download the new version, or update it with the program that installed it.",
    ),
  update_not_installed: ({ problem }: { problem: string }) =>
    unavailable(
      `The update was not installed: ${problem}`,
      "This version continues. Try again, or download the new version.",
    ),
} satisfies ErrorTexts;
