import { isUtf8 } from "node:buffer";
import { createReadStream, statSync } from "node:fs";
import path from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { RecollectError, toErrorBody } from "../text/errors.ts";
import {
  type ArchiveEntry,
  ArchiveTooLarge,
  archiveEntries,
  conversationsIn,
  filesIn,
  formOfArchive,
  hasConversations,
  MAX_ENTRY_BYTES,
  MAX_UNPACKED_GIGABYTES,
} from "./archive-entries.ts";
import { isBasicMemory, readBasicMemory } from "./basic-memory.ts";
import { ChatGptMemories, isChatGptConversation } from "./chatgpt.ts";
import { isClaudeMemories, readClaudeMemories } from "./claude-account.ts";
import { isClaudeMem, readClaudeMem } from "./claude-mem.ts";
import { decodeText, toUtf8, utf16Of } from "./decode-text.ts";
import type { ImportItem, ImportSource } from "./import-item.ts";
import { MAX_DOCUMENT_BYTES, readJsonText } from "./json-text.ts";
import { encodingNotices, readMarkdownFile, readMarkdownFolder } from "./markdown-folder.ts";
import { isMcpMemoryService, readMcpMemoryService } from "./mcp-memory-service.ts";
import { NOTE } from "./note-files.ts";
import { isSqlite, openSqliteFile, readStart } from "./sqlite-file.ts";
import { objectOf, parseObject, textOf } from "./values.ts";

/** How many unreadable lines at the start of a file are collected before it is rejected; enough for a long header. */
const MAX_UNREADABLE_LINES = 1_000;
/**
 * The largest entry, in characters of JSON: a memory with its history, as large as a message to the server may be. The
 * import converts and stores entries on the serving thread.
 */
const MAX_ITEM_LENGTH = 4 * 1024 * 1024;
/** How much of a file is looked at before it is opened as text. */
const CHECKED_BYTES = 4_096;
/** Databases that identify a folder as a program's own instead of a folder of notes. */
const DATABASES = ["claude-mem.db", "sqlite_vec.db"];

/**
 * Opens a file or folder of memories and detects its format. Reading is synchronous in parts and can take seconds: the
 * application does it in a thread ({@link openThreadedSource}).
 * @throws invalid_argument for an unknown format or a special file, storage for a file that cannot be read; both name
 * the file
 */
export async function openImportSource(file: string): Promise<ImportSource> {
  const { total, items } = await openSource(file);
  return { total, items: limitItems(items) };
}

async function openSource(file: string): Promise<ImportSource> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new RecollectError("import_path_missing", { path: file }, { field: "file" });
  if (stat.isDirectory()) {
    const database = DATABASES.map((name) => path.join(file, name)).find((name) =>
      statSync(name, { throwIfNoEntry: false })?.isFile(),
    );
    if (database !== undefined) return await openDatabase(database);
    return (await isUnpackedArchive(file)) ? await openArchive(file) : await readMarkdownFolder(file);
  }
  // Reading a pipe or a device may never end.
  if (!stat.isFile()) throw new RecollectError("import_not_file", { path: file }, { field: "file" });
  if (/\.(md|markdown)$/i.test(file)) return readMarkdownFile(file);
  if (formOfArchive(file) === "zip") return await openArchive(file);
  if (isSqlite(file)) return await openDatabase(file);
  const start = readStart(file, CHECKED_BYTES);
  if (start.includes(0) && utf16Of(start) === null)
    throw new RecollectError("import_binary", { path: file }, { field: "file" });
  return readJson(createReadStream(file), file);
}

function openArchive(file: string): Promise<ImportSource> {
  return readExportArchive(file, (input) => readJson(input, file));
}

/** Reads JSON from a stream. @param name the stream's name in errors */
export function readTextStream(input: NodeJS.ReadableStream, name: string): ImportSource {
  const { total, items } = readJson(input, name);
  return { total, items: limitItems(items) };
}

