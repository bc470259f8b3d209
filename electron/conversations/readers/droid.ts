import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { readJsonLines, unknownRecord } from "./json-lines.ts";
import { hasToolUse, textOfBlocks } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { changedFields, type KnownFields } from "./session-fields.ts";
import { findFiles, readSideFile } from "./transcript-files.ts";

/** Records without words of a person or an answer. */
const OTHER_RECORDS = new Set(["todo_state", "compaction_state", "session_end"]);

type State = { session: string; known: KnownFields; isSubagents: boolean };

/**
 * Factory's Droid writes one file for each session, in a folder for each project (the program is not public:
 * github.com/specstoryai/getspecstory, `specstory-cli/pkg/providers/droidcli`). The reader keeps the texts of a person, and the
 * answers without a tool call. A session that another one called has `callingSessionId`, and is left out.
 */
export const droid: ConversationReader = {
  client: "droid",
  folders,
  find: async (system) =>
    folders(system).flatMap((folder) => findFiles(folder, 1, (name) => /^(?:[^/]+\/)?[^/]+\.jsonl$/.test(name))),
  read: (transcript, position, signal) =>
    readJsonLines<State>({
      path: transcript.path,
      position,
      signal,
      start: () => ({ session: path.basename(transcript.path, ".jsonl"), known: {}, isSubagents: false }),
      read: (record, state) => readRecord(record, state, transcript.path),
    }),
};

function folders(system: ReaderSystem): readonly string[] {
  return [homePath(system, ".factory", "sessions")];
}

function readRecord(record: Fields, state: State, file: string): readonly Found[] {
  const { session, known } = state;
  if (record.type === "session_start") {
    state.isSubagents = textOf(record.callingSessionId) !== "";
    // An earlier version had the fields in `session`.
    const start = { ...record, ...objectOf(record.session) };
    const title = textOf(start.sessionTitle) || textOf(start.title);
    return state.isSubagents
      ? []
      : changedFields(session, known, {
          title: title === "New Session" ? undefined : title,
          folder: textOf(start.cwd) || textOf(start.workspace_root),
          startedAt: momentOf(start.created_at) ?? momentOf(start.timestamp),
        });
  }
  if (record.type !== "message") {
    return OTHER_RECORDS.has(textOf(record.type)) ? [] : [unknownRecord(record.type)];
  }
  const { role, content, model } = objectOf(record.message);
  const key = textOf(record.id);
  if (state.isSubagents || (role !== "user" && role !== "assistant") || key === "" || hasToolUse(content)) return [];
  const text = role === "user" ? withoutInjected(textOfBlocks(content)) : textOfBlocks(content);
  if (text === "") return [];
  const fields = changedFields(session, known, { model: role === "assistant" ? modelOf(model, file) : undefined });
  const at = momentOf(record.timestamp) ?? null;
  return [...fields, { kind: "message", session, message: { key: `${session}/${key}`, role, text, at } }];
}

/** The model of a message, or the session's by the file with its settings. */
function modelOf(model: unknown, file: string): string {
  return textOf(model) || textOf(readSideFile(file.replace(/\.jsonl$/, ".settings.json")).model);
}
