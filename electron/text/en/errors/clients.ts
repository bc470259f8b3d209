import type { ErrorTexts } from "../../message.ts";

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
  file_invalid: (file: FilePosition & { format: string; problem?: string }) => ({
    code: "invalid_argument",
    message: `${nameOf(file)} is not valid ${file.format}${positionOf(file)}${file.problem === undefined ? "" : `: ${file.problem}`}.`,
    hint: FIX_BY_HAND,
  }),
  file_without_object: (file: FilePosition) => ({
    code: "invalid_argument",
    message: `${nameOf(file)} does not contain an object of settings.`,
    hint: FIX_BY_HAND,
  }),
  container_unfit: (file: FilePosition & { container: string; form: "list" | "map" }) => ({
    code: "invalid_argument",
    message: `"${file.container}" is not ${file.form === "list" ? "a list" : "an object"} in ${file.path ?? "the file"}${positionOf(file)}.`,
    hint: FIX_BY_HAND,
  }),
  container_inline: (file: FilePosition & { container: string }) => ({
    code: "invalid_argument",
    message: `"${file.container}" is written as one value in braces in ${file.path ?? "the file"}${positionOf(file)}, which Recollect does not edit.`,
    hint: FIX_BY_HAND,
  }),
  file_key_twice: (file: FilePosition & { key: string }) => ({
    code: "invalid_argument",
    message: `${nameOf(file)} contains "${file.key}" twice, the second time${positionOf(file)}.`,
    hint: FIX_BY_HAND,
  }),
  file_unsafe: (file: FilePosition) => ({
    code: "invalid_argument",
    message: `${nameOf(file)} cannot be changed without risk to its other entries.`,
    hint: FIX_BY_HAND,
  }),
  file_not_regular: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `${path} is not a file.`,
    hint: FIX_BY_HAND,
  }),
  file_leaves_project: ({ path, target }: { path: string; target: string }) => ({
    code: "invalid_argument",
    message: `${path} is a link out of the project, to ${target}.`,
    hint: "Nothing was changed. Replace the link by a file, or connect the client by your own configuration file.",
  }),
  file_too_large: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `${path} is larger than 64 MB.`,
    hint: FIX_BY_HAND,
  }),
  file_not_text: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `${path} is not UTF-8 text.`,
    hint: FIX_BY_HAND,
  }),
  file_unread: ({ path, code }: { path: string; code: string | null }) => ({
    code: "storage",
    message: `${path} cannot be read${code === null ? "" : ` (${code})`}.`,
    hint: "Nothing was changed. Check the permissions of the file and its folder.",
  }),
  file_unwritten: ({ path, code }: { path: string; code: string | null }) => ({
    code: "storage",
    message: `${path} cannot be written${code === null ? "" : ` (${code})`}.`,
    hint: "Nothing was changed. Check the permissions of the folder and the free disk space.",
  }),
  file_changed: ({ path }: { path: string }) => ({
    code: "conflict",
    message: `${path} changed since the preview.`,
    hint: "Nothing was written. Review the difference again, then write.",
  }),
  file_protected: ({ path }: { path: string }) => ({
    code: "permission_denied",
    message: `${path} is read-only.`,
    hint: "Nothing was changed. Make the file writable, or add the configuration by hand.",
  }),
  preview_gone: () => ({
    code: "not_found",
    message: "This preview has expired.",
    hint: "Review the difference again, then write.",
  }),
  entry_foreign: ({ path }: { path: string }) => ({
    code: "conflict",
    message: `The entry named recollect in ${path} was not written by Recollect.`,
    hint: "Nothing was changed. Remove the entry by hand if you no longer need it.",
  }),
  client_server_unknown: ({ name, path }: { name: string; path: string }) => ({
    code: "not_found",
    message: `${path} has no server ${name}.`,
    hint: "Nothing was changed. List the servers of the client for their names.",
  }),
  client_servers_none: ({ client }: { client: string }) => ({
    code: "not_found",
    message: `No servers were moved from ${client}, so none can be returned.`,
    hint: "Nothing was changed.",
  }),
  client_unknown: ({ id, known }: { id: string; known: readonly string[] }) => ({
    code: "not_found",
    message: `Unknown client "${id}".`,
    hint: `Choose one of ${known.join(", ")}.`,
  }),
  client_without_file: ({ client, scope }: { client: string; scope: "user" | "project" }) => ({
    code: "invalid_argument",
    message: `${client} has no ${scope === "user" ? "configuration file" : "project file"} that Recollect can write.`,
    hint: "Copy the configuration instead.",
  }),
  transport_unsupported: ({ client, transport }: { client: string; transport: "http" | "stdio" }) => ({
    code: "invalid_argument",
    message: `${client} does not support ${transport === "http" ? "HTTP" : "stdio"} in this file.`,
    hint: "Choose the other transport, or copy the configuration.",
  }),
  connection_unknown: ({ file }: { file: string }) => ({
    code: "not_found",
    message: `${file} was not written by Recollect.`,
    hint: "Choose the client and connect it.",
  }),
  folder_relative: () => ({
    code: "invalid_argument",
    message: "The project's folder must be an absolute path.",
    hint: "Enter the full path of the folder.",
  }),
  folder_missing: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `The folder ${path} does not exist.`,
    hint: "Enter the folder of the project.",
  }),

  // Plugins.
  plugin_unknown: ({ id, known }: { id: string; known: readonly string[] }) => ({
    code: "not_found",
    message: `There is no plugin for "${id}".`,
    hint: `Choose one of ${known.join(", ")}.`,
  }),
  plugin_command_failed: ({ command, output }: { command: string; output: string }) => ({
    code: "unavailable",
    message: `"${command}" failed${output === "" ? "." : `: ${output}`}`,
    hint: "The plugin is not installed, and the client's file is as before. Run the command in a terminal to see the problem.",
  }),
  plugin_not_installed: ({ client }: { client: string }) => ({
    code: "unavailable",
    message: `${client} does not list the plugin after its commands ended without an error.`,
    hint: "Run the commands in a terminal to see the problem.",
  }),
  plugin_not_removed: ({ client }: { client: string }) => ({
    code: "unavailable",
    message: `${client} still lists the plugin after its commands ended.`,
    hint: "Remove it in the client, then try again.",
  }),
  plugin_folder_foreign: ({ path }: { path: string }) => ({
    code: "conflict",
    message: `${path} was not written by Recollect.`,
    hint: "Nothing was changed there. Rename or remove it, then try again.",
  }),

  // Instructions and hooks.
  markers_mismatched: ({ start, end }: { start: string; end: string }) => ({
    code: "invalid_argument",
    message: "Recollect's markers in the file do not match.",
    hint: `Keep one ${start} followed by one ${end}, each on its own line, or remove both.`,
  }),
  hooks_unfit: ({ event }: { event: string | null }) => ({
    code: "invalid_argument",
    message: `Claude Code's settings were not changed: ${event === null ? "they are not a JSON object with hooks" : `the hooks of ${event} have an unknown form`}.`,
    hint: "Fix the file, or add the hooks by hand.",
  }),
  hooks_not_shared: () => ({
    code: "invalid_argument",
    message: "Hooks cannot be added to a project, because they contain a path on this computer.",
    hint: "Add them to your own settings.",
  }),
  instructions_without_user_file: () => ({
    code: "invalid_argument",
    message: "Cursor has no rules file for the user.",
    hint: "Paste the text into Cursor's settings, under Rules.",
  }),

  // Tokens.
  token_expired: (_token: { subject: string }) => ({
    code: "unauthenticated",
    message: "The token has expired.",
    hint: "Its owner can renew it in Recollect › Clients; the token stays the same.",
  }),
  token_revoked: (_token: { subject: string }) => ({
    code: "unauthenticated",
    message: "The token was revoked.",
    hint: "Its owner can allow the client again in Recollect › Clients, with a new token.",
  }),
  token_unknown: () => ({
    code: "unauthenticated",
    message: "The token is unknown.",
    hint: "Copy this client's configuration again from Recollect (Clients › Connect).",
  }),
  token_invalid: () => ({
    code: "unauthenticated",
    message: "The token is not valid.",
    hint: "Copy this client's configuration again from Recollect (Clients › Connect).",
  }),
  token_of_another: ({ client }: { client: string }) => ({
    code: "permission_denied",
    message: `This token does not belong to ${client}.`,
    hint: "Leave out the header Recollect-Client: the token identifies the client.",
  }),
  token_missing: ({ subject }: { subject: string }) => ({
    code: "not_found",
    message: `There is no token for ${subject}.`,
    hint: "Connect the client first.",
  }),
  token_name_invalid: () => ({
    code: "invalid_argument",
    message: 'A token\'s name must be one line of 1 to 100 characters, and not "owner".',
    hint: "Name the client that the token is for, for example claude-code.",
  }),
  token_name_known: ({ name }: { name: string }) => ({
    code: "conflict",
    message: `${name} is a supported client, which has its own token.`,
    hint: "Connect it instead, or choose another name.",
  }),
  token_name_taken: ({ name }: { name: string }) => ({
    code: "conflict",
    message: `A token named ${name} already exists.`,
    hint: "Choose another name, or rotate that token.",
  }),
  expiry_past: () => ({
    code: "invalid_argument",
    message: "A token cannot expire in the past.",
    hint: "Choose a future date, or revoke the token to end it now.",
  }),
  access_revoked: ({ subject }: { subject: string }) => ({
    code: "conflict",
    message: `The access of ${subject} was revoked.`,
    hint: "Allow it again first.",
  }),
  access_not_revoked: ({ subject }: { subject: string }) => ({
    code: "conflict",
    message: `${subject} still has access.`,
    hint: "Revoke it first.",
  }),
  grant_kept: ({ subject }: { subject: string }) => ({
    code: "conflict",
    message: `The permissions of ${subject} are kept even while it is revoked.`,
    hint: "Allow it again, or leave it revoked.",
  }),
} satisfies ErrorTexts;
