import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { RecollectError } from "../text/errors.ts";
import {
  type ArchiveEntry,
  ArchiveTooLarge,
  archiveEntries,
  conversationsIn,
  filesIn,
  hasConversations,
  MAX_ENTRY_BYTES,
  MAX_UNPACKED_GIGABYTES,
} from "./archive-entries.ts";
import { ChatGptMemories, isChatGptConversation } from "./chatgpt.ts";
import { isClaudeMemories, readClaudeMemories } from "./claude-account.ts";
import type { ImportSource } from "./import-item.ts";
import { NOTE } from "./note-files.ts";
import { objectOf, parseObject, textOf } from "./values.ts";

/** The memories and projects of a Claude account. */
const MEMORIES = /(?:^|\/)memories(?:\/[^/]+)?\.json$/;
const PROJECTS = /(?:^|\/)projects(?:\/[^/]+)?\.json$/;
/** OpenMemory's backup. */
const MEMORY_LINES = /(?:^|\/)memories\.jsonl\.gz$/;

/** Whether a folder is an unpacked archive, or has nothing but one, and is not a folder of notes. */
export async function isUnpackedArchive(folder: string): Promise<boolean> {
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
export async function readExportArchive(
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
      } else if (MEMORIES.test(entry.name)) memories.push(await readJson(await entry.open()));
      else if (PROJECTS.test(entry.name)) addProjects(projects, await readJson(await entry.open()));
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
async function readJson(stream: Readable): Promise<unknown> {
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
