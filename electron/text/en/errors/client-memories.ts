import type { ErrorTexts } from "../../message.ts";
export const clientMemoryErrors = {
  client_memory_client_unknown: ({ client, known }: { client: string; known: readonly string[] }) => ({
    code: "invalid_argument",
    message: `Recollect cannot read the memories of "${client}".`,
    hint: `Use one of: ${known.join(", ")}. For the instructions of another client, name the file.`,
  }),
  client_memory_path_not_absolute: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `The file "${path}" is not an absolute path.`,
    hint: "Enter the full path, for example /home/ann/shop/CLAUDE.md.",
  }),
  client_memories_off: () => ({
    code: "conflict",
    message: "Nothing is watched: no client and no file is switched on.",
    hint: "Choose what to watch: recollect client-memories watch <client or file>.",
  }),
  client_memory_unreadable: ({ path, problem }: { path: string; problem: string }) => ({
    code: "storage",
    message: `${path} cannot be read: ${problem}.`,
    hint: "Check that you may read it and that no program locks it. The next scan tries again.",
  }),
  client_memory_missing: ({ path }: { path: string }) => ({
    code: "not_found",
    message: `${path} does not exist any more.`,
    hint: "Its memories stay. Restore the file, or stop watching it.",
  }),
  client_memory_not_file: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `${path} is not a file.`,
    hint: "Name a text file.",
  }),
  client_memory_not_text: ({ path }: { path: string }) => ({
    code: "invalid_argument",
    message: `${path} is not read: it is not text in UTF-8.`,
    hint: "Save it as UTF-8, or move it elsewhere.",
  }),
  client_memory_too_large: ({ path, kilobytes }: { path: string; kilobytes: number }) => ({
    code: "too_large",
    message: `${path} is not read: it is larger than ${kilobytes} KB.`,
    hint: "Divide it into smaller files.",
  }),
  client_memory_too_many: ({ path, maximum }: { path: string; maximum: number }) => ({
    code: "too_large",
    message: `${path} has more than ${maximum} files. The others are not read.`,
    hint: "Let the client delete or merge old memories.",
  }),
  client_memory_inbox_full: ({ source, maximum }: { source: string; maximum: number }) => ({
    code: "rate_limited",
    message: `${maximum} memories of ${source} wait in the inbox. Further ones are proposed later.`,
    hint: "Review some of them. The next scan continues.",
  }),
} satisfies ErrorTexts;
