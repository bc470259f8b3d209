import { createHash } from "node:crypto";
import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { digestKey } from "./digest-key.ts";
import { readJsonLines, unknownRecord } from "./json-lines.ts";
import { joinTexts, textOfBlocks } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { findFiles, readSideFile } from "./transcript-files.ts";

/** Messages without words of a person or an answer. */
const OTHER_MESSAGES = new Set(
  `ApprovalRequest ApprovalRequestResolved ApprovalResponse BtwBegin BtwEnd CompactionBegin CompactionEnd HookRequest HookResolved
   HookResponse HookTriggered MCPLoadingBegin MCPLoadingEnd MCPStatusSnapshot Notification PlanDisplay QuestionRequest
   QuestionResponse StatusUpdate StepRetry SubagentEvent ToolCallPart ToolCallRequest ToolResult`.split(/\s+/),
);
/** A command of the program without words. */
const COMMAND = /^\/[\w:-]+$/;

/** `turn` is the key of the last question, `answer` the text since the last call of a tool. */
type State = { session: string; known: KnownFields; turn: string; answer: string; at: number | null };

/**
 * Kimi CLI writes a log of events for each session (github.com/MoonshotAI/kimi-cli: `src/kimi_cli/wire/file.py`,
 * `wire/types.py`, `session.py`, `metadata.py`). The reader keeps what a person typed, and the text of a turn after its last
 * tool call. A fork copies events with their times: the key of a question is a digest of time and text. Side questions
 * (`/btw`) and sessions without a log of events, of older versions, are left out.
 */
export const kimi: ConversationReader = {
  client: "kimi",
  folders: (system) => [path.join(dataFolder(system), "sessions")],
  find: async (system) =>
    findFiles(path.join(dataFolder(system), "sessions"), 2, (name) => /^[^/]+\/[^/]+\/wire\.jsonl$/.test(name)),
  read: (transcript, position, signal) =>
    readJsonLines<State>({
      path: transcript.path,
      position,
      signal,
      start: () => {
        const session = path.basename(path.dirname(transcript.path));
        return { session, known: {}, turn: digestKey(session), answer: "", at: null };
      },
      read: (record, state) => readRecord(record, state, transcript.path),
      end: answerOf,
      isWaiting: ({ answer }) => answer !== "",
    }),
};

function dataFolder(system: ReaderSystem): string {
  return system.env.KIMI_SHARE_DIR || homePath(system, ".kimi");
}

function readRecord(record: Fields, state: State, file: string): readonly Found[] {
  const { type, payload } = objectOf(record.message);
  if (type === undefined) return record.type === "metadata" ? [] : [unknownRecord(record.type)];
  const { user_input: input, type: kind, text } = objectOf(payload);
  switch (type) {
    case "TurnBegin":
    case "SteerInput":
      return [...endAnswer(state), ...readQuestion(textOfBlocks(input), record.timestamp, state, file)];
    case "ContentPart":
    case "TextPart":
      if (kind === "text") state.answer = joinTexts([state.answer, textOf(text)]);
      state.at = momentOf(record.timestamp) ?? null;
      return [];
    // A step ends with a call of a tool, or with the turn.
    case "ToolCall":
    case "StepBegin":
      state.answer = "";
      return [];
    case "TurnEnd":
    case "StepInterrupted":
      return endAnswer(state);
    default:
      return typeof type === "string" && OTHER_MESSAGES.has(type) ? [] : [unknownRecord(type)];
  }
}

function readQuestion(given: string, time: unknown, state: State, file: string): readonly Found[] {
  const text = withoutInjected(given);
  const { session, known } = state;
  state.turn = digestKey(textOf(time), text);
  if (text === "" || COMMAND.test(text)) return [];
  const at = momentOf(time) ?? null;
  const folder = path.dirname(file);
  const title = textOf(readSideFile(path.join(folder, "state.json")).custom_title);
  const fields = changedFields(session, known, {
    title,
    folder: known.folder === undefined ? workFolderOf(folder) : undefined,
    startedAt: known.startedAt === undefined ? (at ?? undefined) : undefined,
  });
  return [...fields, { kind: "message", session, message: { key: state.turn, role: "user", text, at } }];
}

function endAnswer(state: State): readonly Found[] {
  const found = answerOf(state);
  state.answer = "";
  return found;
}

function answerOf({ session, turn, answer, at }: State): readonly Found[] {
  const key = `${turn}/answer`;
  return answer === "" ? [] : [{ kind: "message", session, message: { key, role: "assistant", text: answer, at } }];
}

/** The work folder of a session, whose folder has the MD5 of its path as a name. */
function workFolderOf(session: string): string | undefined {
  const name = path.basename(path.dirname(session)).replace(/^.*_/, "");
  const { work_dirs: listed } = readSideFile(path.resolve(session, "../../..", "kimi.json"));
  const folders = Array.isArray(listed) ? listed.map((each) => textOf(objectOf(each).path)) : [];
  return folders.find((folder) => createHash("md5").update(folder).digest("hex") === name);
}
