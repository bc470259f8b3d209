import path from "node:path";
import { applicationPath, homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, parseObject, textOf } from "../../import/values.ts";
import { readJsonDocument } from "./json-document.ts";
import { joinTexts } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { byTime, findFiles, readSideFile } from "./transcript-files.ts";

/** The editors that Cline's extension runs in. */
const EDITORS = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];
/** The folders of editors whose window is on another computer, or outside of WSL or the container. */
const REMOTE_EDITORS = [
  ".vscode-server",
  ".vscode-server-insiders",
  ".vscode-remote",
  ".cursor-server",
  ".windsurf-server",
];
const TASKS = ["User", "globalStorage", "saoudrizwan.claude-dev", "tasks"];
/** The folder in the context that Cline adds to a request. */
const WORKING_FOLDER = /Current Working Directory \(([^\n]{1,1000}?)\) Files/;
const USER_INPUT = /^<user_input\b[^>]*>([\s\S]*)<\/user_input>$/;

/**
 * Cline's extension writes one folder for each task. `ui_messages.json` contains the texts that a person saw. The
 * reader keeps the task, the person's replies, and the assistant's results, questions and plans. Texts between tool
 * calls are of other kinds.
 */
export const cline: ConversationReader = {
  client: "cline",
  folders: taskFolders,
  find: async (system) =>
    byTime(
      taskFolders(system).flatMap((folder) => findFiles(folder, 1, (name) => /^[^/]+\/ui_messages\.json$/.test(name))),
    ),
  read: ({ path: file }, position, signal) =>
    readJsonDocument({ path: file, position, signal, read: (document) => readTask(document, file) }),
};

/**
 * Cline's command line writes one folder for each session. The reader keeps the texts that a person typed
 * (`user_input`), and the texts of messages without a tool call. The summary of a compaction is in a separate file.
 */
export const clineCli: ConversationReader = {
  client: "cline-cli",
  folders: sessionFolders,
  find: async (system) =>
    byTime(
      sessionFolders(system).flatMap((folder) =>
        findFiles(folder, 1, (name) => /^([^/]+)\/\1\.messages\.json$/.test(name)),
      ),
    ),
  read: ({ path: file }, position, signal) =>
    readJsonDocument({ path: file, position, signal, read: (document) => readSession(document, file) }),
};

function taskFolders(system: ReaderSystem): readonly string[] {
  const inEditors = EDITORS.map((editor) => applicationPath(system, editor, ...TASKS));
  const inRemoteEditors = REMOTE_EDITORS.map((editor) => homePath(system, editor, "data", ...TASKS));
  return [...inEditors, ...inRemoteEditors, path.join(dataFolder(system), "tasks")];
}

function sessionFolders(system: ReaderSystem): readonly string[] {
  return [path.join(dataFolder(system), "sessions")];
}

function dataFolder(system: ReaderSystem): string {
  return system.env.CLINE_DATA_DIR || path.join(system.env.CLINE_DIR || homePath(system, ".cline"), "data");
}

function readTask({ records }: Fields, file: string): readonly Found[] {
  const session = file.split(/[\\/]/).at(-2) || file;
  if (!Array.isArray(records)) return [];
  const messages = records.map(objectOf).flatMap((record, index): Found[] => {
    const kind = textOf(record.type === "ask" ? record.ask : record.say);
    const said = index === 0 && kind === "text" ? "task" : kind;
    const role = said === "task" || said === "user_feedback" ? "user" : "assistant";
    const text = record.partial === true ? "" : textOfTask(said, textOf(record.text));
    const at = momentOf(record.ts);
    if (text === "" || at === undefined) return [];
    return [{ kind: "message", session, message: { key: `${session}/${at}/${said}`, role, text, at } }];
  });
  if (messages.length === 0) return [];
  return [{ kind: "session", session, fields: taskFields(file, session, records.map(objectOf)) }, ...messages];
}

function textOfTask(said: string, text: string): string {
  switch (said) {
    case "task":
    case "user_feedback":
      return withoutInjected(text);
    // The end of a result that changed files is marked.
    case "completion_result":
    case "plan_completion_result":
      return text.replace(/HAS_CHANGES$/, "").trim();
    case "followup":
      return textOf(parseObject(text)?.question) || text;
    case "plan_mode_respond":
      return textOf(parseObject(text)?.response) || text;
    default:
      return "";
  }
}

function taskFields(file: string, session: string, records: readonly Fields[]) {
  const history = readSideFile(path.join(path.dirname(file), "..", "..", "state", "taskHistory.json"));
  const tasks = Array.isArray(history.records) ? history.records.map(objectOf) : [];
  const task = tasks.find(({ id }) => id === session) ?? {};
  const folder = textOf(task.cwdOnTaskInitialization) || workingFolder(records);
  const model = textOf(task.modelId) || modelOf(records);
  const startedAt = momentOf(records[0]?.ts);
  return { ...(folder && { folder }), ...(model && { model }), ...(startedAt && { startedAt }) };
}

/** The folder that the first request names: the list of tasks may lack a task. */
function workingFolder(records: readonly Fields[]): string {
  const requests = records.filter(({ say }) => say === "api_req_started").map(({ text }) => textOf(text));
  const request = requests.map((text) => textOf(parseObject(text)?.request)).find((text) => WORKING_FOLDER.test(text));
  return WORKING_FOLDER.exec(request ?? "")?.[1] ?? "";
}

/** The model of the last message. */
function modelOf(records: readonly Fields[]): string {
  return textOf(records.map(({ modelInfo }) => objectOf(modelInfo).modelId).findLast((model) => textOf(model) !== ""));
}

function readSession(document: Fields, file: string): readonly Found[] {
  const session = textOf(document.sessionId) || path.basename(file, ".messages.json");
  // Teammates and subagents have files of their own.
  if (!Array.isArray(document.messages) || (document.agent !== undefined && document.agent !== "lead")) return [];
  const messages = document.messages.map(objectOf).flatMap((message): Found[] => {
    const { id, role, content, ts, metadata } = message;
    if ((role !== "user" && role !== "assistant") || typeof id !== "string") return [];
    const blocks = Array.isArray(content) ? content.map(objectOf) : [{ type: "text", text: content }];
    if (objectOf(metadata).displayRole !== undefined || blocks.some(({ type }) => type === "tool_use")) return [];
    const said = joinTexts(blocks.map(({ type, text }) => (type === "text" ? textOf(text) : "")));
    const text = role === "user" ? withoutInjected(USER_INPUT.exec(said)?.[1] ?? "") : said;
    if (text === "") return [];
    return [{ kind: "message", session, message: { key: `${session}/${id}`, role, text, at: momentOf(ts) ?? null } }];
  });
  if (messages.length === 0) return [];
  const side = readSideFile(file.replace(/\.messages\.json$/, ".json"));
  const title = textOf(objectOf(side.metadata).title);
  const [folder, model, startedAt] = [textOf(side.cwd), textOf(side.model), momentOf(side.started_at)];
  const fields = {
    ...(title && { title }),
    ...(folder && { folder }),
    ...(model && { model }),
    ...(startedAt && { startedAt }),
  };
  return [{ kind: "session", session, fields }, ...messages];
}
