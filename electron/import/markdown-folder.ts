import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { invalidArgument } from "../core/errors.ts";
import type { ForeignMemory, ImportSource } from "./import-item.ts";
import { namespaceFor } from "./kinds-of-knowledge.ts";
import { momentOf, objectOf, present, textOf, textsOf } from "./values.ts";

/**
 * Every Markdown file of a folder as one memory, as basic-memory and other folders of notes keep them: title, tags, type
 * and date come out of the front matter, the source is the file's path in the folder. Hidden folders are left out.
 * @throws invalid_argument where there is none; Error where the folder or a file cannot be read
 */
export async function readMarkdownFolder(folder: string): Promise<ImportSource> {
  const { parse } = await import("yaml");
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(md|markdown)$/i.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.split(path.sep).some((part) => part.startsWith(".")))
    .sort();
  if (files.length === 0) {
    throw invalidArgument("file", `${folder} holds no Markdown files.`, "Name the folder of the notes, or one file.");
  }
  return {
    total: files.length,
    items: (async function* () {
      for (const [index, file] of files.entries()) {
        const place = file.split(path.sep).join("/");
        const whole = await readFile(path.join(folder, file), "utf8");
        const at = { program: "markdown", line: index + 1, place } as const;
        yield { ...at, kind: "memory", memory: { ...readDocument(whole, parse), source: place } };
      }
    })(),
  };
}

/** One Markdown file as one memory. */
export function readMarkdownFile(file: string): ImportSource {
  return {
    total: 1,
    items: (async function* () {
      const { parse } = await import("yaml");
      const place = path.basename(file);
      const memory = { ...readDocument(await readFile(file, "utf8"), parse), source: place };
      yield { program: "markdown", line: 1, place, kind: "memory", memory };
    })(),
  };
}

function readDocument(given: string, parse: (text: string) => unknown): ForeignMemory {
  const whole = given.replace(/^\ufeff/, "");
  const [, matter = "", body = whole] = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(whole) ?? [];
  const fields = readMatter(matter, parse);
  const title = typeof fields.title === "string" ? fields.title.trim() : "";
  const text = body.trim();
  return {
    content: title === "" || /^#\s/.test(text) ? text : `# ${title}\n\n${text}`.trim(),
    tags: textsOf(fields.tags),
    ...present({
      namespace: namespaceFor(textOf(fields.type)),
      createdAt: [fields.created, fields.created_at, fields.date].map(dateOf).find((moment) => moment !== undefined),
    }),
  };
}

/** A date as text or as YAML reads it; a number would be a year. */
function dateOf(value: unknown): number | undefined {
  return typeof value === "number" ? undefined : momentOf(value);
}

/** What is not understood is left out. */
function readMatter(matter: string, parse: (text: string) => unknown): Readonly<Record<string, unknown>> {
  try {
    return objectOf(parse(matter));
  } catch {
    return {};
  }
}
