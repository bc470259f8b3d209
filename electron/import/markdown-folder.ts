import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { SkipReason } from "../core/memory-import.ts";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import { localDay } from "../text/local-time.ts";
import { type DecodedText, decodeText } from "./decode-text.ts";
import { type DayOrder, orderOfDates, orderOfLocale, readDate, readShortYear } from "./foreign-date.ts";
import { type ParseYaml, splitFrontMatter, tagsOf } from "./front-matter.ts";
import type { ForeignMemory, ImportItem, ImportSource } from "./import-item.ts";
import { namespaceFor } from "./kinds-of-knowledge.ts";
import { listNotes } from "./note-files.ts";
import { type Fields, omitEmpty, textOf } from "./values.ts";

/** A larger file is not read: a memory can have 64 KiB. */
const MAX_NOTE_BYTES = 1024 * 1024;
/** How many files that are left out are named. */
const MAX_NAMED = 50;
const CREATED = ["created", "createdat", "date", "datecreated", "creationdate"];
const UPDATED = ["updated", "updatedat", "modified", "modifiedat", "lastmodified", "lastmod", "datemodified"];

/**
 * Reads each Markdown file of a folder as one memory, as basic-memory and other folders of notes store them: title,
 * tags, type and dates are in the front matter, and the path in the folder is the source. Then it returns which files
 * and folders are left out ({@link listNotes}).
 * @throws invalid_argument if there is none, Error if the folder cannot be read
 */
export async function readMarkdownFolder(folder: string): Promise<ImportSource> {
  const { parse } = await import("yaml");
  const { files, skipped, unreadable } = await listNotes(folder);
  const isOther = (reason: SkipReason) => reason === "other-file";
  if (files.length === 0 && unreadable.length === 0 && [...skipped.keys()].every(isOther)) {
    throw new RecollectError("import_no_markdown", { path: folder }, { field: "file" });
  }
  const nameOf = (place: string) => place.split(path.sep).join("/");
  return {
    total: files.length,
    items: (async function* () {
      let line = 0;
      for (const file of files) {
        line += 1;
        yield* await readNote(path.join(folder, file), nameOf(file), line, parse);
      }
      for (const place of unreadable) {
        line += 1;
        yield {
          program: "markdown",
          line,
          place: nameOf(place),
          kind: "unreadable",
          reason: "import_folder_unreadable",
        };
      }
      for (const [reason, places] of skipped) {
        const named = places.slice(0, MAX_NAMED).map(nameOf);
        yield { program: "markdown", line, place: reason, kind: "skipped", reason, count: places.length, files: named };
      }
    })(),
  };
}

/** Reads one Markdown file as one memory. */
export function readMarkdownFile(file: string): ImportSource {
  return {
    total: 1,
    items: (async function* () {
      const { parse } = await import("yaml");
      yield* await readNote(file, path.basename(file), 1, parse);
    })(),
  };
}

/**
 * Reads one note.
 * @param place names it to a person, and is its source
 * @returns the memory, or why it cannot be read, and then the notices about it
 */
export async function readNote(
  file: string,
  place: string,
  line: number,
  parse: ParseYaml,
): Promise<readonly [ImportItem, ...ImportItem[]]> {
  const at = { program: "markdown", line, place } as const;
  try {
    const { size, mtimeMs } = await stat(file);
    if (size > MAX_NOTE_BYTES) return [{ ...at, kind: "unreadable", reason: "import_note_too_large" }];
    const decoded = decodeText(await readFile(file));
    if (decoded === null) return [{ ...at, kind: "unreadable", reason: "import_note_encoding" }];
    const { memory, notices } = parseNote(decoded, Math.trunc(mtimeMs), parse);
    return [
      { ...at, kind: "memory", memory: { ...memory, source: place } },
      ...notices.map((notice): ImportItem => ({ ...at, kind: "notice", error: toErrorBody(notice) })),
    ];
  } catch {
    return [{ ...at, kind: "unreadable", reason: "import_note_unreadable" }];
  }
}

/** What a person should know about the text of a file that was not in intact UTF-8. */
export function encodingNotices({ encoding, damaged }: DecodedText): RecollectError[] {
  if (damaged > 0) return [new RecollectError("import_text_damaged", { damaged })];
  return encoding === "Windows-1252" ? [new RecollectError("import_text_encoding", { encoding })] : [];
}

/** Reads the text of a note. @param modifiedAt the date of a note that has none itself, or null */
export function parseNote(
  decoded: DecodedText,
  modifiedAt: number | null,
  parse: ParseYaml,
): { readonly memory: ForeignMemory; readonly notices: readonly RecollectError[] } {
  const { fields, body, isRepaired } = splitFrontMatter(decoded.text, parse);
  const notices = encodingNotices(decoded);
  if (isRepaired) notices.push(new RecollectError("import_front_matter_repaired", {}));
  const order = orderOf(fields, decoded.text);
  /** The first date among some fields. */
  const dateIn = (names: readonly string[]): number | undefined => {
    for (const text of names.map((name) => textOf(fields[name])).filter((text) => text !== "")) {
      const found = readDate(text, order) ?? readShortYear(text, decoded.text, order);
      if (typeof found === "number") return found;
      const reason = found === "ambiguous" ? "import_date_ambiguous" : "import_date_unknown";
      notices.push(new RecollectError(reason, { date: text.slice(0, 60) }));
    }
    return undefined;
  };
  const updated = dateIn(UPDATED);
  const createdAt = dateIn(CREATED) ?? updated ?? (modifiedAt === null ? undefined : Math.min(modifiedAt, Date.now()));
  const title = textOf(fields.title);
  return {
    memory: {
      content: title === "" || headingOf(body) === title ? body : `# ${title}\n\n${body}`.trim(),
      tags: tagsOf(fields),
      ...omitEmpty({
        createdAt,
        namespace: namespaceFor(textOf(fields.type)),
        validFrom: dayOf(textOf(fields.validfrom), decoded.text, order),
        validUntil: dayOf(textOf(fields.validuntil) || textOf(fields.expires), decoded.text, order),
        updatedAt: updated === undefined ? undefined : Math.max(updated, createdAt ?? updated),
      }),
    },
    notices,
  };
}

/** The text of the heading at the start; "" without one. */
function headingOf(body: string): string {
  const [first = ""] = body.split("\n", 1);
  return first.startsWith("# ") ? first.slice(2).trim() : "";
}

/** From the dates in the file, or else from its locale. */
function orderOf(fields: Fields, text: string): DayOrder {
  const locales = [fields.lang, fields.language, fields.locale].map(textOf);
  return orderOfDates(text) ?? orderOfLocale(locales.find((locale) => locale !== "") ?? "");
}

/** The day of a date in the form that a memory has; another text unchanged, which the import reports. */
function dayOf(text: string, file: string, order: DayOrder): string {
  const isIso = /^\d{4}-\d{2}-\d{2}/.test(text);
  const found = isIso || text === "" ? null : (readDate(text, order) ?? readShortYear(text, file, order));
  return typeof found === "number" ? localDay(new Date(found).toISOString()) : text;
}
