import { statSync } from "node:fs";
import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { findJsonExcess } from "../../core/util/json-limits.ts";
import { archiveEntries, conversationsIn, hasConversations } from "../../import/archive-entries.ts";
import { type Fields, momentOf, objectOf, parseObject, textOf } from "../../import/values.ts";
import { TRANSCRIPT_JSON_LIMITS, unknownRecord } from "./json-lines.ts";
import { joinTexts } from "./message-text.ts";
import type { ConversationReader, Found, FoundBatch, ReaderSystem, SessionFields } from "./reader.ts";
import { byTime, findFiles, openTranscript, transcriptAt, unreadable } from "./transcript-files.ts";

/** How many conversations one step reads. */
const MAX_CONVERSATIONS = 50;

/**
 * The export archive of a ChatGPT account in the folder for downloads. A conversation is a tree. The reader keeps the
 * branch that was shown last: the messages of the person, and the answers that end a turn (`end_turn`) or are not
 * comments.
 */
export const chatGpt = archiveReader("chatgpt", /^(?:[0-9a-f]{64}-\d{4}-|chatgpt-?export)[^/]*\.zip$/i, readChatGpt);

/**
 * The export archive of a Claude account in the folder for downloads. The reader keeps the messages of the person, and
 * the text of an answer after its last tool call.
 */
export const claudeAccount = archiveReader("claude", /^(?:data-\d{4}-\d{2}-|claude-?export)[^/]*\.zip$/i, readClaude);

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
      const downloaded = findFiles(homePath(system, "Downloads"), 0, (file) => name.test(file));
      const known = new Set(downloaded.map((archive) => archive.path));
      const chosen = (system.archives ?? []).filter((archive) => archive.client === client && !known.has(archive.path));
      return byTime([...downloaded, ...chosen.flatMap((archive) => transcriptAt(archive.path, statSync) ?? [])]);
    },
    read: (transcript, position, signal) => readArchive(transcript.path, position, signal, toFound),
  };
}

/** Returns the client whose conversations an archive contains, or null if it is unknown. @throws RecollectError */
export async function clientOfArchive(file: string): Promise<string | null> {
  // Names a missing file, and refuses a pipe.
  await (await openTranscript(file)).file.close();
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
  const { file: handle, size, modifiedAt } = await openTranscript(file);
  await handle.close();
  const state = JSON.stringify({ size, modifiedAt });
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
    throw unreadable(path.resolve(file), cause instanceof Error ? cause.message : String(cause), cause);
  }
}

function readChatGpt(conversation: Fields): readonly Found[] {
  const { conversation_id, id, title, create_time, current_node, default_model_slug, mapping } = conversation;
  const session = textOf(conversation_id) || textOf(id);
  const nodes = objectOf(mapping);
  if (session === "" || current_node === undefined) return [unknownRecord("conversation without an id")];
  const branch: Fields[] = [];
  const seen = new Set<string>();
  for (let at = textOf(current_node); at !== "" && !seen.has(at); at = textOf(objectOf(nodes[at]).parent)) {
    seen.add(at);
    branch.push(objectOf(objectOf(nodes[at]).message));
  }
  branch.reverse();
  const messages = branch.flatMap((message) => readChatGptMessage(session, message));
  const model = branch.map(({ metadata }) => textOf(objectOf(metadata).model_slug)).findLast((slug) => slug !== "");
  return withSession(session, messages, {
    title: textOf(title),
    model: model ?? textOf(default_model_slug),
    startedAt: momentOf(create_time),
  });
}

function readChatGptMessage(session: string, message: Fields): readonly Found[] {
  const { id, author, content, recipient, channel, end_turn, metadata, create_time } = message;
  const role = objectOf(author).role;
  const { content_type, parts } = objectOf(content);
  if ((role !== "user" && role !== "assistant") || typeof id !== "string") return [];
  if (content_type !== "text" && content_type !== "multimodal_text") return [];
  if (objectOf(metadata).is_visually_hidden_from_conversation === true) return [];
  const isAnswer = (recipient === undefined || recipient === "all") && end_turn !== false && channel !== "commentary";
  if (role === "assistant" && !isAnswer) return [];
  const texts = Array.isArray(parts) ? parts.map((part) => textOf(typeof part === "string" ? part : "")) : [];
  return toMessage(session, id, role, joinTexts(texts), create_time);
}

function readClaude(conversation: Fields): readonly Found[] {
  const { uuid, name, created_at, chat_messages } = conversation;
  const session = textOf(uuid);
  if (session === "" || !Array.isArray(chat_messages)) return [unknownRecord("conversation without an id")];
  const messages = chat_messages.map(objectOf).flatMap((message): readonly Found[] => {
    const role = message.sender === "human" ? "user" : message.sender === "assistant" ? "assistant" : null;
    if (role === null || typeof message.uuid !== "string") return [];
    return toMessage(session, message.uuid, role, textOfClaude(message), message.created_at);
  });
  return withSession(session, messages, { title: textOf(name), startedAt: momentOf(created_at) });
}

function textOfClaude({ content, text }: Fields): string {
  const blocks = Array.isArray(content) ? content.map(objectOf) : [];
  if (blocks.length === 0) return textOf(text);
  const tools = blocks.findLastIndex(({ type }) => type === "tool_use" || type === "tool_result");
  const answer = blocks.slice(tools + 1);
  return joinTexts(answer.map((block) => (block.type === "text" ? textOf(block.text) : "")));
}

function toMessage(
  session: string,
  key: string,
  role: "user" | "assistant",
  text: string,
  at: unknown,
): readonly Found[] {
  return text === "" ? [] : [{ kind: "message", session, message: { key, role, text, at: momentOf(at) ?? null } }];
}

function withSession(session: string, messages: readonly Found[], fields: SessionFields): readonly Found[] {
  if (messages.length === 0) return [];
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return [{ kind: "session", session, fields: Object.fromEntries(known) }, ...messages];
}
