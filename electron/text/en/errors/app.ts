import { localMinute } from "../../local-time.ts";
import {
  cancelled,
  conflict,
  denied,
  type ErrorCode,
  type ErrorTexts,
  internal,
  invalid,
  notFound,
  storage,
  unauthenticated,
  unavailable,
} from "../../message.ts";

const CREATE_KEY =
  "Restore the file, or create a new key in Recollect › Settings or with recollect new-key. After a new key, every client with its own token must be connected again.";

const CHOOSE_FOLDER = "Make your user its owner, or choose another folder with RECOLLECT_DATA_DIR.";

export const appErrors = {
  /** An error of another process, thread or version, with the words that it brought. */
  received: ({ code, message, hint }: { code: ErrorCode; message: string; hint?: string }) => ({ code, message, hint }),
  unexpected: () =>
    internal(
      "Recollect failed unexpectedly.",
      "Look in the log file (Settings › Data folder › logs) and report what it says.",
    ),
  folder_not_writable: ({ path }: { path: string }) =>
    storage(`The data folder ${path} is not writable.`, CHOOSE_FOLDER),
  folder_read_only: ({ path }: { path: string }) =>
    storage(
      `The data folder ${path} is on a read-only file system.`,
      "Make the file system writable, or choose another folder with RECOLLECT_DATA_DIR.",
    ),
  folder_is_file: ({ path }: { path: string }) => storage(`The data folder ${path} is a file.`, CHOOSE_FOLDER),
  folder_link_broken: ({ path }: { path: string }) =>
    storage(`The data folder ${path} is a link to a folder that does not exist.`, CHOOSE_FOLDER),
  folder_of_another: ({ path }: { path: string }) =>
    denied(`The data folder ${path} belongs to another user, who can replace its files.`, CHOOSE_FOLDER),
  folder_writable: ({ path }: { path: string }) =>
    denied(`Other users can write to the data folder ${path} and replace its files.`, `Run \`chmod go-w "${path}"\`.`),
  folder_entry_of_another: ({ path }: { path: string }) =>
    denied(
      `${path} belongs to another user. Recollect does not use a data folder with other users' files.`,
      "Remove it if you do not know it, or make your user its owner. Then start Recollect again.",
    ),
  owner_silent: ({ path }: { path: string }) =>
    unavailable(
      "Another Recollect is using the data and does not respond.",
      `The data is in ${path}. End that process, then start Recollect again.`,
    ),
  owner_of_another: ({ path }: { path: string }) =>
    denied(
      "Recollect is running on this data as another user, for example because it was started with sudo.",
      `The data is in ${path}. End that process, make your user the owner of all files there, then start again.`,
    ),
  damaged_in_part: ({ finding }: { finding: string }) =>
    storage(
      `Part of the database is damaged (${finding}).`,
      "Nothing more is written. Restore a backup in Settings or with `recollect backup restore latest`, or restart Recollect, which then offers the newest backup. Until then, `recollect export` saves the readable memories.",
    ),
  project_on_other_host: ({
    name,
    host,
    boundHost,
    project,
  }: Record<"name" | "host" | "boundHost" | "project", string>) =>
    conflict(
      `A folder whose repository is on ${host} is named ${name}, as a project on ${boundHost}. Its project is ${project}, and it has no memories of ${name}.`,
      "If both are the same project, set RECOLLECT_PROJECT for that folder.",
    ),
  no_desktop_for_data_folder: ({ path }: { path: string }) =>
    unavailable("This Recollect has no desktop to open a folder on.", `The data is in ${path}.`),
  no_desktop_for_folder_dialog: () =>
    unavailable("This Recollect has no desktop to show a dialog on.", "Type the full path of the folder."),
  no_desktop_for_file_dialog: () =>
    unavailable("This Recollect has no desktop to show a dialog on.", "Type the full path of the file."),
  no_desktop_for_page: () =>
    unavailable("This Recollect has no desktop to open a page on.", "Open the link in your browser."),
  no_desktop_for_client: () =>
    unavailable("This Recollect has no desktop to open a client on.", "Follow the link in your browser."),
  setting_invalid: ({ field, problem }: { field?: string; problem: string }) =>
    invalid(`${field} cannot have this value: ${problem}.`),
  port_variable_invalid: ({ value }: { value: string }) =>
    invalid(`RECOLLECT_PORT is "${value}", which is not a port.`, "Use a number from 1024 to 65535."),
  port_from_environment: () =>
    invalid(
      "RECOLLECT_PORT in the environment sets the port.",
      "Start Recollect without RECOLLECT_PORT to choose the port here.",
    ),
  no_start_at_login: () =>
    unavailable(
      "This installation cannot start at login.",
      "Install the packaged desktop app, or add `recollect serve` (in a checkout `npm run headless`) to the programs that your session starts.",
    ),
  quick_window_missing: () =>
    unavailable("This Recollect has no quick window.", "Use the desktop application, which can open one."),
  quick_keys_taken: ({ keys }: { keys: string }) =>
    conflict(`${keys} is used by another program.`, "Choose another combination of keys."),
  keychain_closed: () =>
    unavailable(
      "The system's keychain, which contains Recollect's secrets, is locked.",
      "Unlock it, then choose Retry keychain in Recollect › Settings.",
    ),
  keychain_lost: () =>
    storage(
      "The system's keychain no longer contains Recollect's secrets.",
      "Restore the keychain, or create a new key in Recollect › Settings and connect the clients again.",
    ),
  secret_places_damaged: ({ setAside }: { setAside: string }) =>
    storage(
      "The file secrets.json was damaged. It records which secrets are in the system's keychain.",
      `Recollect continues with the secrets that it finds. The damaged file is kept as ${setAside}.`,
    ),
  settings_damaged: ({ fields, setAside }: { fields: string; setAside: string }) =>
    storage(
      fields === ""
        ? "The file settings.json was damaged. The default settings apply."
        : `Settings could not be read and have their default values: ${fields}. All others are unchanged.`,
      `Check Settings. The damaged file is kept as ${setAside}.`,
    ),
  secret_file_unreadable: ({ path }: { path: string }) =>
    storage(`The file ${path} cannot be read.`, "Make your user its owner, then start Recollect again."),
  secret_file_unwritable: ({ path }: { path: string }) =>
    storage(`The file ${path} cannot be written.`, "Free some disk space, or make your user the owner of the folder."),
  signing_key_in_use: () => conflict("The key that signs the clients' tokens is readable and in use."),
  signing_key_damaged: () =>
    storage(
      "The key that signs the clients' tokens (token.key) is damaged. Clients with their own token are refused.",
      CREATE_KEY,
    ),
  signing_key_missing: () =>
    storage(
      "The key that signs the clients' tokens (token.key) is missing. Clients with their own token are refused.",
      CREATE_KEY,
    ),
  token_issued: ({ subject, at }: { subject: string; session: string; at: string }) =>
    denied(
      `A browser session created or renewed the token of ${subject} (${localMinute(at)}).`,
      "If this was not you, revoke the token in Clients, and sign out all browser sessions in Settings.",
    ),
  port_was_foreign: ({
    port,
    holder,
    at,
  }: {
    port: number;
    holder: { name: string; pid: number } | null;
    at: string;
  }) =>
    unauthenticated(
      `Another program${holder === null ? " of another user" : ` (${holder.name}, pid ${holder.pid})`} used port ${port} when Recollect started (${localMinute(at)}). Clients that connect over HTTP may have sent it their tokens.`,
      "Renew these tokens, unless you know the program. Clients that connect over stdio are not affected.",
    ),
  tokens_renewed: ({ subjects, files, unwritten }: Record<"subjects" | "files" | "unwritten", readonly string[]>) =>
    unauthenticated(
      `Tokens renewed: ${subjects.join(", ") || "none"}. Files rewritten: ${files.join(", ") || "none"}.`,
      `Restart these clients.${unwritten.length === 0 ? "" : ` Copy a new configuration from Clients for ${unwritten.join(", ")}.`}`,
    ),
  browser_signed_out: () =>
    unauthenticated(
      "This browser tab is not signed in.",
      "Run `recollect serve`, or in a checkout `npm run headless`, for a new link.",
    ),
  method_unknown: ({ method }: { method: string }) =>
    notFound(`Unknown method "${method}".`, "Reload the window: it may be older than the application."),
  input_invalid: ({ field, problem }: { field?: string; problem: string }) => invalid(`${field}: ${problem}.`),
  page_untrusted: () => denied("This page may not call Recollect."),
  search_replaced: () => cancelled("A newer search replaced this one."),
  client_link_missing: () =>
    notFound("This client has no link to open.", "Write its configuration file, or copy the configuration."),
  client_link_unknown: () => invalid("This is not a link of a known client."),
  link_not_web: () => invalid("Only web pages can be opened.", "Use an address that starts with https:// or http://."),

  // Checks for updates, downloads and the installation.
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

  // The start of the application by the shim.
  app_not_running: () => unavailable("Recollect is not running."),
  app_start_unknown: () =>
    unavailable("Recollect is not running, and no command to start it is known.", "Start Recollect and try again."),
  app_start_command_failed: ({ command, problem }: { command: string; problem: string }) =>
    unavailable(`Recollect is not running. The start command failed (${problem}).`, `Check the command: ${command}`),
  app_exited_at_start: ({ end, logFolder }: { end: string; logFolder: string }) =>
    unavailable(`Recollect is not running. It exited during startup (${end}).`, `See the log files in ${logFolder}.`),
  /** With the words of the application that did not start. */
  app_start_failed: ({ problem, remedy }: { problem: string; remedy?: string }) =>
    unavailable(`Recollect did not start. ${problem}`, remedy),
  app_start_timeout: ({ seconds }: { seconds: number }) =>
    unavailable(`Recollect did not respond within ${seconds} s of its start.`),
  app_address_foreign: ({ port }: { port: number }) =>
    unavailable(
      `Another program uses port ${port}, where Recollect was last reached. Nothing was sent to it.`,
      "Stop that program, then start Recollect again.",
    ),
  app_stopped: ({ pid }: { pid: number }) =>
    unavailable(
      `Recollect does not respond: its process (pid ${pid}) is stopped.`,
      `Continue it with \`kill -CONT ${pid}\`, or end it with \`kill -KILL ${pid}\`. No acknowledged memory is lost.`,
    ),
  app_not_responding: () => unavailable("Recollect does not respond."),
  app_connection_lost: ({ problem }: { problem: string }) =>
    unavailable(`The connection to Recollect was lost (${problem}).`),
} satisfies ErrorTexts;
