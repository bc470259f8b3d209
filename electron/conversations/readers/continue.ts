import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { digestKey } from "./digest-key.ts";
import { readJsonDocument } from "./json-document.ts";
import { textOfBlocks } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { folderOf } from "./session-fields.ts";
import { findFiles, readSideFile } from "./transcript-files.ts";

/**
 * Continue writes one document for each session. Messages have neither ids nor times: the key is a digest of the
 * session, the text, and how often the same text came before, so that it stays the same when an earlier message is
 * deleted. The reader keeps the messages of users, without the context that Continue added (`contextItems`), and the
 * assistant's messages without tool calls.
 */
export const continueDev: ConversationReader = {
  client: "continue",
  folders,
  find: async (system) =>
    folders(system).flatMap((folder) =>
      findFiles(folder, 0, (name) => name.endsWith(".json") && name !== "sessions.json"),
    ),
  read: ({ path: file }, position, signal) =>
    readJsonDocument({ path: file, position, signal, read: (document) => readSession(document, file) }),
};

function folders(system: ReaderSystem): readonly string[] {
  return [path.join(system.env.CONTINUE_GLOBAL_DIR || homePath(system, ".continue"), "sessions")];
}

function readSession(document: Fields, file: string): readonly Found[] {
  const { sessionId, title, workspaceDirectory, chatModelTitle, history } = document;
  const session = textOf(sessionId) || path.parse(file).name;
  if (!Array.isArray(history)) return [];
  const counts = new Map<string, number>();
  const messages = history.map(objectOf).flatMap(({ message }): Found[] => {
    const { role, content, toolCalls } = objectOf(message);
    if (role !== "user" && role !== "assistant") return [];
    const text = role === "user" ? withoutInjected(textOfBlocks(content)) : textOfBlocks(content);
    if (text === "" || (Array.isArray(toolCalls) && toolCalls.length > 0)) return [];
    const digest = digestKey(session, role, text);
    const count = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, count);
    const key = `${digest}/${count}`;
    return [{ kind: "message", session, message: { key, role, text, at: null } }];
  });
  if (messages.length === 0) return [];
  const model = textOf(chatModelTitle) || modelOf(history.map(objectOf));
  const startedAt = startOf(file, session);
  const folder = folderOf(textOf(workspaceDirectory));
  const fields = {
    ...(title === "Untitled Session" ? {} : { title: textOf(title) }),
    ...(folder === "" ? {} : { folder }),
    ...(model === "" ? {} : { model }),
    ...(startedAt === undefined ? {} : { startedAt }),
  };
  return [{ kind: "session", session, fields }, ...messages];
}

/** The start time of a session, from a list next to the sessions. */
function startOf(file: string, session: string): number | undefined {
  const { records } = readSideFile(path.join(path.dirname(file), "sessions.json"));
  const entries = Array.isArray(records) ? records.map(objectOf) : [];
  const created = entries.find(({ sessionId }) => sessionId === session)?.dateCreated;
  return momentOf(typeof created === "string" && /^\d+$/.test(created) ? Number(created) : created);
}

function modelOf(history: readonly Fields[]): string {
  const models = history.map(({ message }) => textOf(objectOf(objectOf(message).usage).model));
  return models.findLast((model) => model !== "") ?? "";
}