function readJson(input: NodeJS.ReadableStream, name: string): ImportSource {
  const notices = new Map<string, RecollectError>();
  const lines = readLines(input, name, (notice) => void notices.set(String(notice.details?.reason), notice));
  return {
    total: null,
    items: (async function* (): AsyncGenerator<ImportItem> {
      yield* rejectForeignFile(readJsonText(lines, name), name);
      for (const notice of notices.values()) {
        yield { program: "json", line: 0, place: path.basename(name), kind: "notice", error: toErrorBody(notice) };
      }
    })(),
  };
}

/** Reports entries that are too large instead of returning them. */
async function* limitItems(items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
  for await (const item of items) {
    const isMemory = item.kind === "memory" || item.kind === "archived";
    if (!isMemory || JSON.stringify(item.memory).length <= MAX_ITEM_LENGTH) yield item;
    else {
      const { program, line, place } = item;
      yield { program, line, place, kind: "unreadable", reason: "import_entry_too_large" };
    }
  }
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
  if (unreadable.length > 0) throw new RecollectError("import_no_memories", { path }, { field: "file" });
}

const LINE_FEED = 0x0a;

/** Splits a stream into lines. Not `node:readline`: it has no limit, and a line past V8's longest string ends Node. */
async function* readLines(
  input: NodeJS.ReadableStream,
  path: string,
  notice: (error: RecollectError) => void,
): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  let lineCount = 1;
  const append = (part: Buffer): void => {
    length += part.length;
    if (length > MAX_DOCUMENT_BYTES) {
      const maximumMiB = MAX_DOCUMENT_BYTES / 1024 / 1024;
      throw new RecollectError("import_line_too_long", { path, line: lineCount, maximumMiB }, { field: "file" });
    }
    parts.push(part);
  };
  const takeLine = (): string => {
    const bytes = Buffer.concat(parts);
    const decoded = isUtf8(bytes) ? null : decodeText(bytes);
    if (decoded === null && !isUtf8(bytes)) {
      throw new RecollectError("import_line_encoding", { path, line: lineCount }, { field: "file" });
    }
    if (decoded !== null) for (const error of encodingNotices(decoded)) notice(error);
    const text = decoded?.text ?? bytes.toString("utf8");
    parts = [];
    length = 0;
    lineCount += 1;
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  };
  for await (const chunk of toUtf8(readChunks(input, path))) {
    if (chunk.includes(0)) throw new RecollectError("import_binary", { path }, { field: "file" });
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      append(chunk.subarray(start, end));
      yield takeLine();
      start = end + 1;
    }
    append(chunk.subarray(start));
  }
  if (length > 0) yield takeLine();
}

async function* readChunks(input: NodeJS.ReadableStream, path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of input) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new RecollectError("import_unreadable", { path, problem }, { cause });
  }
}

const DATABASE_READERS = [
  [isClaudeMem, readClaudeMem],
  [isMcpMemoryService, readMcpMemoryService],
  [isBasicMemory, readBasicMemory],
] as const;

async function openDatabase(file: string): Promise<ImportSource> {
  const database = await openSqliteFile(file);
  let opened = false;
  try {
    const tables = database.tables();
    const [, read] = DATABASE_READERS.find(([isProgram]) => isProgram(tables)) ?? [];
    if (read === undefined) throw unknownDatabase(file, tables);
    const source = await read(database);
    opened = true;
    return source;
  } finally {
    if (!opened) database.close();
  }
}

/** At most so many tables are named in an error. */
const MAX_NAMED_TABLES = 8;

function unknownDatabase(path: string, tables: ReadonlyMap<string, ReadonlySet<string>>): RecollectError {
  if (tables.has("contents") && tables.has("memories"))
    return new RecollectError("import_own_database", { path }, { field: "file" });
  const names = [...tables.keys()].filter((name) => !name.startsWith("sqlite_")).slice(0, MAX_NAMED_TABLES);
  return new RecollectError("import_database_unknown", { path, tables: names }, { field: "file" });
}

