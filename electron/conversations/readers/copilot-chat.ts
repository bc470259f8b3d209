import path from "node:path";
import { applicationPath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { isRecord } from "../../core/util/is-record.ts";
import { type Fields, momentOf, objectOf, omitEmpty, textOf } from "../../import/values.ts";
import { folderOfWindow } from "./cursor-workspaces.ts";
import { digestKey } from "./digest-key.ts";
import { readJsonDocument } from "./json-document.ts";
import { continuesAt, readJsonLines, unknownRecord } from "./json-lines.ts";
import type { ConversationReader, Found, FoundBatch, ReaderSystem } from "./reader.ts";
import { byTime, findFiles, findFolders, readSideFile } from "./transcript-files.ts";

const EDITORS = ["Code", "Code - Insiders", "VSCodium"];
/** States of an answer that is not complete (`ResponseModelState`): pending, needs input. */
const OPEN_STATES = [0, 4];
/** Parts of an answer after which the text before them is not its end. */
const TOOLS = ["toolInvocation", "toolInvocationSerialized"];
/** A line with only a fence: VS Code writes it around an edit, which is a part of its own. */
const FENCE = /^\s*`{3,}[\w+-]*\s*$/;

/** Kinds of changes in a log: the full session, a member set, items added to a list after `i`, a member removed. */
const [INITIAL, SET, PUSH, DELETE] = [0, 1, 2, 3];

/**
 * VS Code writes one file for each chat, in the folder of the window: a log of changes, earlier one document
 * (github.com/microsoft/vscode: `src/vs/workbench/contrib/chat/common/model/chatSessionStore.ts`,
 * `chatSessionOperationLog.ts`, `objectMutationLog.ts`). The reader keeps the requests of a person, and of each complete answer
 * the text after its last call of a tool.
 */
export const copilotChat: ConversationReader = {
  client: "vscode",
  folders: (system) => EDITORS.flatMap((editor) => storagesOf(system, editor)),
  find: async (system) => byTime(chatFolders(system).flatMap((folder) => findFiles(folder, 0, isChat))),
  read: ({ path: file }, position, signal) =>
    file.endsWith(".json")
      ? readJsonDocument({ path: file, position, signal, read: (document) => readChat(document, file) })
      : readLog(file, position, signal),
};

const isChat = (name: string) => /\.jsonl?$/.test(name);

function storagesOf(system: ReaderSystem, editor: string): readonly string[] {
  const user = applicationPath(system, editor, "User");
  return [path.join(user, "workspaceStorage"), path.join(user, "globalStorage", "emptyWindowChatSessions")];
}

function chatFolders(system: ReaderSystem): string[] {
  return EDITORS.flatMap((editor) => {
    const [windows = "", withoutFolder = ""] = storagesOf(system, editor);
    return [...findFolders(windows, () => true).map((window) => path.join(window, "chatSessions")), withoutFolder];
  });
}

/**
 * Reads a log to its end each time: a change can be of any earlier request. The position has digests of the returned
 * items, so that only changed items are returned.
 */
async function* readLog(file: string, position: string | null, signal?: AbortSignal): AsyncGenerator<FoundBatch> {
  const last = objectOf(position);
  const isContinued = await continuesAt(file, textOf(last.lines));
  const known = isContinued ? { ...objectOf(last.known) } : {};
  const skippedBefore = isContinued ? Number(last.skipped) : 0;
  let chat: Fields = {};
  const skipped: Found[] = [];
  let [lines, bytes] = ["", 0];
  const batches = readJsonLines({
    path: file,
    position: null,
    signal,
    start: () => ({}),
    read: (change) => {
      const changed = applyChange(chat, change);
      if (changed === null) return [unknownRecord(change.type)];
      chat = changed;
      return [];
    },
  });
  for await (const batch of batches) {
    skipped.push(...batch.found);
    lines = batch.position ?? lines;
    bytes += batch.bytes;
  }
  const found = readChat(chat, file).filter((each) => isNew(each, known));
  const next = JSON.stringify({ lines, known, skipped: skipped.length });
  yield { found: [...skipped.slice(skippedBefore), ...found], position: next, bytes };
}

/** Whether an item was not returned before, or has changed. Adds it to the known ones. */
function isNew(found: Found, known: Record<string, unknown>): boolean {
  const key = found.kind === "message" ? digestKey(found.message.key) : found.kind;
  const digest = digestKey(JSON.stringify(found));
  if (known[key] === digest) return false;
  known[key] = digest;
  return true;
}

/** Applies a change to a chat. @returns the chat; null for a record that is not a change, or not of this chat */
function applyChange(chat: Fields, change: Fields): Fields | null {
  const { kind, k: steps, v: value, i: index } = change;
  if (kind === INITIAL) return isRecord(value) ? value : null;
  if (![SET, PUSH, DELETE].includes(Number(kind)) || !Array.isArray(steps)) return null;
  const name = String(steps.at(-1) ?? "");
  let place: unknown = chat;
  for (const step of steps.slice(0, -1)) place = memberOf(place, String(step));
  if (typeof place !== "object" || place === null || name === "" || name === "__proto__") return null;
  const members = place as Record<string, unknown>;
  if (kind === DELETE) delete members[name];
  else if (kind === SET) members[name] = value;
  else {
    const list = Array.isArray(members[name]) ? members[name] : [];
    const kept = typeof index === "number" ? list.slice(0, index) : list;
    members[name] = [...kept, ...(Array.isArray(value) ? value : [])];
  }
  return chat;
}

function memberOf(value: unknown, name: string): unknown {
  const isOwn = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return isOwn ? (value as Record<string, unknown>)[name] : undefined;
}

function readChat(chat: Fields, file: string): readonly Found[] {
  const session = textOf(chat.sessionId) || path.parse(file).name;
  const requests = Array.isArray(chat.requests) ? chat.requests.map(objectOf) : [];
  const messages = requests.flatMap((request) => readRequest(request, session));
  if (messages.length === 0) return [];
  const models = requests.map(({ modelId }) => textOf(modelId).replace(/^.*\//, ""));
  const fields = omitEmpty({
    title: textOf(chat.customTitle),
    folder: folderOfWindow(readSideFile(path.resolve(file, "../..", "workspace.json"))),
    model: models.findLast((model) => model !== "" && model !== "auto"),
    startedAt: momentOf(chat.creationDate),
  });
  return [{ kind: "session", session, fields }, ...messages];
}

function readRequest(request: Fields, session: string): readonly Found[] {
  const { message, requestId, timestamp, isHidden, shouldBeRemovedOnSend, modelState, result, response } = request;
  const id = textOf(requestId);
  // The person undid it.
  if (id === "" || isHidden === true || (shouldBeRemovedOnSend ?? null) !== null) return [];
  const asked = withoutInjected(textOf(message) || textOf(objectOf(message).text));
  const at = momentOf(timestamp) ?? null;
  const { value: state, completedAt } = objectOf(modelState);
  const answer = OPEN_STATES.includes(Number(state ?? -1)) ? "" : answerOf(response);
  const { totalElapsed } = objectOf(objectOf(result).timings);
  const elapsed = at !== null && typeof totalElapsed === "number" ? at + totalElapsed : null;
  const found: Found[] = [];
  const add = (key: string, role: "user" | "assistant", text: string, time: number | null) => {
    if (text !== "") found.push({ kind: "message", session, message: { key, role, text, at: time } });
  };
  add(`${session}/${id}`, "user", asked, at);
  add(`${session}/${id}/answer`, "assistant", answer, momentOf(completedAt) ?? elapsed);
  return found;
}

/** The text of an answer after its last call of a tool. Its parts follow each other without a space. */
function answerOf(response: unknown): string {
  const parts = Array.isArray(response) ? response : [];
  const last = parts.findLastIndex((part) => TOOLS.includes(textOf(objectOf(part).kind)));
  const texts = parts.slice(last + 1).map(textOfPart);
  return texts.join("").trim();
}

function textOfPart(part: unknown): string {
  if (typeof part === "string") return part;
  const { kind, value, content, name, inlineReference } = objectOf(part);
  switch (kind) {
    case undefined:
    case "markdownContent":
    case "markdownVuln": {
      const given = kind === undefined ? value : (objectOf(content).value ?? content);
      return typeof given === "string" && !FENCE.test(given) ? given : "";
    }
    case "inlineReference": {
      const { path: file, uri } = objectOf(inlineReference);
      const named = textOf(name) || path.posix.basename(textOf(file) || textOf(objectOf(uri).path));
      return named === "" ? "" : `\`${named}\``;
    }
    default:
      return "";
  }
}
