import type { ErrorCode, ErrorTexts } from "../../message.ts";
import { minuteOf } from "../../minute-of.ts";

export const appErrors = {
  /** An error of another process, thread or version, with the words that it brought. */
  received: ({ code, message, hint }: { code: ErrorCode; message: string; hint?: string }) => ({ code, message, hint }),
  unexpected: () => ({
    code: "internal",
    message: "Recollect failed unexpectedly.",
    hint: "Look in the log file (Settings › Data folder › logs) and report what it says.",
  }),
  folder_not_writable: ({ path }: { path: string }) => ({
    code: "storage",
    message: `The data folder ${path} is not writable.`,
    hint: "Make your user its owner, or choose another folder with RECOLLECT_DATA_DIR.",
  }),
  folder_of_another: ({ path }: { path: string }) => ({
    code: "permission_denied",
    message: `The data folder ${path} belongs to another user, who can replace its files.`,
    hint: "Make your user its owner, or choose another folder with RECOLLECT_DATA_DIR.",
  }),
  folder_writable: ({ path }: { path: string }) => ({
    code: "permission_denied",
    message: `Other users can write to the data folder ${path} and replace its files.`,
    hint: `Run \`chmod go-w "${path}"\`.`,
  }),
  folder_entry_of_another: ({ path }: { path: string }) => ({
    code: "permission_denied",
    message: `${path} belongs to another user. Recollect does not use a data folder with other users' files.`,
    hint: "Remove it if you do not know it, or make your user its owner. Then start Recollect again.",
  }),
  owner_silent: ({ path }: { path: string }) => ({
    code: "unavailable",
    message: "Another Recollect is using the data and does not respond.",
    hint: `The data is in ${path}. End that process, then start Recollect again.`,
  }),
  damaged_in_part: ({ finding }: { finding: string }) => ({
    code: "storage",
    message: `Part of the database is damaged (${finding}).`,
    hint: "Nothing more is written. Restore a backup in Settings or with `recollect backup restore latest`, or restart Recollect, which then offers the newest backup. Until then, `recollect export` saves the readable memories.",
  }),
  project_on_other_host: ({
    name,
    host,
    boundHost,
    project,
  }: {
    name: string;
    host: string;
    boundHost: string;
    project: string;
  }) => ({
    code: "conflict",
    message: `A folder whose repository is on ${host} is named ${name}, as a project on ${boundHost}. Its project is ${project}, and it has no memories of ${name}.`,
    hint: "If both are the same project, set RECOLLECT_PROJECT for that folder.",
  }),
  no_desktop_for_data_folder: ({ path }: { path: string }) => ({
    code: "unavailable",
    message: "This Recollect has no desktop to open a folder on.",
    hint: `The data is in ${path}.`,
  }),
  no_desktop_for_folder_dialog: () => ({
    code: "unavailable",
    message: "This Recollect has no desktop to show a dialog on.",
    hint: "Type the full path of the folder.",
  }),
  no_desktop_for_file_dialog: () => ({
    code: "unavailable",
    message: "This Recollect has no desktop to show a dialog on.",
    hint: "Type the full path of the file.",
  }),
  no_desktop_for_page: () => ({
    code: "unavailable",
    message: "This Recollect has no desktop to open a page on.",
    hint: "Open the link in your browser.",
  }),
  no_desktop_for_client: () => ({
    code: "unavailable",
    message: "This Recollect has no desktop to open a client on.",
    hint: "Follow the link in your browser.",
  }),
  setting_invalid: ({ field, problem }: { field?: string; problem: string }) => ({
    code: "invalid_argument",
    message: `${field} cannot have this value: ${problem}.`,
  }),
  port_variable_invalid: ({ value }: { value: string }) => ({
    code: "invalid_argument",
    message: `RECOLLECT_PORT is "${value}", which is not a port.`,
    hint: "Use a number from 1024 to 65535.",
  }),
  port_from_environment: () => ({
    code: "invalid_argument",
    message: "RECOLLECT_PORT in the environment sets the port.",
    hint: "Start Recollect without RECOLLECT_PORT to choose the port here.",
  }),
  no_start_at_login: () => ({
    code: "unavailable",
    message: "This installation cannot start at login.",
    hint: "Install the packaged desktop app, or add `recollect serve` (in a checkout `npm run headless`) to the programs that your session starts.",
  }),
  keychain_closed: () => ({
    code: "unavailable",
    message: "The system's keychain, which contains Recollect's secrets, is locked.",
    hint: "Unlock it, then choose Retry keychain in Recollect › Settings.",
  }),
  keychain_lost: () => ({
    code: "storage",
    message: "The system's keychain no longer contains Recollect's secrets.",
    hint: "Restore the keychain, or create a new key in Recollect › Settings and connect the clients again.",
  }),
  secret_places_damaged: ({ setAside }: { setAside: string }) => ({
    code: "storage",
    message: "The file secrets.json was damaged. It records which secrets are in the system's keychain.",
    hint: `Recollect continues with the secrets that it finds. The damaged file is kept as ${setAside}.`,
  }),
  settings_damaged: ({ fields, setAside }: { fields: string; setAside: string }) => ({
    code: "storage",
    message:
      fields === ""
        ? "The file settings.json was damaged. The default settings apply."
        : `Settings could not be read and have their default values: ${fields}. All others are unchanged.`,
    hint: `Check Settings. The damaged file is kept as ${setAside}.`,
  }),
  secret_file_unreadable: ({ path }: { path: string }) => ({
    code: "storage",
    message: `The file ${path} cannot be read.`,
    hint: "Make your user its owner, then start Recollect again.",
  }),
  secret_file_unwritable: ({ path }: { path: string }) => ({
    code: "storage",
    message: `The file ${path} cannot be written.`,
    hint: "Free some disk space, or make your user the owner of the folder.",
  }),
  signing_key_in_use: () => ({
    code: "conflict",
    message: "The key that signs the clients' tokens is readable and in use.",
  }),
  signing_key_damaged: () => ({
    code: "storage",
    message: "The key that signs the clients' tokens (token.key) is damaged. Clients with their own token are refused.",
    hint: "Restore the file, or create a new key in Recollect › Settings or with recollect new-key. After a new key, every client with its own token must be connected again.",
  }),
  signing_key_missing: () => ({
    code: "storage",
    message: "The key that signs the clients' tokens (token.key) is missing. Clients with their own token are refused.",
    hint: "Restore the file, or create a new key in Recollect › Settings or with recollect new-key. After a new key, every client with its own token must be connected again.",
  }),
  token_issued: ({ subject, at }: { subject: string; session: string; at: string }) => ({
    code: "permission_denied",
    message: `A browser session created or renewed the token of ${subject} (${minuteOf(at)}).`,
    hint: "If this was not you, revoke the token in Clients, and sign out all browser sessions in Settings.",
  }),
  port_was_foreign: ({
    port,
    holder,
    at,
  }: {
    port: number;
    holder: { name: string; pid: number } | null;
    at: string;
  }) => ({
    code: "unauthenticated",
    message: `Another program${holder === null ? " of another user" : ` (${holder.name}, pid ${holder.pid})`} used port ${port} when Recollect started (${minuteOf(at)}). Clients that connect over HTTP may have sent it their tokens.`,
    hint: "Renew these tokens, unless you know the program. Clients that connect over stdio are not affected.",
  }),
  tokens_renewed: ({
    subjects,
    files,
    unwritten,
  }: {
    subjects: readonly string[];
    files: readonly string[];
    unwritten: readonly string[];
  }) => ({
    code: "unauthenticated",
    message: `Tokens renewed: ${subjects.join(", ") || "none"}. Files rewritten: ${files.join(", ") || "none"}.`,
    hint: `Restart these clients.${unwritten.length === 0 ? "" : ` Copy a new configuration from Clients for ${unwritten.join(", ")}.`}`,
  }),
  browser_signed_out: () => ({
    code: "unauthenticated",
    message: "This browser tab is not signed in.",
    hint: "Run `recollect serve`, or in a checkout `npm run headless`, for a new link.",
  }),
  method_unknown: ({ method }: { method: string }) => ({
    code: "not_found",
    message: `Unknown method "${method}".`,
    hint: "Reload the window: it may be older than the application.",
  }),
  input_invalid: ({ field, problem }: { field?: string; problem: string }) => ({
    code: "invalid_argument",
    message: `${field}: ${problem}.`,
  }),
  page_untrusted: () => ({ code: "permission_denied", message: "This page may not call Recollect." }),
  search_replaced: () => ({ code: "cancelled", message: "A newer search replaced this one." }),
  client_link_missing: () => ({
    code: "not_found",
    message: "This client has no link to open.",
    hint: "Write its configuration file, or copy the configuration.",
  }),
  client_link_unknown: () => ({ code: "invalid_argument", message: "This is not a link of a known client." }),
  link_not_web: () => ({
    code: "invalid_argument",
    message: "Only web pages can be opened.",
    hint: "Use an address that starts with https:// or http://.",
  }),
} satisfies ErrorTexts;
