import { cancelled, conflict, type ErrorTexts, invalid, storage, unavailable } from "../../message.ts";

const FORMATS =
  "Supported are exports of Recollect, JSON Lines, claude-mem, mcp-memory-service, server-memory, basic-memory, mem0, OpenMemory, ChatGPT and Claude, and Markdown.";

export const importErrors = {
  import_conflict: () => conflict("A different version is already here and is kept."),
  import_not_current: () => invalid("It is in the trash or superseded, so it cannot be reviewed in the inbox."),
  import_duplicate_id: () => invalid("Its id appears twice in the import."),
  import_memory_invalid: ({ problem }: { problem: string }) => invalid(`It is not an exported memory: ${problem}`),
  import_history_invalid: () => invalid("Its history does not end in its current state."),
  import_successor_missing: () =>
    invalid(
      "The memory that replaced it is neither here nor in the file.",
      "It may be in the trash; export with --trash.",
    ),
  import_namespace_unknown: ({ namespace, known }: { namespace: string; known: readonly string[] }) =>
    invalid(
      `There is no namespace "${namespace}".`,
      `Use one of: ${known.join(", ")}. The owner can add more in Recollect's window.`,
    ),
  import_content_missing: () => invalid("It has no content."),
  import_line_invalid: () => invalid('It is not a JSON object with a "content".'),
  import_entry_too_large: () => invalid("It is larger than 4 MiB."),
  import_note_too_large: () => invalid("It is larger than 1 MiB; a memory can have 64 KiB."),
  import_note_unreadable: () => invalid("The file cannot be read."),
  import_note_encoding: () =>
    invalid("It is not text in UTF-8, UTF-16 or Windows-1252.", "If it is text, save it as UTF-8."),
  import_folder_unreadable: () => invalid("The folder cannot be listed.", "Check that you may read it."),
  import_front_matter_repaired: () =>
    invalid(
      "Its front matter is not valid YAML or TOML and was read line by line.",
      "Lines without a known field are in the text. A value with a colon needs quotes.",
    ),
  import_date_ambiguous: ({ date }: { date: string }) =>
    invalid(
      `Its date ${date} was not used: the order of day and month is not clear.`,
      "Write it as 2024-05-31, or add a line such as lang: en-GB to the front matter.",
    ),
  import_date_unknown: ({ date }: { date: string }) =>
    invalid(`Its date "${date}" was not used: it is not known as a date.`, "Write it as 2024-05-31."),
  import_text_encoding: ({ encoding }: { encoding: string }) =>
    invalid(`It is not in UTF-8 and was read as ${encoding}.`, "If its accents are wrong, save it as UTF-8."),
  import_text_damaged: ({ damaged }: { damaged: number }) =>
    invalid(
      `${damaged} of its characters are not valid UTF-8 and were replaced by \ufffd.`,
      "Check where it came from.",
    ),
  import_line_encoding: ({ path, line }: { path: string; line: number }) =>
    invalid(
      `Line ${line} of ${path} is not text in UTF-8, UTF-16 or Windows-1252.`,
      "Memories imported before are kept. Save the file as UTF-8, or remove the line.",
    ),
  import_not_file: ({ path }: { path: string }) =>
    invalid(
      `${path} is not a file or folder.`,
      "Save what it returns to a file, or pipe it into `recollect import -`.",
    ),
  import_line_too_long: ({ path, line, maximumMiB }: { path: string; line: number; maximumMiB: number }) =>
    invalid(
      `Line ${line} of ${path} is longer than ${maximumMiB} MiB.`,
      "Lines before it were read. Split the file, or remove the line.",
    ),
  import_timeout: ({ path, seconds }: { path: string; seconds: number }) =>
    unavailable(
      `Reading ${path} took longer than ${seconds} s at one place.`,
      "Memories imported before are kept. Copy the file to this computer's disk, or import it with `recollect import`.",
    ),
  import_reader_failed: ({ path }: { path: string }) =>
    unavailable(
      `Reading ${path} needed too much memory, or failed.`,
      "Memories imported before are kept. Split the file, or import it with `recollect import`.",
    ),
  import_too_many_problems: ({ maximum }: { maximum: number }) =>
    invalid(
      `More than ${maximum} entries were refused, so the import was stopped.`,
      "Memories imported before are kept. Check that the file has the format that you expect.",
    ),
  import_too_many_superseded: ({ maximumMiB }: { maximumMiB: number }) =>
    invalid(
      `The superseded memories in the file are larger than ${maximumMiB} MiB together.`,
      "Memories imported before are kept. Export without superseded memories, or in parts.",
    ),
  import_path_missing: ({ path }: { path: string }) =>
    invalid(`${path} does not exist.`, "Name a file or folder; `recollect import` lists what it finds."),
  import_path_relative: ({ path }: { path: string }) =>
    invalid(`${path} is not a full path.`, "Start with the root of the disk, or with ~ for the home folder."),
  import_no_memories: ({ path }: { path: string }) =>
    invalid(`${path} cannot be imported: no line of it is a JSON object with a "content".`, FORMATS),
  import_binary: ({ path }: { path: string }) =>
    invalid(`${path} cannot be imported: it contains binary data in an unknown format.`, FORMATS),
  import_own_database: ({ path }: { path: string }) =>
    invalid(
      `${path} cannot be imported: it is the database of this Recollect.`,
      "Its memories are already here. To save them to a file, even from a damaged database, use `recollect export`.",
    ),
  import_database_unknown: ({ path, tables }: { path: string; tables: readonly string[] }) =>
    invalid(
      `${path} cannot be imported: it is a database of an unknown program, ${
        tables.length === 0 ? "without tables" : `with the tables ${tables.join(", ")}`
      }.`,
      FORMATS,
    ),
  import_archive_unknown: ({ path }: { path: string }) =>
    invalid(
      `${path} cannot be imported: it is an archive of an unknown program.`,
      "Supported are the export archives of ChatGPT, Claude and OpenMemory. Unpack an archive of another program and import its files.",
    ),
  import_archive_too_large: ({ path, gigabytes }: { path: string; gigabytes: number }) =>
    invalid(
      `${path} is not read: it unpacks to more than ${gigabytes} GB.`,
      "Unpack it, and import only the files with memories.",
    ),
  import_no_saved_memories: ({ path }: { path: string }) =>
    invalid(
      `${path} has conversations, but no saved memories.`,
      "The account has none, or they were saved in conversations that are not in the export. To search the conversations: recollect conversations add <file>.",
    ),
  import_no_markdown: ({ path }: { path: string }) =>
    invalid(`${path} contains no Markdown files.`, "Name the folder of the notes, or one file."),
  import_unreadable: ({ path, problem }: { path: string; problem: string }) =>
    storage(`${path} cannot be read: ${problem}.`),
  import_database_busy: ({ path, problem }: { path: string; problem: string }) =>
    storage(
      `${path} cannot be read: ${problem}.`,
      "Its program is writing. Try again in a moment, or quit that program first.",
    ),
  import_database_inaccessible: ({ path, problem }: { path: string; problem: string }) =>
    storage(
      `${path} cannot be read: ${problem}.`,
      "Copy it, and the file ending in -wal next to it, into another folder, and import the copy.",
    ),
  import_database_damaged: ({ path, problem }: { path: string; problem: string }) =>
    storage(
      `${path} cannot be read: ${problem}.`,
      "It is damaged. Import a backup of it, or what `sqlite3 FILE .recover` recovers.",
    ),
  import_not_database: ({ path, problem }: { path: string; problem: string }) =>
    storage(
      `${path} cannot be read: ${problem}.`,
      "It is not a SQLite database, is encrypted, or is damaged. Import a backup of it.",
    ),
  import_sqlite_missing: ({ version }: { version: string }) =>
    unavailable(
      `This Node, ${version}, cannot read SQLite databases.`,
      "Use Node 22.13 or later, or the command line of the installed application.",
    ),
  import_stopped: () => cancelled("The import was stopped."),
} satisfies ErrorTexts;
