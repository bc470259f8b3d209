import {
  conflict,
  denied,
  type ErrorTexts,
  invalid,
  knownText,
  notFound,
  rateLimited,
  storage,
  tooLarge,
  unavailable,
} from "../../message.ts";

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
  archive_damaged: "it is not a complete ZIP archive; download it again",
  archive_large: "it unpacks to more than 8 GB",
  utf16: "it is in UTF-16; save it as UTF-8",
};

export const suggestionStates = { waiting: "waiting", kept: "already kept", rejected: "already rejected" };

export const conversationsErrors = {
  conversation_unknown: ({ id }: { id: string }) =>
    notFound(
      `There is no conversation "${id}".`,
      "Use an id from search_conversations or from the list of conversations.",
    ),
  suggestion_unknown: ({ id }: { id: string }) =>
    notFound(
      `There is no suggestion "${id}".`,
      "It may have expired, or its conversation was removed. List the suggestions again.",
    ),
  suggestion_decided: ({ state }: { state: string }) =>
    conflict(`This suggestion is ${knownText(suggestionStates, state)}.`, "List the suggestions again."),
  conversation_client_unknown: ({ client, known }: { client: string; known: readonly string[] }) =>
    invalid(`Recollect does not read conversations of "${client}".`, `Use one of: ${known.join(", ")}.`),
  conversation_folder_not_absolute: ({ folder }: { folder: string }) =>
    invalid(`The folder "${folder}" is not an absolute path.`, "Enter the full path, for example /home/ann/private."),
  conversation_archive_not_absolute: ({ path }: { path: string }) =>
    invalid(`The path "${path}" is not absolute.`, "Enter the full path of the archive."),
  conversation_archive_unknown: ({ path }: { path: string }) =>
    invalid(
      `${path} has no conversations of ChatGPT or Claude.`,
      "Choose the ZIP archive of your account's export, the folder that it was unpacked into, or the conversations.json in it.",
    ),
  conversations_off: () =>
    conflict(
      "Conversations are not read: no client is switched on.",
      "Choose the clients whose conversations are read: recollect conversations on <client>.",
    ),
  conversations_not_granted: () =>
    denied(
      "This client may not read conversations.",
      "The owner can allow it in the permissions of this client, under Clients in Recollect.",
    ),
  conversations_unavailable: () =>
    unavailable(
      "The thread that reads conversations failed.",
      "Try again in a minute; Recollect starts it again. The log file says why it failed.",
    ),
  conversations_failed: ({ finding }: { finding: string }) =>
    storage(
      `The database of conversations cannot be used: ${finding}.`,
      "Restart Recollect. It renames the file, and the next scan reads the conversations again, except forgotten ones.",
    ),
  conversations_newer: ({ found, known }: { found: number; known: number }) =>
    storage(
      `A newer version of Recollect wrote conversations.sqlite (schema ${found}; this version supports ${known}).`,
      "Update Recollect. The file was not changed.",
    ),
  conversation_unreadable: ({ path, problem }: { path: string; problem: string }) =>
    storage(
      `The conversations in ${path} cannot be read: ${knownText(transcriptProblems, problem)}.`,
      "Check that the file exists and that you may read it. The next scan tries again.",
    ),
  conversation_invalid: ({ path, problem }: { path: string; problem: string }) =>
    storage(
      `The conversations in ${path} cannot be read: ${knownText(transcriptProblems, problem)}.`,
      "The file is damaged, or another program wrote it. Restore it from a backup, or move it to another folder. Other conversations are read.",
    ),
  conversation_database_busy: ({ path }: { path: string }) =>
    storage(
      `The conversations in ${path} cannot be read: its program has locked the file.`,
      "The next scan tries again. If it stays locked, quit that program and start a scan.",
    ),
  conversation_too_large: ({ path, megabytes }: { path: string; megabytes: number }) =>
    tooLarge(
      `The conversations in ${path} are not read: the file is larger than ${megabytes} MB.`,
      "Archive or delete old conversations in that program.",
    ),

  // Clients' own memories.
  client_memory_client_unknown: ({ client, known }: { client: string; known: readonly string[] }) =>
    invalid(
      `Recollect cannot read the memories of "${client}".`,
      `Use one of: ${known.join(", ")}. For the instructions of another client, name the file.`,
    ),
  client_memory_path_not_absolute: ({ path }: { path: string }) =>
    invalid(
      `The file "${path}" is not an absolute path.`,
      "Enter the full path, for example /home/ann/shop/CLAUDE.md.",
    ),
  client_memories_off: () =>
    conflict(
      "Nothing is watched: no client and no file is switched on.",
      "Choose what to watch: recollect client-memories watch <client or file>.",
    ),
  client_memory_unreadable: ({ path, problem }: { path: string; problem: string }) =>
    storage(
      `${path} cannot be read: ${problem}.`,
      "Check that you may read it and that no program locks it. The next scan tries again.",
    ),
  client_memory_missing: ({ path }: { path: string }) =>
    notFound(`${path} does not exist any more.`, "Its memories stay. Restore the file, or stop watching it."),
  client_memory_link: ({ path, root }: { path: string; root: string }) =>
    invalid(
      `${path} is not read: it is a link to a file outside ${root}.`,
      "Copy the file into the folder, or add the other file by its own path.",
    ),
  client_memory_not_file: ({ path }: { path: string }) => invalid(`${path} is not a file.`, "Name a text file."),
  client_memory_not_text: ({ path }: { path: string }) =>
    invalid(
      `${path} is not read: it is not text in UTF-8, UTF-16 or Windows-1252.`,
      "Save it as UTF-8, or move it elsewhere.",
    ),
  client_memory_decoded: ({ path, encoding }: { path: string; encoding: string }) =>
    invalid(`${path} is not in UTF-8 and was read as ${encoding}.`, "If its accents are wrong, save it as UTF-8."),
  client_memory_damaged: ({ path, damaged }: { path: string; damaged: number }) =>
    invalid(
      `${damaged} characters in ${path} are not valid UTF-8 and were replaced by \ufffd.`,
      "Correct the file. The next scan reads it again.",
    ),
  client_memory_repaired: ({ path }: { path: string }) =>
    invalid(
      `The front matter of ${path} is not valid YAML or TOML and was read line by line.`,
      "Lines without a known field are in the text. A value with a colon needs quotes.",
    ),
  client_memory_too_large: ({ path, kilobytes }: { path: string; kilobytes: number }) =>
    tooLarge(`${path} is not read: it is larger than ${kilobytes} KB.`, "Divide it into smaller files."),
  client_memory_too_many: ({ path, maximum }: { path: string; maximum: number }) =>
    tooLarge(
      `${path} has more than ${maximum} files. The others are not read.`,
      "Let the client delete or merge old memories.",
    ),
  client_memory_inbox_full: ({ source, maximum }: { source: string; maximum: number }) =>
    rateLimited(
      `${maximum} memories of ${source} wait in the inbox. Further ones are proposed later.`,
      "Review some of them. The next scan continues.",
    ),
} satisfies ErrorTexts;
