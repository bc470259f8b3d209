import path from "node:path";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { splitJsonArray } from "../core/util/json-array.ts";
import { RecollectError } from "../text/errors.ts";
import { ChatGptMemories, isChatGptConversation } from "./chatgpt.ts";
import { isClaudeMemories, readClaudeMemories } from "./claude-account.ts";
import type { ImportSource } from "./import-item.ts";
import { objectOf, parseObject, textOf } from "./values.ts";

/** The first bytes of a ZIP file with entries (PKWARE APPNOTE 4.3.7). */
export const ZIP_MAGIC = "PK\u0003\u0004";
/** The largest document of an archive that is read whole, and the largest conversation. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024;
/** The files that are read: ChatGPT's conversations, and the memories and projects of a Claude account. */
const CONVERSATIONS = /^conversations(?:-\d+)?\.json$/;
const MEMORIES = /(?:^|\/)memories(?:\/[^/]+)?\.json$/;
const PROJECTS = /(?:^|\/)projects(?:\/[^/]+)?\.json$/;
/** OpenMemory's backup. */
const MEMORY_LINES = /(?:^|\/)memories\.jsonl\.gz$/;

/**
 * Opens the export archive of an account: of ChatGPT, of Claude, or of OpenMemory.
 * @param readLines reads JSON Lines from a stream
 * @throws invalid_argument for another archive, or one without saved memories; storage for a damaged one
 */
export async function readExportArchive(
  file: string,
  readLines: (input: NodeJS.ReadableStream) => ImportSource,
): Promise<ImportSource> {
  const { openPromise } = await import("yauzl");
  try {
    const archive = await openPromise(file, { lazyEntries: true, autoClose: false });
    try {
      const memories: unknown[] = [];
      const projects = new Map<string, string>();
      const chatGpt = new ChatGptMemories();
      let hasConversations = false;
      for await (const entry of archive.eachEntry()) {
        const name = entry.fileName;
        const open = () => archive.openReadStreamPromise(entry);
        if (MEMORY_LINES.test(name)) return await withAll(readLines(unpack(await open())));
        if (CONVERSATIONS.test(path.posix.basename(name))) {
          hasConversations = true;
          await addConversations(chatGpt, await open());
        } else if (MEMORIES.test(name)) memories.push(await readJson(await open()));
        else if (PROJECTS.test(name)) addProjects(projects, await readJson(await open()));
      }
      if (memories.some(isClaudeMemories)) return readClaudeMemories(memories, projects);
      const source = chatGpt.source();
      if (source.total !== 0) return source;
      const reason = hasConversations ? "import_no_saved_memories" : "import_archive_unknown";
      throw new RecollectError(reason, { path: file }, { field: "file" });
    } finally {
      archive.close();
    }
  } catch (cause) {
    if (cause instanceof RecollectError) throw cause;
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

async function addConversations(memories: ChatGptMemories, stream: Readable): Promise<void> {
  for await (const text of splitJsonArray(stream, MAX_ENTRY_BYTES)) {
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
