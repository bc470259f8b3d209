import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import type { SqliteFile } from "../../import/sqlite-file.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { unknownRecord } from "./json-lines.ts";
import { joinTexts } from "./message-text.ts";
import { foldersNear, isFolder } from "./project-folders.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { type KnownFields, knownFields } from "./session-fields.ts";
import { type DatabaseStep, databaseAt, MAX_TEXT_LENGTH, readDatabase } from "./sqlite-transcript.ts";
import { byTime, readSideFile } from "./transcript-files.ts";

const FOLDER = ".crush";
const MAX_MESSAGES = 200;
/** Reasons for which an answer ends that is not an answer. */
const OTHER_ENDS = ["tool_use", "canceled", "error", "content_filter"];

/** The last message that was read: a message that grows gets a later time. */
type Mark = { at: number; row: number };

const MESSAGES = `
  SELECT messages.rowid AS row, messages.id, messages.session_id AS session, messages.role, messages.model,
    messages.created_at AS at, messages.updated_at AS changed, sessions.title, sessions.created_at AS started,
    iif(length(messages.parts) <= ${MAX_TEXT_LENGTH}, messages.parts, NULL) AS parts
  FROM messages JOIN sessions ON sessions.id = messages.session_id
  WHERE sessions.parent_session_id IS NULL AND (messages.updated_at, messages.rowid) > (?, ?)`;

/**
 * Crush has a SQLite database in the folder of each project, and a list of the projects (github.com/charmbracelet/crush:
 * `internal/db/migrations`, `internal/message/content.go`, `internal/projects/projects.go`). The reader keeps the texts of a
 * person, and the complete answers without a tool call. Sessions with a parent are of subagents, or for a title.
 */
export const crush: ConversationReader = {
  client: "crush",
  folders: (system) => [...dataFolders(system)],
  find: async (system) =>
    byTime([...dataFolders(system)].flatMap((folder) => databaseAt(path.join(folder, "crush.db")) ?? [])),
  read: (transcript, position, signal) =>
    readDatabase<Mark>({
      path: transcript.path,
      position,
      signal,
      read: (database, mark) => readRows(database, mark, projectOf(transcript.path)),
    }),
};

/** The folders with the databases of the projects that Crush lists, and of the projects near the home folder. */
function dataFolders(system: ReaderSystem): ReadonlySet<string> {
  const { projects } = readSideFile(path.join(globalFolder(system), "projects.json"));
  const listed = Array.isArray(projects) ? projects.map((each) => textOf(objectOf(each).data_dir)) : [];
  const near = foldersNear(system.home).map((folder) => path.join(folder, FOLDER));
  return new Set([...listed.filter((folder) => path.isAbsolute(folder)), ...near].filter(isFolder));
}

function globalFolder(system: ReaderSystem): string {
  const { env, platform } = system;
  if (env.CRUSH_GLOBAL_DATA) return env.CRUSH_GLOBAL_DATA;
  const local = platform === "win32" ? env.LOCALAPPDATA || homePath(system, "AppData", "Local") : "";
  return path.join(env.XDG_DATA_HOME || local || homePath(system, ".local", "share"), "crush");
}

/** The project of a database; undefined for a database that the owner put in another folder. */
function projectOf(file: string): string | undefined {
  const folder = path.dirname(file);
  return path.basename(folder) === FOLDER ? path.dirname(folder) : undefined;
}

function* readRows(database: SqliteFile, last: Mark | null, folder: string | undefined): Generator<DatabaseStep<Mark>> {
  const isSummary = database.tables().get("messages")?.has("is_summary_message") === true;
  const query = `${MESSAGES} ${isSummary ? "AND messages.is_summary_message = 0" : ""}
    ORDER BY messages.updated_at, messages.rowid LIMIT ${MAX_MESSAGES}`;
  const known = new Map<string, KnownFields>();
  // Times are in seconds: a message can have changed in the same second after it was read.
  let mark: Mark = last === null ? { at: 0, row: 0 } : { at: last.at - 1, row: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const rows = database.page(query, mark.at, mark.row);
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    mark = { at: Number(lastRow.changed), row: Number(lastRow.row) };
    yield { found: rows.flatMap((row) => readMessage(row, folder, known)), mark };
  }
}

function readMessage(row: Fields, folder: string | undefined, known: Map<string, KnownFields>): readonly Found[] {
  const { role } = row;
  if (role !== "user" && role !== "assistant") return [];
  const { parts } = objectOf(`{"parts":${textOf(row.parts)}}`);
  if (!Array.isArray(parts)) return [unknownRecord(row.parts === null ? "message above 1 MB" : "not a JSON list")];
  const blocks = parts.map(objectOf).map(({ type, data }) => ({ type, ...objectOf(data) }) as Fields);
  if (role === "assistant" && !isAnswer(blocks)) return [];
  const said = joinTexts(blocks.map(({ type, text }) => (type === "text" ? textOf(text) : "")));
  const text = role === "user" ? withoutInjected(said) : said;
  if (text === "") return [];
  const session = textOf(row.session);
  const fields = knownFields(known, session, {
    title: textOf(row.title),
    folder,
    model: role === "assistant" ? textOf(row.model) : undefined,
    startedAt: momentOf(row.started),
  });
  const message = { key: `${session}/${textOf(row.id)}`, role, text, at: momentOf(row.at) ?? null } as const;
  return [...fields, { kind: "message", session, message }];
}

/** Whether a message of the assistant is complete and ends a turn. */
function isAnswer(blocks: readonly Fields[]): boolean {
  const finish = blocks.find(({ type }) => type === "finish");
  if (finish === undefined || OTHER_ENDS.includes(textOf(finish.reason))) return false;
  return blocks.every(({ type }) => type !== "tool_call");
}
