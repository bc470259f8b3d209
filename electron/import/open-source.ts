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

/** So many lines at the start that cannot be read tell that it is no file of memories. */
const ENOUGH = 1_000;
/** Databases by which a program's own folder is told from a folder of notes. */
const DATABASES = ["claude-mem.db", "sqlite_vec.db"];

/**
 * Opens a file or folder of memories, whatever program it is of.
 * @throws invalid_argument for what is of no program that is known, storage for what cannot be read; both name it
 */
export async function openImportSource(file: string): Promise<ImportSource> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw invalidArgument(
      "file",
      `${file} is not there.`,
      "Name a file or folder; recollect import lists what it finds.",
    );
  }
  if (stat.isDirectory()) {
    const database = DATABASES.map((name) => path.join(file, name)).find((name) =>
      statSync(name, { throwIfNoEntry: false })?.isFile(),
    );
    return database === undefined ? await readMarkdownFolder(file) : await openDatabase(database);
  }
  if (/\.(md|markdown)$/i.test(file)) return readMarkdownFile(file);
  return isSqlite(file) ? await openDatabase(file) : readTextStream(createReadStream(file), file);
}

/** Reads JSON as it comes. @param name what an error calls it */
export function readTextStream(input: NodeJS.ReadableStream, name: string): ImportSource {
  return { total: null, items: refuseAltogether(readJsonText(readLines(input, name)), name) };
}

/** Where nothing at all can be read, the file is the wrong one: a reason for each of its lines would not say so. */
async function* refuseAltogether(items: AsyncIterable<ImportItem>, name: string): AsyncGenerator<ImportItem> {
  const unreadable: ImportItem[] = [];
  let isForeign = true;
  for await (const item of items) {
    isForeign &&= item.kind === "unreadable";
    if (isForeign && unreadable.length >= ENOUGH) break;
    if (isForeign) unreadable.push(item);
    else {
      yield* unreadable.splice(0);
      yield item;
    }
  }
  if (unreadable.length > 0) throw foreign(name, 'no line of it is a JSON object with a "content".');
}

async function* readLines(input: NodeJS.ReadableStream, name: string): AsyncGenerator<string> {
  const failures: Error[] = [];
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  input.on("error", (error) => {
    failures.push(error);
    lines.close();
  });
  for await (const text of lines) {
    if (text.includes("\0")) throw foreign(name, "it holds binary data of no program that is known.");
    yield text;
  }
  const [failure] = failures;
  if (failure !== undefined) throw new RecollectError("storage", `${name} cannot be read: ${failure.message}`);
}

async function openDatabase(file: string): Promise<ImportSource> {
  const database = await openSqliteFile(file);
  let kept = false;
  try {
    const tables = database.tables();
    const read = isClaudeMem(tables) ? readClaudeMem : isMcpMemoryService(tables) ? readMcpMemoryService : null;
    if (read === null) throw foreign(file, ...whatItIs(tables));
    const source = read(database);
    kept = true;
    return source;
  } finally {
    if (!kept) database.close();
  }
}

/** What a database of another program is, and what to do instead where that is known. */
function whatItIs(tables: ReadonlyMap<string, ReadonlySet<string>>): [what: string, hint?: string] {
  if (tables.has("contents") && tables.has("memories")) {
    return [
      "it is Recollect's own database.",
      "Open its data folder with Recollect, export from there, and import that.",
    ];
  }
  if (tables.has("entity") && tables.has("observation")) {
    return ["it is an index of basic-memory.", "Import its folder of notes instead."];
  }
  const names = [...tables.keys()].filter((name) => !name.startsWith("sqlite_")).slice(0, 8);
  const holds = names.length === 0 ? "without tables" : `with the tables ${names.join(", ")}`;
  return [`it is a database ${holds}, of no program that is known.`];
}

const KNOWN = "Known are: an export of Recollect, JSON Lines, claude-mem, mcp-memory-service, server-memory, Markdown.";

function foreign(file: string, what: string, hint: string = KNOWN): RecollectError {
  return invalidArgument("file", `${file} cannot be imported: ${what}`, hint);
}
