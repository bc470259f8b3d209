import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { RecollectError } from "../text/errors.ts";
import type { ForeignMemory, ImportItem, ImportSource } from "./import-item.ts";
import { namespaceFor } from "./kinds-of-knowledge.ts";
import { type Fields, momentOf, objectOf, omitEmpty, textOf, textsOf } from "./values.ts";

/** A larger file is not read: a memory can have 64 KiB. */
const MAX_NOTE_BYTES = 1024 * 1024;

/**
 * Reads each Markdown file of a folder as one memory, as basic-memory and other folders of notes store them: title,
 * tags, type and date are in the front matter, and the path in the folder is the source. Hidden folders are left out.
 * @throws invalid_argument if there is none, Error if the folder cannot be read
 */
export async function readMarkdownFolder(folder: string): Promise<ImportSource> {
  const { parse } = await import("yaml");
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).some((part) => part.startsWith(".")))
    .sort();
  if (files.length === 0) throw new RecollectError("import_no_markdown", { path: folder }, { field: "file" });
  return {
    total: files.length,
    items: (async function* () {
      for (const [index, file] of files.entries()) {
        yield await readNote(path.join(folder, file), file.split(path.sep).join("/"), index + 1, parse);
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
      yield await readNote(file, path.basename(file), 1, parse);
    })(),
  };
}

/** Reads one note. @param place names it to a person, and is its source */
export async function readNote(
  file: string,
  place: string,
  line: number,
  parse: (text: string) => unknown,
): Promise<ImportItem> {
  const at = { program: "markdown", line, place } as const;
  try {
    const { size } = await stat(file);
    if (size > MAX_NOTE_BYTES) return { ...at, kind: "unreadable", reason: "import_note_too_large" };
    return { ...at, kind: "memory", memory: { ...parseNote(await readFile(file, "utf8"), parse), source: place } };
  } catch {
    return { ...at, kind: "unreadable", reason: "import_note_unreadable" };
  }
}

/** The fields of the front matter of a Markdown file, {} if it has none, and the trimmed text after it. */
export function splitFrontMatter(
  given: string,
  parse: (text: string) => unknown,
): { readonly fields: Fields; readonly body: string } {
  const text = given.replace(/^\ufeff/, "");
  const [, matter = "", rest = text] = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? [];
  return { fields: parseFrontMatter(matter, parse), body: rest.trim() };
}

function parseNote(given: string, parse: (text: string) => unknown): ForeignMemory {
  const { fields, body } = splitFrontMatter(given, parse);
  const title = typeof fields.title === "string" ? fields.title.trim() : "";
  return {
    content: title === "" || /^#\s/.test(body) ? body : `# ${title}\n\n${body}`.trim(),
    tags: textsOf(fields.tags),
    ...omitEmpty({
      namespace: namespaceFor(textOf(fields.type)),
      validFrom: textOf(fields.validFrom ?? fields.valid_from),
      validUntil: textOf(fields.validUntil ?? fields.valid_until ?? fields.expires),
      createdAt: [fields.created, fields.created_at, fields.date].map(dateOf).find((moment) => moment !== undefined),
    }),
  };
}

/** A date as text or as YAML parses it; a number would be a year. */
function dateOf(value: unknown): number | undefined {
  return typeof value === "number" ? undefined : momentOf(value);
}

/** Front matter that is not valid YAML is ignored. */
function parseFrontMatter(matter: string, parse: (text: string) => unknown): Fields {
  try {
    return objectOf(parse(matter));
  } catch {
    return {};
  }
}
