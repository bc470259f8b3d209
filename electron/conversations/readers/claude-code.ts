import path from "node:path";
import { applicationPath, configPath, homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { hasHeldAnswer, holdAnswer, releaseAnswer, returnAtEnd, type WithHeldAnswer } from "./held-answer.ts";
import { readJsonLines, unknownRecord } from "./json-lines.ts";
import { hasToolUse, textOfBlocks } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { byTime, findFiles, findFolders, readSideFile } from "./transcript-files.ts";

/** Records without words of a person or an answer, by the program (2.1.329). */
const OTHER_RECORDS = new Set(
  `agent-color agent-name agent-setting api-request api-request-blob api-request-resumed api-request-shape
   artifact-autoreact-ledger artifact-comment-monitor atis-latch attachment attribution-snapshot bridge-session
   content-replacement continued-in cost-state data-flow-incomplete data-flow-records derived-from dev-mods
   ended-by-model file-history-delta file-history-snapshot fork-context-ref frame-link history-suppression
   isolation-latch last-prompt memory-mode mode observer-ref permission-mode pr-link progress queue-operation relocated
   resume-head-vouch session-owner summary system tag tools-used worktree-state`.split(/\s+/),
);
/** A command that a person started with `/`: its name and what follows. */
const COMMAND =
  /^<command-(?:name|message)>[\s\S]*?<command-name>\/?([^<]*)<\/command-name>|^<command-name>\/?([^<]*)</;
/** The origins of turns that no person started. */
const AUTOMATIC_ORIGINS = [
  "task-notification",
  "auto-continuation",
  "plugin",
  "observer-activity",
  "coordinator",
  "peer",
];
type State = { session: string; known: KnownFields } & WithHeldAnswer;

/**
 * Claude Code writes one file for each session, with a line for each block of a message. The reader keeps the texts
 * that a person typed, and the text of the answers that end a turn. The text before a tool call is in a record whose
 * `stop_reason` is `tool_use`, or null in older versions, in which the call follows under the same id. A copy (fork,
 * branch) has the records of its original with their ids. Claude Desktop and Xcode run Claude Code with other folders, in which
 * the sessions have the same form.
 */
export const claudeCode: ConversationReader = {
  client: "claude-code",
  folders,
  find: async (system) =>
    byTime(
      [...projectFolders(system), ...desktopProjectFolders(system)].flatMap((folder) =>
        // Deeper files are from subagents; older versions write them next to the sessions.
        findFiles(folder, 1, (name) => /^[^/]+\/(?!agent-)[^/]+\.jsonl$/.test(name)),
      ),
    ),
  read: (transcript, position, signal) =>
    readJsonLines<State>({
      path: transcript.path,
      position,
      signal,
      start: () => ({ session: path.basename(transcript.path, ".jsonl"), known: {}, held: null }),
      read: (record, state) => readRecord(record, state, transcript.path),
      end: returnAtEnd,
      isWaiting: hasHeldAnswer,
    }),
};

function folders(system: ReaderSystem): readonly string[] {
  return [...projectFolders(system), desktopFolder(system)];
}

/** The folders that have a folder for each project. */
function projectFolders(system: ReaderSystem): readonly string[] {
  const configured = system.env.CLAUDE_CONFIG_DIR;
  const own = configured
    ? configured.split(",").map((folder) => path.join(folder.trim(), "projects"))
    : [homePath(system, ".claude", "projects"), configPath(system, "claude", "projects")];
  // Xcode runs Claude Code with a folder of its own.
  return [
    ...own,
    homePath(system, "Library", "Developer", "Xcode", "CodingAssistant", "ClaudeAgentConfig", "projects"),
  ];
}

/** Where Claude Desktop keeps the sessions in which it runs Claude Code (Cowork). */
function desktopFolder(system: ReaderSystem): string {
  return applicationPath(system, "Claude", "local-agent-mode-sessions");
}

/** The folders of projects in Claude Desktop's sessions: `account/organisation/local_id`, or in `agent` of the organisation. */
function desktopProjectFolders(system: ReaderSystem): readonly string[] {
  const all = () => true;
  const organisations = findFolders(desktopFolder(system), all).flatMap((account) => findFolders(account, all));
  const places = organisations.flatMap((folder) => [folder, path.join(folder, "agent")]);
  return places
    .flatMap((folder) => findFolders(folder, (name) => name.startsWith("local_")))
    .map((session) => path.join(session, ".claude", "projects"));
}

/**
 * The folder that the person chose for a session of Claude Desktop, which runs in a virtual machine with paths of its own.
 * Null for a session that runs on this machine; "" if none or several were chosen.
 */
function desktopChoiceOf(file: string): string | null {
  const session = path.resolve(file, "../../../..");
  if (!path.basename(session).startsWith("local_")) return null;
  const { userSelectedFolders: chosen } = readSideFile(`${session}.json`);
  return Array.isArray(chosen) && chosen.length === 1 ? textOf(chosen[0]) : "";
}

function readRecord(record: Fields, state: State, file: string): readonly Found[] {
  const { type } = record;
  const { session, known } = state;
  if (type === "custom-title") return changedFields(session, known, { title: textOf(record.customTitle) });
  if (type === "ai-title") {
    // The title that a person gave is in each later part of the file too, before the program's own.
    return known.title === undefined ? changedFields(session, known, { title: textOf(record.aiTitle) }) : [];
  }
  if (type !== "user" && type !== "assistant") {
    return typeof type === "string" && OTHER_RECORDS.has(type) ? [] : [unknownRecord(type)];
  }
  if (record.isSidechain === true) return [];
  const text = type === "user" ? textOfUser(record) : textOfAnswer(record);
  const key = textOf(record.uuid);
  const at = momentOf(record.timestamp) ?? null;
  const fields = changedFields(session, known, {
    folder: known.folder === undefined ? (desktopChoiceOf(file) ?? textOf(record.cwd)) : undefined,
    startedAt: known.startedAt === undefined ? (at ?? undefined) : undefined,
    model: text === "" || type === "user" ? undefined : textOf(objectOf(record.message).model),
    continues: known.continues === undefined ? originalOf(record, session) : undefined,
  });
  const { id, stop_reason: stop, content } = objectOf(record.message);
  const response = textOf(id);
  if (type === "assistant" && state.held?.id === response && hasToolUse(content)) state.held = null;
  if (text === "" || key === "") return fields;
  const message: Found = { kind: "message", session, message: { key, role: type, text, at } };
  if (type === "assistant" && typeof stop !== "string") return [...fields, ...holdAnswer(state, response, message)];
  return [...releaseAnswer(state), ...fields, message];
}

/** The session that a record was copied from. */
function originalOf(record: Fields, session: string): string | undefined {
  const ids = [objectOf(record.forkedFrom).sessionId, record.requestSessionId, record.sessionId].map(textOf);
  return ids.find((id) => id !== "" && id !== session);
}

function textOfUser(record: Fields): string {
  const { isMeta, isCompactSummary, origin, promptSource } = record;
  if (isMeta === true || isCompactSummary === true || promptSource === "system") return "";
  if (AUTOMATIC_ORIGINS.includes(textOf(objectOf(origin).kind))) return "";
  const text = withoutInjected(textOfBlocks(objectOf(record.message).content));
  const command = COMMAND.exec(text);
  if (command === null) return text;
  const args = text.split("<command-args>", 2)[1]?.split("</command-args>", 1)[0]?.trim() ?? "";
  return args === "" ? "" : `/${command[1] ?? command[2]} ${args}`;
}

function textOfAnswer(record: Fields): string {
  const { model, stop_reason: stop, content } = objectOf(record.message);
  if (stop === "tool_use" || model === "<synthetic>" || record.isApiErrorMessage === true) return "";
  return textOfBlocks(content);
}
