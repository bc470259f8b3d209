import {
  conflict,
  denied,
  type ErrorTexts,
  invalid,
  notFound,
  storage,
  unauthenticated,
  unavailable,
} from "../../message.ts";

const FIX_BY_HAND = "Nothing was changed. Fix the file, or copy the configuration and add it by hand.";

/** The file and position of an edit that is refused. The path is missing until the caller adds it. */
export interface FilePosition {
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

const nameOf = ({ path }: FilePosition) => path ?? "The file";
const positionOf = ({ line, column }: FilePosition) =>
  line === undefined || column === undefined ? "" : ` at line ${line}, column ${column}`;

export const clientsErrors = {
  // Clients' configuration files.
  file_invalid: (file: FilePosition & { format: string; problem?: string }) =>
    invalid(
      `${nameOf(file)} is not valid ${file.format}${positionOf(file)}${file.problem === undefined ? "" : `: ${file.problem}`}.`,
      FIX_BY_HAND,
    ),
  file_without_object: (file: FilePosition) =>
    invalid(`${nameOf(file)} does not contain an object of settings.`, FIX_BY_HAND),
  container_unfit: (file: FilePosition & { container: string; form: "list" | "map" }) =>
    invalid(
      `"${file.container}" is not ${file.form === "list" ? "a list" : "an object"} in ${file.path ?? "the file"}${positionOf(file)}.`,
      FIX_BY_HAND,
    ),
  container_inline: (file: FilePosition & { container: string }) =>
    invalid(
      `"${file.container}" is written as one value in braces in ${file.path ?? "the file"}${positionOf(file)}, which Recollect does not edit.`,
      FIX_BY_HAND,
    ),
  file_key_twice: (file: FilePosition & { key: string }) =>
    invalid(`${nameOf(file)} contains "${file.key}" twice, the second time${positionOf(file)}.`, FIX_BY_HAND),
  file_unsafe: (file: FilePosition) =>
    invalid(`${nameOf(file)} cannot be changed without risk to its other entries.`, FIX_BY_HAND),
  file_not_regular: ({ path }: { path: string }) => invalid(`${path} is not a file.`, FIX_BY_HAND),
  file_leaves_project: ({ path, target }: { path: string; target: string }) =>
    invalid(
      `${path} is a link out of the project, to ${target}.`,
      "Nothing was changed. Replace the link by a file, or connect the client by your own configuration file.",
    ),
  file_too_large: ({ path }: { path: string }) => invalid(`${path} is larger than 64 MB.`, FIX_BY_HAND),
  file_not_text: ({ path }: { path: string }) => invalid(`${path} is not UTF-8 text.`, FIX_BY_HAND),
  file_unread: ({ path, code }: { path: string; code: string | null }) =>
    storage(
      `${path} cannot be read${code === null ? "" : ` (${code})`}.`,
      "Nothing was changed. Check the permissions of the file and its folder.",
    ),
  file_unwritten: ({ path, code }: { path: string; code: string | null }) =>
    storage(
      `${path} cannot be written${code === null ? "" : ` (${code})`}.`,
      "Nothing was changed. Check the permissions of the folder and the free disk space.",
    ),
  file_changed: ({ path }: { path: string }) =>
    conflict(`${path} changed since the preview.`, "Nothing was written. Review the difference again, then write."),
  file_protected: ({ path }: { path: string }) =>
    denied(`${path} is read-only.`, "Nothing was changed. Make the file writable, or add the configuration by hand."),
  preview_gone: () => notFound("This preview has expired.", "Review the difference again, then write."),
  entry_foreign: ({ path }: { path: string }) =>
    conflict(
      `The entry named recollect in ${path} was not written by Recollect.`,
      "Nothing was changed. Remove the entry by hand if you no longer need it.",
    ),
  client_server_unknown: ({ name, path }: { name: string; path: string }) =>
    notFound(`${path} has no server ${name}.`, "Nothing was changed. List the servers of the client for their names."),
  client_servers_none: ({ client }: { client: string }) =>
    notFound(`No servers were moved from ${client}, so none can be returned.`, "Nothing was changed."),
  client_files_unavailable: () =>
    unavailable("The file of the client could not be read or changed: its thread failed.", "Try again."),
  client_unknown: ({ id, known }: { id: string; known: readonly string[] }) =>
    notFound(`Unknown client "${id}".`, `Choose one of ${known.join(", ")}.`),
  client_without_file: ({ client, scope }: { client: string; scope: "user" | "project" }) =>
    invalid(
      `${client} has no ${scope === "user" ? "configuration file" : "project file"} that Recollect can write.`,
      "Copy the configuration instead.",
    ),
  transport_unsupported: ({ client, transport }: { client: string; transport: "http" | "stdio" }) =>
    invalid(
      `${client} does not support ${transport === "http" ? "HTTP" : "stdio"} in this file.`,
      "Choose the other transport, or copy the configuration.",
    ),
  connection_unknown: ({ file }: { file: string }) =>
    notFound(`${file} was not written by Recollect.`, "Choose the client and connect it."),
  folder_relative: () =>
    invalid("The project's folder must be an absolute path.", "Enter the full path of the folder."),
  folder_missing: ({ path }: { path: string }) =>
    invalid(`The folder ${path} does not exist.`, "Enter the folder of the project."),

  // Plugins.
  plugin_unknown: ({ id, known }: { id: string; known: readonly string[] }) =>
    notFound(`There is no plugin for "${id}".`, `Choose one of ${known.join(", ")}.`),
  plugin_command_failed: ({ command, output }: { command: string; output: string }) =>
    unavailable(
      `"${command}" failed${output === "" ? "." : `: ${output}`}`,
      "The plugin is not installed, and the client's file is as before. Run the command in a terminal to see the problem.",
    ),
  plugin_not_installed: ({ client }: { client: string }) =>
    unavailable(
      `${client} does not list the plugin after its commands ended without an error.`,
      "Run the commands in a terminal to see the problem.",
    ),
  plugin_not_removed: ({ client }: { client: string }) =>
    unavailable(
      `${client} still lists the plugin after its commands ended.`,
      "Remove it in the client, then try again.",
    ),
  plugin_folder_foreign: ({ path }: { path: string }) =>
    conflict(
      `${path} was not written by Recollect.`,
      "Nothing was changed there. Rename or remove it, then try again.",
    ),

  // Instructions and hooks.
  markers_mismatched: ({ start, end }: { start: string; end: string }) =>
    invalid(
      "Recollect's markers in the file do not match.",
      `Keep one ${start} followed by one ${end}, each on its own line, or remove both.`,
    ),
  hooks_unfit: ({ event }: { event: string | null }) =>
    invalid(
      `Claude Code's settings were not changed: ${event === null ? "they are not a JSON object with hooks" : `the hooks of ${event} have an unknown form`}.`,
      "Fix the file, or add the hooks by hand.",
    ),
  hooks_not_shared: () =>
    invalid(
      "Hooks cannot be added to a project, because they contain a path on this computer.",
      "Add them to your own settings.",
    ),
  instructions_without_user_file: () =>
    invalid("Cursor has no rules file for the user.", "Paste the text into Cursor's settings, under Rules."),

  // Tokens.
  token_expired: (_token: { subject: string }) =>
    unauthenticated(
      "The token has expired.",
      "Its owner can renew it in Recollect › Clients; the token stays the same.",
    ),
  token_revoked: (_token: { subject: string }) =>
    unauthenticated(
      "The token was revoked.",
      "Its owner can allow the client again in Recollect › Clients, with a new token.",
    ),
  token_unknown: () =>
    unauthenticated(
      "The token is unknown.",
      "Copy this client's configuration again from Recollect (Clients › Connect).",
    ),
  token_invalid: () =>
    unauthenticated(
      "The token is not valid.",
      "Copy this client's configuration again from Recollect (Clients › Connect).",
    ),
  token_of_another: ({ client }: { client: string }) =>
    denied(
      `This token does not belong to ${client}.`,
      "Leave out the header Recollect-Client: the token identifies the client.",
    ),
  token_missing: ({ subject }: { subject: string }) =>
    notFound(`There is no token for ${subject}.`, "Connect the client first."),
  token_name_invalid: () =>
    invalid(
      'A token\'s name must be one line of 1 to 100 characters, and not "owner".',
      "Name the client that the token is for, for example claude-code.",
    ),
  token_name_known: ({ name }: { name: string }) =>
    conflict(`${name} is a supported client, which has its own token.`, "Connect it instead, or choose another name."),
  token_name_taken: ({ name }: { name: string }) =>
    conflict(`A token named ${name} already exists.`, "Choose another name, or rotate that token."),
  expiry_past: () =>
    invalid("A token cannot expire in the past.", "Choose a future date, or revoke the token to end it now."),
  access_revoked: ({ subject }: { subject: string }) =>
    conflict(`The access of ${subject} was revoked.`, "Allow it again first."),
  access_not_revoked: ({ subject }: { subject: string }) =>
    conflict(`${subject} still has access.`, "Revoke it first."),
  grant_kept: ({ subject }: { subject: string }) =>
    conflict(
      `The permissions of ${subject} are kept even while it is revoked.`,
      "Allow it again, or leave it revoked.",
    ),
} satisfies ErrorTexts;
