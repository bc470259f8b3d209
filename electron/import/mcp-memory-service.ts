import type { SkipReason } from "../core/memory-import.ts";
import type { ForeignKey, ForeignMemory, ImportItem, ImportSource } from "./import-item.ts";
import { namespaceFor } from "./kinds-of-knowledge.ts";
import { type Row, type SqliteFile, shortened } from "./sqlite-file.ts";
import { type Fields, momentOf, nameOf, objectOf, omitEmpty, textOf, textsOf } from "./values.ts";

const PROGRAM = "mcp-memory-service";
const PROJECT_TAG = "proj:";
/** The tag that the program gives to a memory without tags. */
const NO_TAG = "untagged";
const COLUMNS = [
  ...["content_hash", "content", "tags", "memory_type", "metadata"],
  ...["created_at", "created_at_iso", "updated_at", "updated_at_iso"],
];

/** Whether these are the tables of mcp-memory-service. */
export function isMcpMemoryService(tables: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return tables.get("memories")?.has("content_hash") ?? false;
}

/** Reads the `sqlite_vec.db` of mcp-memory-service, without its vectors, which belong to its model. */
export function readMcpMemoryService(file: SqliteFile): ImportSource {
  const known = file.tables().get("memories") ?? new Set();
  const deletes = known.has("deleted_at");
  const supersedes = known.has("superseded_by");
  const selected = COLUMNS.map((column) =>
    known.has(column) ? `${shortened(column)} AS ${column}` : `NULL AS ${column}`,
  );
  const query = `SELECT rowid AS row, ${selected.join(", ")}, ${deletes ? "deleted_at" : "NULL"} AS deleted,
      ${supersedes ? `nullif(${shortened("superseded_by")}, '')` : "NULL"} AS superseded_by
    FROM memories WHERE rowid > ? ORDER BY rowid LIMIT ?`;
  return {
    total: Number(file.page("SELECT count(*) AS n FROM memories")[0]?.n ?? 0),
    items: (async function* () {
      try {
        const successors = supersedes ? readSuccessors(file, deletes) : new Map<string, Row>();
        for (const row of file.rows(query)) {
          const successor = successors.get(textOf(row.superseded_by));
          yield toItem(
            { ...row, successor: successor?.content_hash, successor_created_at: successor?.created_at },
            Number(row.row),
          );
        }
      } finally {
        file.close();
      }
    })(),
  };
}

/**
 * The memories that superseded others, by their hashes. Not a join: a foreign file may have many rows of one hash, or
 * no index on it.
 */
function readSuccessors(file: SqliteFile, deletes: boolean): ReadonlyMap<string, Row> {
  const successors = new Map<string, Row>();
  const query = `SELECT rowid AS row, ${shortened("content_hash")} AS content_hash, created_at FROM memories
    WHERE rowid > ? AND content_hash IN (SELECT superseded_by FROM memories WHERE superseded_by <> '')
      ${deletes ? "AND deleted_at IS NULL" : ""} ORDER BY rowid LIMIT ?`;
  for (const row of file.rows(query)) {
    const hash = textOf(row.content_hash);
    if (!successors.has(hash)) successors.set(hash, row);
  }
  return successors;
}

/** Whether a JSON document is from the exporter or the dashboard of mcp-memory-service. */
export function isMcpMemoryServiceExport(document: Fields): boolean {
  return (
    Array.isArray(document.memories) && document.memories.some((memory) => textOf(objectOf(memory).content_hash) !== "")
  );
}

/** Reads such an export. */
export function readMcpMemoryServiceExport(document: Fields): ImportSource {
  const memories = (document.memories as unknown[]).map(objectOf);
  return {
    total: memories.length,
    items: (async function* () {
      for (const [index, memory] of memories.entries()) yield toItem(memory, index + 1);
    })(),
  };
}

function toItem(row: Fields, line: number): ImportItem {
  const at = { program: PROGRAM, line, place: `memory ${line}` } as const;
  const skipped = (reason: SkipReason): ImportItem => ({ ...at, kind: "skipped", reason, count: 1 });
  if (textOf(row.deleted) !== "") return skipped("deleted");
  const isReplaced = textOf(row.superseded_by) !== "";
  if (isReplaced && textOf(row.successor) === "") return skipped("replaced");
  if (textOf(row.content) === "") return { ...at, kind: "unreadable", reason: "import_content_missing" };
  return { ...at, kind: "memory", memory: toMemory(row, isReplaced) };
}

function toMemory(row: Fields, isReplaced: boolean): ForeignMemory {
  const metadata = objectOf(row.metadata);
  const type = textOf(row.memory_type);
  const tags = textsOf(row.tags).filter((tag) => tag !== NO_TAG);
  const projects = tags.filter((tag) => tag.startsWith(PROJECT_TAG)).map((tag) => tag.slice(PROJECT_TAG.length));
  const createdAt = momentOf(row.created_at) ?? momentOf(row.created_at_iso);
  const sources = [metadata.source_file, metadata.file_path, metadata.source_url, metadata.url];
  const hash = textOf(row.content_hash);
  const recalls = Number(metadata.access_count);
  return {
    content: textOf(row.content),
    tags: [...tags, type],
    ...omitEmpty({
      namespace: namespaceFor(type),
      // With several projects, none is taken.
      project: projects.length === 1 ? projects[0] : nameOf(metadata.project),
      source: sources.map(textOf).find((source) => source !== ""),
      createdAt,
      updatedAt: momentOf(row.updated_at) ?? momentOf(row.updated_at_iso),
      recallCount: Number.isSafeInteger(recalls) && recalls > 0 ? recalls : undefined,
      recalledAt: momentOf(metadata.last_accessed_at),
      foreign: hash === "" ? undefined : keyOf(hash, row.created_at),
      replacedBy: isReplaced ? keyOf(textOf(row.successor), row.successor_created_at) : undefined,
    }),
  };
}

function keyOf(hash: string, createdAt: unknown): ForeignKey {
  return { key: [PROGRAM, hash], createdAt: momentOf(createdAt) ?? null };
}
