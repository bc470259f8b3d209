import type { ErrorTexts } from "../../message.ts";
import { knownText } from "../../message.ts";

/** Problems of transcripts. */
export const transcriptProblems = {
  not_file: "it is not a file",
  not_text: "it is not a text file",
  not_json: "it is not a complete JSON document",
  json_depth: "its JSON has too many levels",
  json_members: "its JSON has too many members",
  json_values: "its JSON has too many values",
  not_closed: "its program has not closed it; start that program once",
  no_permission: "this user has no permission",
  missing: "it does not exist any more",
};

export const conversationsErrors = {
  conversation_unknown: ({ id }: { id: string }) => ({
    code: "not_found",
    message: `There is no conversation "${id}".`,
    hint: "Use an id from search_conversations or from the list of conversations.",
  }),
  conversation_client_unknown: ({ client, known }: { client: string; known: readonly string[] }) => ({
    code: "invalid_argument",
    message: `Recollect does not read conversations of "${client}".`,
    hint: `Use one of: ${known.join(", ")}.`,
  }),
  conversation_folder_not_absolute: ({ folder }: { folder: string }) => ({
    code: "invalid_argument",
    message: `The folder "${folder}" is not an absolute path.`,
    hint: "Enter the full path, for example /home/ann/private.",
  }),
  conversation_archive_not_absolute: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `The path "${path}" is not absolute.`,
    hint: "Enter the full path of the archive.",
  }),
  conversation_archive_unknown: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `${path} has no conversations of ChatGPT or Claude.`,
    hint: "Choose the ZIP archive of your account's export. Do not unpack it.",
  }),
  conversations_off: () => ({
    code: "conflict",
    message: "Conversations are not read: no client is switched on.",
    hint: "Choose the clients whose conversations are read: recollect conversations on <client>.",
  }),
  conversations_not_granted: () => ({
    code: "permission_denied",
    message: "This client may not read conversations.",
    hint: "The owner can allow it in the permissions of this client, under Clients in Recollect.",
  }),
  conversations_unavailable: () => ({
    code: "unavailable",
    message: "The thread that reads conversations failed.",
    hint: "Try again in a minute; Recollect starts it again. The log file says why it failed.",
  }),
  conversations_failed: ({ finding }: { finding: string }) => ({
    code: "storage",
    message: `The database of conversations cannot be used: ${finding}.`,
    hint: "Stop Recollect and delete conversations.sqlite in the data folder; the next scan reads the conversations again.",
  }),
  conversations_newer: ({ found, known }: { found: number; known: number }) => ({
    code: "storage",
    message: `A newer version of Recollect wrote conversations.sqlite (schema ${found}; this version supports ${known}).`,
    hint: "Update Recollect. The file was not changed.",
  }),
  conversation_unreadable: ({ path, problem }: { path: string; problem: string }) => ({
    code: "storage",
    message: `The conversations in ${path} cannot be read: ${knownText(transcriptProblems, problem)}.`,
    hint: "Check that the file exists and that you may read it. The next scan tries again.",
  }),
  conversation_invalid: ({ path, problem }: { path: string; problem: string }) => ({
    code: "storage",
    message: `The conversations in ${path} cannot be read: ${knownText(transcriptProblems, problem)}.`,
    hint: "The file is damaged, or another program wrote it. Restore it from a backup, or move it to another folder. Other conversations are read.",
  }),
  conversation_database_busy: ({ path }: { path: string }) => ({
    code: "storage",
    message: `The conversations in ${path} cannot be read: its program has locked the file.`,
    hint: "The next scan tries again. If it stays locked, quit that program and start a scan.",
  }),
  conversation_too_large: ({ path, megabytes }: { path: string; megabytes: number }) => ({
    code: "too_large",
    message: `The conversations in ${path} are not read: the file is larger than ${megabytes} MB.`,
    hint: "Archive or delete old conversations in that program.",
  }),
} satisfies ErrorTexts;
