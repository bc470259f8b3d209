import { conflict, type ErrorTexts, invalid, notFound, rateLimited, storage, tooLarge } from "../../message.ts";
export const clientMemoryErrors = {
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
  client_memory_not_file: ({ path }: { path: string }) => invalid(`${path} is not a file.`, "Name a text file."),
  client_memory_not_text: ({ path }: { path: string }) =>
    invalid(`${path} is not read: it is not text in UTF-8.`, "Save it as UTF-8, or move it elsewhere."),
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