/** The memories and projects of a Claude account. */
const MEMORIES = /(?:^|\/)memories(?:\/[^/]+)?\.json$/;
const PROJECTS = /(?:^|\/)projects(?:\/[^/]+)?\.json$/;
/** OpenMemory's backup. */
const MEMORY_LINES = /(?:^|\/)memories\.jsonl\.gz$/;

/** Whether a folder is an unpacked archive, or has nothing but one, and is not a folder of notes. */
async function isUnpackedArchive(folder: string): Promise<boolean> {
  const names = await filesIn(folder).catch(() => []);
  const [first = ""] = names;
  const root = names.every((name) => name.startsWith(`${first.split("/")[0]}/`)) ? 2 : 1;
  const tops = names.filter((name) => name.split("/").length === root);
  if (tops.some((name) => hasConversations({ name }))) return true;
  const isOfArchive = (name: string) => MEMORIES.test(name) || MEMORY_LINES.test(name);
  return tops.some(isOfArchive) && !names.some((name) => NOTE.test(name));
}

/**
 * Opens the export archive of an account: of ChatGPT, of Claude, or of OpenMemory, as a ZIP file or unpacked.
 * @param readLines reads JSON Lines from a stream
 * @throws invalid_argument for another archive, or one without saved memories; storage for a damaged one
 */
async function readExportArchive(
  file: string,
  readLines: (input: NodeJS.ReadableStream) => ImportSource,
): Promise<ImportSource> {
  const memories: unknown[] = [];
  const projects = new Map<string, string>();
  const chatGpt = new ChatGptMemories();
  let isOfAccount = false;
  try {
    for await (const entry of archiveEntries(file)) {
      if (MEMORY_LINES.test(entry.name)) return await withAll(readLines(unpack(await entry.open())));
      if (hasConversations(entry)) {
        isOfAccount = true;
        await addConversations(chatGpt, entry);
      } else if (MEMORIES.test(entry.name)) memories.push(await readJsonDocument(await entry.open()));
      else if (PROJECTS.test(entry.name)) addProjects(projects, await readJsonDocument(await entry.open()));
    }
    if (memories.some(isClaudeMemories)) return readClaudeMemories(memories, projects);
    const source = chatGpt.source();
    if (source.total !== 0) return source;
    const reason = isOfAccount ? "import_no_saved_memories" : "import_archive_unknown";
    throw new RecollectError(reason, { path: file }, { field: "file" });
  } catch (cause) {
    if (cause instanceof RecollectError) throw cause;
    if (cause instanceof ArchiveTooLarge) {
      const details = { path: file, gigabytes: MAX_UNPACKED_GIGABYTES };
      throw new RecollectError("import_archive_too_large", details, { field: "file", cause });
    }
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new RecollectError("import_unreadable", { path: file, problem }, { cause });
  }
}

/** An error of the archive ends the unpacked stream too. */
function unpack(stream: Readable): Readable {
  const unpacked = createGunzip();
  pipeline(stream, unpacked, () => undefined);
  return unpacked;
}

/** Reads a source to its end, while its archive is open. */
async function withAll({ items }: ImportSource): Promise<ImportSource> {
  const all = await Array.fromAsync(items);
  return {
    total: all.length,
    items: (async function* () {
      yield* all;
    })(),
  };
}

async function addConversations(memories: ChatGptMemories, entry: ArchiveEntry): Promise<void> {
  for await (const text of conversationsIn(entry)) {
    const conversation = text === null ? null : parseObject(text);
    if (conversation !== null && isChatGptConversation(conversation)) memories.add(conversation);
  }
}

/** The projects of a Claude account: a list of all, or a file for each. */
function addProjects(names: Map<string, string>, document: unknown): void {
  for (const project of Array.isArray(document) ? document : [document]) {
    const { uuid, name } = objectOf(project);
    names.set(textOf(uuid), textOf(name));
  }
}

/** Null for a document that is too large or not JSON. */
async function readJsonDocument(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > MAX_ENTRY_BYTES) return null;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(
      Buffer.concat(chunks)
        .toString("utf8")
        .replace(/^\ufeff/, ""),
    );
  } catch {
    return null;
  }
}
