import { readFileSync } from "node:fs";
import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { hasHeldAnswer, holdAnswer, releaseAnswer, returnAtEnd, type WithHeldAnswer } from "./held-answer.ts";
import { readJsonLines, unknownRecord } from "./json-lines.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { byTime, findFolders, transcriptAt } from "./transcript-files.ts";

/** Steps of the program: contexts, notices, and summaries of a shortened history. */
const OTHER_STEPS = new Set([
  "CONVERSATION_HISTORY",
  "SYSTEM_MESSAGE",
  "EPHEMERAL_MESSAGE",
  "CHECKPOINT",
  "ERROR_MESSAGE",
]);
/** The first file has the arguments of tools as they are; in the second one each is JSON in a text. */
const FILES = ["transcript_full.jsonl", "transcript.jsonl"];
const MAX_HISTORY_BYTES = 8 * 1024 * 1024;
const MODEL = /\bModel Selection.{0,4}from .{1,100}? to (.{1,100}?)\.(?:\s|$)/;

type State = { session: string; known: KnownFields } & WithHeldAnswer;

/**
 * Antigravity writes one file of steps for each conversation (the program is not public:
 * github.com/specstoryai/getspecstory, `specstory-cli/docs/ANTIGRAVITY-FORMAT.md`, by versions 1.0 and 1.1 of its command line;
 * the editor's folder has the same form). The reader keeps the requests of a person, and the answers of the model after which
 * no tool ran. The folder is the one in the list of prompts, or else the one of the first command.
 */
export const antigravity: ConversationReader = {
  client: "antigravity",
  folders,
  find: async (system) =>
    byTime(
      folders(system).flatMap((folder) => findFolders(folder, () => true).flatMap((each) => transcriptIn(each) ?? [])),
    ),
  read: (transcript, position, signal) =>
    readJsonLines<State>({
      path: transcript.path,
      position,
      signal,
      start: () => ({ session: path.basename(path.resolve(transcript.path, "../../..")), known: {}, held: null }),
      read: (step, state) => readStep(step, state, transcript.path),
      end: returnAtEnd,
      isWaiting: hasHeldAnswer,
    }),
};

function folders(system: ReaderSystem): readonly string[] {
  return ["antigravity-cli", "antigravity"].map((name) => homePath(system, ".gemini", name, "brain"));
}

function transcriptIn(conversation: string) {
  const logs = path.join(conversation, ".system_generated", "logs");
  return FILES.map((name) => transcriptAt(path.join(logs, name))).find((each) => each !== null) ?? null;
}

function readStep(step: Fields, state: State, file: string): readonly Found[] {
  const { type, source, step_index: index, content, tool_calls: calls, created_at: created } = step;
  const { session, known } = state;
  if (typeof type !== "string" || index === undefined) return [unknownRecord(type)];
  const at = momentOf(created) ?? null;
  const key = `${session}/${textOf(index)}`;
  if (type === "USER_INPUT") {
    const text = source === "USER_EXPLICIT" ? withoutInjected(textOf(content)) : "";
    const [, model] = MODEL.exec(textOf(content)) ?? [];
    const fields = changedFields(session, known, {
      folder: known.folder === undefined ? workspaceOf(session, file) : undefined,
      startedAt: known.startedAt === undefined ? (at ?? undefined) : undefined,
      model,
    });
    const said: Found[] = text === "" ? [] : [{ kind: "message", session, message: { key, role: "user", text, at } }];
    return [...releaseAnswer(state), ...fields, ...said];
  }
  if (type === "PLANNER_RESPONSE") {
    const hasTool = Array.isArray(calls) && calls.length > 0;
    const fields =
      hasTool && known.folder === undefined ? changedFields(session, known, { folder: folderOfCalls(calls) }) : [];
    const text = textOf(content);
    if (hasTool) return [...fields, ...releaseAnswer(state)];
    if (text === "") return fields;
    return holdAnswer(state, textOf(index), {
      kind: "message",
      session,
      message: { key, role: "assistant", text, at },
    });
  }
  if (source === "MODEL") {
    // The result of a tool directly after a text: the text announced the call.
    if (state.held !== null && Number(state.held.id) + 1 === Number(index)) state.held = null;
    return [];
  }
  return OTHER_STEPS.has(type) ? [] : [unknownRecord(type)];
}

/** The folder in which a conversation was started, by the list of prompts next to the conversations; undefined if it has none. */
function workspaceOf(session: string, file: string): string | undefined {
  const history = path.resolve(file, "../../../../..", "history.jsonl");
  if ((transcriptAt(history)?.bytes ?? Number.POSITIVE_INFINITY) > MAX_HISTORY_BYTES) return undefined;
  const prompts = readFileSync(history, "utf8").split("\n").map(objectOf);
  return textOf(prompts.find(({ conversationId }) => conversationId === session)?.workspace);
}

/** The folder of the first command among calls of tools. */
function folderOfCalls(calls: readonly unknown[]): string | undefined {
  const folders = calls.map((call) => {
    const given = textOf(objectOf(objectOf(call).args).Cwd);
    // In the second file each argument is JSON.
    return given.startsWith('"') ? textOf(objectOf(`{"folder":${given}}`).folder) : given;
  });
  return folders.find((folder) => path.isAbsolute(folder));
}
