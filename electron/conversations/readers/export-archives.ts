import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { findJsonExcess } from "../../core/util/json-limits.ts";
import {
  ArchiveTooLarge,
  archiveEntries,
  conversationsIn,
  filesIn,
  formOfArchive,
  hasConversations,
} from "../../import/archive-entries.ts";
import { type Fields, parseObject } from "../../import/values.ts";
import { RecollectError } from "../../text/errors.ts";
import { readChatGpt, readClaude } from "./account-conversations.ts";
import { TRANSCRIPT_JSON_LIMITS, unknownRecord } from "./json-lines.ts";
import type { ConversationReader, Found, FoundBatch, ReaderSystem, Transcript } from "./reader.ts";
import { historyAt } from "./specstory.ts";
import { byTime, findFiles, findFolders, openTranscript, transcriptAt, unreadable } from "./transcript-files.ts";

/** How many conversations one step reads. */
const MAX_CONVERSATIONS = 50;

/**
 * The export archive of a ChatGPT account in the folder for downloads, as a ZIP file or unpacked. A conversation is a
 * tree. The reader keeps the branch that was shown last: the messages of the person, and the answers that are shown:
 * also those before a call of a tool, but no comments and no reasoning (`channel`).
 */
export const chatGpt = archiveReader("chatgpt", /^(?:[0-9a-f]{64}-\d{4}-|chatgpt-?export)[^/]*$/i, readChatGpt);

/**
 * The export archive of a Claude account in the folder for downloads. The reader keeps the messages of the person, and
 * the text of an answer after its last tool call.
 */
export const claudeAccount = archiveReader("claude", /^(?:data-\d{4}-\d{2}-|claude-?export)[^/]*$/i, readClaude);

/** No folder is watched: archives are not in a folder of a program. */
function archiveReader(
  client: string,
  name: RegExp,
  toFound: (conversation: Fields) => readonly Found[],
): ConversationReader {
  return {
    client,
    folders: () => [],
    find: async (system: ReaderSystem) => {
      const downloads = homePath(system, "Downloads");
      const zips = findFiles(downloads, 0, (file) => name.test(file) && /\.zip$/i.test(file));
      const packed = new Set(zips.map((zip) => zip.path.replace(/\.zip$/i, "")));
      // Some browsers unpack an archive, and remove it.
      const folders = findFolders(downloads, (folder) => name.test(folder)).filter((folder) => !packed.has(folder));
      const chosen = (system.archives ?? []).filter((archive) => archive.client === client);
      const known = new Set(zips.map((zip) => zip.path));
      const others = [...new Set([...folders, ...chosen.map((archive) => archive.path)])].filter(
        (one) => !known.has(one),
      );
      const found = await Promise.all(others.map(archiveAt));
      return byTime([...zips, ...found.flatMap((archive) => archive ?? [])]);
    },
    read: (transcript, position, signal) => readArchive(transcript.path, position, signal, toFound),
  };
}

/** An archive in any form as a transcript; null if it is missing, or a folder without conversations. */
async function archiveAt(file: string): Promise<Transcript | null> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== true) return transcriptAt(file, statSync);
  const names = (await filesIn(file).catch(() => [])).filter((name) => hasConversations({ name }));
  const parts = names.flatMap((name) => transcriptAt(path.join(file, name)) ?? []);
  if (parts.length === 0) return null;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return { path: file, bytes, modifiedAt: Math.max(...parts.map(({ modifiedAt }) => modifiedAt)) };
}

/**
 * The size and time of an archive in any form. @throws RecollectError for a missing file, and for a pipe, or a folder
 * without conversations
 */
async function stateOf(file: string): Promise<string> {
  const isFolder = (await stat(file).catch(() => null))?.isDirectory() === true;
  if (!isFolder) {
    const { file: handle, size, modifiedAt } = await openTranscript(file);
    await handle.close();
    return JSON.stringify({ size, modifiedAt });
  }
  const found = await archiveAt(file);
  if (found === null) throw new RecollectError("conversation_archive_unknown", { path: file }, { field: "path" });
  return JSON.stringify({ size: found.bytes, modifiedAt: found.modifiedAt });
}

/** Returns the client whose conversations an archive contains, or null if it is unknown. @throws RecollectError */
export async function clientOfArchive(file: string): Promise<string | null> {
  if (historyAt(file) !== null) return "specstory";
  // Names a missing file, and refuses a pipe.
  await stateOf(file);
  if (formOfArchive(file) === null) return null;
  for await (const text of conversationsOf(file)) {
    if (text === null || findJsonExcess(text, TRANSCRIPT_JSON_LIMITS) !== null) continue;
    const { mapping, chat_messages: messages } = parseObject(text) ?? {};
    if (mapping !== undefined) return chatGpt.client;
    if (Array.isArray(messages)) return claudeAccount.client;
  }
  return null;
}

/**
 * Reads an archive from its start if it changed after the position. One conversation is in memory at a time.
 * @throws RecollectError for an archive that cannot be read; the reason of `signal`
 */
async function* readArchive(
  file: string,
  position: string | null,
  signal: AbortSignal | undefined,
  toFound: (conversation: Fields) => readonly Found[],
): AsyncGenerator<FoundBatch> {
  signal?.throwIfAborted();
  const state = await stateOf(file);
  if (position === state) return;
  let found: Found[] = [];
  let bytes = 0;
  let count = 0;
  for await (const text of conversationsOf(file)) {
    signal?.throwIfAborted();
    found.push(...readConversation(text, toFound));
    bytes += text?.length ?? 0;
    count += 1;
    if (count % MAX_CONVERSATIONS !== 0) continue;
    yield { found, position: null, bytes };
    found = [];
    bytes = 0;
  }
  yield { found, position: state, bytes };
}

function readConversation(text: string | null, toFound: (conversation: Fields) => readonly Found[]): readonly Found[] {
  if (text === null) return [unknownRecord("conversation above 64 MiB")];
  if (findJsonExcess(text, TRANSCRIPT_JSON_LIMITS) !== null) return [unknownRecord("too many levels or values")];
  const conversation = parseObject(text);
  return conversation === null ? [unknownRecord("not a JSON object")] : toFound(conversation);
}

/** Yields the texts of an archive's conversations, and null for a conversation that is too large. */
async function* conversationsOf(file: string): AsyncGenerator<string | null> {
  try {
    for await (const entry of archiveEntries(file)) if (hasConversations(entry)) yield* conversationsIn(entry);
  } catch (cause) {
    throw unreadable(path.resolve(file), problemOf(cause), cause);
  }
}

/** The messages of the library about ZIP files that were cut, or are other files. */
const DAMAGED = /central directory|invalid|unexpected end|corrupt|incorrect|truncated/i;

function problemOf(cause: unknown): string {
  if (cause instanceof ArchiveTooLarge) return "archive_large";
  const message = cause instanceof Error ? cause.message : String(cause);
  return DAMAGED.test(message) ? "archive_damaged" : message;
}
