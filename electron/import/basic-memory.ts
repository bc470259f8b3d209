import path from "node:path";
import type { ParseYaml } from "./front-matter.ts";
import type { ForeignMemory, ImportItem, ImportSource } from "./import-item.ts";
import { parseNote, readNote } from "./markdown-folder.ts";
import { NOTE } from "./note-files.ts";
import { type SqliteFile, shortened } from "./sqlite-file.ts";
import { type Fields, momentOf, nameOf, omitEmpty, textOf } from "./values.ts";

const PROGRAM = "basic-memory";

/** Whether these are the tables of basic-memory's index. */
export function isBasicMemory(tables: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return (tables.get("entity")?.has("file_path") ?? false) && tables.has("observation");
}

/**
 * Reads the `memory.db` of basic-memory. It is an index: the notes are Markdown files in the folders of its projects. A
 * note whose file cannot be read, for example on another computer, is made from what the index contains of it.
 */
export async function readBasicMemory(file: SqliteFile): Promise<ImportSource> {
  const { parse } = await import("yaml");
  const tables = file.tables();
  const entity = tables.get("entity") ?? new Set();
  const column = (name: string) => (entity.has(name) ? `e.${name}` : "NULL");
  const hasProjects = tables.get("project")?.has("path") === true && entity.has("project_id");
  const hasContent = tables.has("note_content");
  const type = entity.has("note_type") ? "e.note_type" : column("entity_type");
  const query = `SELECT e.id AS row, e.title, e.file_path, ${type} AS type, ${column("permalink")} AS permalink,
      ${column("created_at")} AS created_at, ${column("updated_at")} AS updated_at,
      ${hasProjects ? "p.name AS project, p.path AS folder" : "NULL AS project, NULL AS folder"},
      ${hasContent ? shortened("c.markdown_content") : "NULL"} AS content
    FROM entity e ${hasProjects ? "LEFT JOIN project p ON p.id = e.project_id" : ""}
      ${hasContent ? "LEFT JOIN note_content c ON c.entity_id = e.id" : ""}
    WHERE e.id > ? AND ${entity.has("content_type") ? "e.content_type = 'text/markdown'" : "1"} ORDER BY e.id LIMIT ?`;
  const projects = hasProjects ? Number(file.page("SELECT count(*) AS n FROM project")[0]?.n ?? 0) : 0;
  return {
    total: Number(file.page("SELECT count(*) AS n FROM entity")[0]?.n ?? 0),
    items: (async function* () {
      try {
        for (const row of file.rows(query)) yield* await toItems(file, row, projects > 1, parse);
      } finally {
        file.close();
      }
    })(),
  };
}

/** @param isNamed whether the project's name becomes the domain; a single project always has the name `main` */
async function toItems(
  file: SqliteFile,
  row: Fields,
  isNamed: boolean,
  parse: ParseYaml,
): Promise<readonly ImportItem[]> {
  const line = Number(row.row);
  const place = textOf(row.file_path);
  const folder = textOf(row.folder);
  // An index from another person must not name other files of this computer, such as keys.
  const note = path.isAbsolute(folder) && NOTE.test(place) ? path.join(folder, ...place.split("/")) : null;
  const [found, ...notices] = note === null || leaves(folder, note) ? [] : await readNote(note, place, line, parse);
  const memory = found?.kind === "memory" ? found.memory : fromIndex(file, row, parse);
  const createdAt = momentOf(row.created_at) ?? memory.createdAt;
  const permalink = textOf(row.permalink) || place;
  const item: ImportItem = {
    program: PROGRAM,
    line,
    place,
    kind: "memory",
    memory: {
      ...memory,
      source: place,
      ...omitEmpty({
        project: isNamed ? nameOf(row.project) : undefined,
        createdAt,
        updatedAt: momentOf(row.updated_at),
        foreign: { key: [PROGRAM, textOf(row.project), permalink], createdAt: createdAt ?? null },
      }),
    },
  };
  return [item, ...notices];
}

/** Whether a path in the index is outside its project's folder. */
function leaves(folder: string, note: string): boolean {
  const relative = path.relative(folder, note);
  return relative.startsWith("..") || path.isAbsolute(relative);
}

function fromIndex(file: SqliteFile, row: Fields, parse: ParseYaml): ForeignMemory {
  const { memory } = parseNote({ text: textOf(row.content), encoding: "UTF-8", damaged: 0 }, null, parse);
  if (memory.content !== "") return memory;
  const observations = file
    .page(
      `SELECT ${shortened("content")} AS content, category FROM observation WHERE entity_id = ? ORDER BY id`,
      Number(row.row),
    )
    .map(({ category, content: text }) => `- [${textOf(category)}] ${textOf(text)}`);
  const title = textOf(row.title);
  return { content: [`# ${title}`, ...(observations.length === 0 ? [] : ["", ...observations])].join("\n") };
}
