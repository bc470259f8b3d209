import { createReadStream, statSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { invalidArgument, RecollectError } from "../core/errors.ts";
import { isClaudeMem, readClaudeMem } from "./claude-mem.ts";
import type { ImportItem, ImportSource } from "./import-item.ts";
import { readJsonText } from "./json-text.ts";
import { readMarkdownFile, readMarkdownFolder } from "./markdown-folder.ts";
import { isMcpMemoryService, readMcpMemoryService } from "./mcp-memory-service.ts";
import { isSqlite, openSqliteFile } from "./sqlite-file.ts";

/** How many unreadable lines at the start of a file are collected before it is rejected; enough for a long header. */
const MAX_UNREADABLE_LINES = 1_000;
/** Databases that identify a folder as a program's own instead of a folder of notes. */
const DATABASES = ["claude-mem.db", "sqlite_vec.db"];

/**
 * Opens a file or folder of memories and detects its format.
 * @throws invalid_argument for an unknown format, storage for a file that cannot be read; both name the file
 */
export async function openImportSource(file: string): Promise<ImportSource> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw invalidArgument("file", "import_path_missing", { path: file });
  if (stat.isDirectory()) {
    const database = DATABASES.map((name) => path.join(file, name)).find((name) =>
      statSync(name, { throwIfNoEntry: false })?.isFile(),
    );
    return database === undefined ? await readMarkdownFolder(file) : await openDatabase(database);
  }
  if (/\.(md|markdown)$/i.test(file)) return readMarkdownFile(file);
  return isSqlite(file) ? await openDatabase(file) : readTextStream(createReadStream(file), file);
}

/** Reads JSON from a stream. @param name the stream's name in errors */
export function readTextStream(input: NodeJS.ReadableStream, name: string): ImportSource {
  return { total: null, items: rejectForeignFile(readJsonText(readLines(input, name)), name) };
}

/** Rejects a file without any readable item: one error instead of one for each line. */
async function* rejectForeignFile(items: AsyncIterable<ImportItem>, path: string): AsyncGenerator<ImportItem> {
  const unreadable: ImportItem[] = [];
  let isForeign = true;
  for await (const item of items) {
    isForeign &&= item.kind === "unreadable";
    if (isForeign && unreadable.length >= MAX_UNREADABLE_LINES) break;
    if (isForeign) unreadable.push(item);
    else {
      yield* unreadable.splice(0);
      yield item;
    }
  }
  if (unreadable.length > 0) throw invalidArgument("file", "import_no_memories", { path });
}

async function* readLines(input: NodeJS.ReadableStream, path: string): AsyncGenerator<string> {
  const failures: Error[] = [];
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  input.on("error", (error) => {
    failures.push(error);
    lines.close();
  });
  for await (const text of lines) {
    if (text.includes("\0")) throw invalidArgument("file", "import_binary", { path });
    yield text;
  }
  const [failure] = failures;
  if (failure === undefined) return;
  throw new RecollectError("storage", "import_unreadable", { path, problem: failure.message }, { cause: failure });
}

async function openDatabase(file: string): Promise<ImportSource> {
  const database = await openSqliteFile(file);
  let opened = false;
  try {
    const tables = database.tables();
    const read = isClaudeMem(tables) ? readClaudeMem : isMcpMemoryService(tables) ? readMcpMemoryService : null;
    if (read === null) throw unknownDatabase(file, tables);
    const source = read(database);
    opened = true;
    return source;
  } finally {
    if (!opened) database.close();
  }
}

/** At most so many tables are named in an error. */
const MAX_NAMED_TABLES = 8;

function unknownDatabase(path: string, tables: ReadonlyMap<string, ReadonlySet<string>>): RecollectError {
  if (tables.has("contents") && tables.has("memories")) return invalidArgument("file", "import_own_database", { path });
  if (tables.has("entity") && tables.has("observation")) {
    return invalidArgument("file", "import_basic_memory_index", { path });
  }
  const names = [...tables.keys()].filter((name) => !name.startsWith("sqlite_")).slice(0, MAX_NAMED_TABLES);
  return invalidArgument("file", "import_database_unknown", { path, tables: names });
}
