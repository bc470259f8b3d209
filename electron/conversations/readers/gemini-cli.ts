import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { hasHeldAnswer, holdAnswer, releaseAnswer, returnAtEnd, type WithHeldAnswer } from "./held-answer.ts";
import { readJsonDocument } from "./json-document.ts";
import { readJsonLines, unknownRecord } from "./json-lines.ts";
import { joinTexts } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { findFiles, readSideFile, transcriptAt } from "./transcript-files.ts";

/** The part of a message before the files that a person named with `@`. */
const REFERENCED_FILES = /^\s*--- Content from referenced files ---/;
/** A command of the program: `/name`, or `?` for help. */
const COMMAND = /^[/?]\S*$/;
const MAX_PATH_BYTES = 16 * 1024;

type State = { session: string; folder: string; known: KnownFields; isSubagent: boolean } & WithHeldAnswer;

/**
 * Gemini CLI writes a log of changes for each session (`.jsonl`); older versions write one document (`.json`). It
 * deletes both after 30 days by default. A message is rewritten when its tool calls are known: an answer with tool
 * calls is not the end of a turn. `$set.messages` is the model's input after a resume or compression, which consists of
 * earlier messages and summaries. The reader ignores it, and also `$rewindTo`: messages that were undone stay stored.
 */
export const geminiCli: ConversationReader = {
  client: "gemini-cli",
  folders,
  find: async (system) =>
    // Deeper files are from subagents.
    folders(system).flatMap((folder) =>
      findFiles(folder, 2, (name) => /^[^/]+\/chats\/session-[^/]+\.jsonl?$/.test(name)),
    ),
  read: ({ path: file }, position, signal) =>
    file.endsWith(".json")
      ? readJsonDocument({ path: file, position, signal, read: (document) => readDocument(document, startState(file)) })
      : readJsonLines<State>({
          path: file,
          position,
          signal,
          start: () => startState(file),
          read: readRecord,
          end: returnAtEnd,
          isWaiting: hasHeldAnswer,
        }),
};

function folders({ env, ...system }: ReaderSystem): readonly string[] {
  const base = env.GEMINI_CLI_HOME
    ? path.join(env.GEMINI_CLI_HOME, ".gemini")
    : homePath({ env, ...system }, ".gemini");
  return [path.join(base, "tmp")];
}

function startState(file: string): State {
  return { session: path.parse(file).name, folder: folderOf(file), known: {}, isSubagent: false, held: null };
}

/**
 * The folder of the project, from a file next to the folder of sessions. Earlier versions named that folder by the digest
 * of the path, or by a short name; the paths are in files of the program.
 */
function folderOf(file: string): string {
  const project = path.join(path.dirname(file), "..");
  const place = path.join(project, ".project_root");
  const bytes = transcriptAt(place)?.bytes ?? 0;
  const own = bytes === 0 || bytes > MAX_PATH_BYTES ? "" : readFileSync(place, "utf8").trim();
  return own || knownFolder(path.join(project, "..", ".."), path.basename(project));
}

function knownFolder(base: string, name: string): string {
  const projects = Object.entries(objectOf(readSideFile(path.join(base, "projects.json")).projects));
  const trusted = Object.keys(readSideFile(path.join(base, "trustedFolders.json")));
  const named = projects.find(([, shortName]) => shortName === name)?.[0];
  const folders = [...projects.map(([folder]) => folder), ...trusted];
  return named ?? folders.find((folder) => hash("sha256", folder) === name) ?? "";
}

function readDocument(document: Fields, state: State): readonly Found[] {
  return [...readRecord(document, state), ...returnAtEnd(state)];
}

function readRecord(record: Fields, state: State): readonly Found[] {
  if (typeof record.sessionId === "string" && record.id === undefined) return readSession(record, state);
  const change = record.$set;
  if (change !== undefined) {
    return changedFields(state.session, state.known, { title: textOf(objectOf(change).summary) });
  }
  if (record.$rewindTo !== undefined) return [];
  return readMessage(record, state);
}

/** The first line, repeated when a session is resumed; with the messages if the file was rewritten. */
function readSession(record: Fields, state: State): readonly Found[] {
  const { known, folder } = state;
  if (known.startedAt === undefined) state.session = textOf(record.sessionId);
  state.isSubagent = record.kind === "subagent";
  const messages = Array.isArray(record.messages) ? record.messages : [];
  if (state.isSubagent) return [];
  return [
    ...changedFields(state.session, known, {
      folder,
      title: textOf(record.summary),
      startedAt: known.startedAt === undefined ? momentOf(record.startTime) : undefined,
    }),
    ...messages.flatMap((message) => readMessage(objectOf(message), state)),
  ];
}

function readMessage(message: Fields, state: State): readonly Found[] {
  const { id, type, toolCalls, timestamp, model } = message;
  if (type === "info" || type === "error" || type === "warning" || state.isSubagent) return [];
  if ((type !== "user" && type !== "gemini") || typeof id !== "string") return [unknownRecord(type)];
  const { session, known } = state;
  // The same message with more in it.
  if (state.held?.id === id) {
    if (Array.isArray(toolCalls) && toolCalls.length > 0) state.held = null;
    return [];
  }
  const text = type === "user" ? textOfUser(message) : joinTexts(textsOf(message.content));
  if (text === "" || (Array.isArray(toolCalls) && toolCalls.length > 0)) return releaseAnswer(state);
  const role = type === "user" ? "user" : "assistant";
  const found: Found = { kind: "message", session, message: { key: id, role, text, at: momentOf(timestamp) ?? null } };
  const fields = changedFields(session, known, { model: textOf(model) });
  if (role === "assistant") return [...fields, ...holdAnswer(state, id, found)];
  return [...releaseAnswer(state), found];
}

function textOfUser({ displayContent, content }: Fields): string {
  const texts = textsOf(displayContent ?? content);
  const files = texts.findIndex((text) => REFERENCED_FILES.test(text));
  const text = withoutInjected(joinTexts(files === -1 ? texts : texts.slice(0, files)));
  return COMMAND.test(text) ? "" : text;
}

/** The texts of a message's parts, without thoughts. */
function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  const parts = Array.isArray(content) ? content : [content];
  return parts.map((part) => {
    if (typeof part === "string") return part;
    const { text, thought } = objectOf(part);
    return thought === true ? "" : textOf(text);
  });
}
