import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import type { SqliteFile } from "../../import/sqlite-file.ts";
import { momentOf, objectOf, textOf } from "../../import/values.ts";
import { joinTexts, withoutInjected } from "./message-text.ts";
import { findOpencodeFiles, readOpencodeFiles } from "./opencode-files.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { type KnownFields, knownFields } from "./session-fields.ts";
import { type DatabaseStep, databaseAt, MAX_TEXT_LENGTH, readDatabase } from "./sqlite-transcript.ts";
import { byTime, findFiles } from "./transcript-files.ts";

/** How many messages one step reads. */
const MAX_MESSAGES = 500;

/** The last message that was read: a message is changed until it is complete. */
type Mark = { updated: number; id: string };

const MESSAGES = `
  SELECT id, time_updated AS updated FROM message
  WHERE (time_updated, id) > (?, ?) ORDER BY time_updated, id LIMIT ${MAX_MESSAGES}`;
const MESSAGE = `
  SELECT m.session_id AS session, m.data, s.title, s.directory, s.time_created AS started
  FROM message m JOIN session s ON s.id = m.session_id
  WHERE m.id = ? AND s.parent_id IS NULL AND json_valid(m.data)`;
const TEXTS = `
  SELECT substr(data ->> '$.text', 1, ${MAX_TEXT_LENGTH}) AS text FROM part
  WHERE message_id = ? AND json_valid(data) AND data ->> '$.type' = 'text'
    AND NOT coalesce(data ->> '$.synthetic', 0) AND NOT coalesce(data ->> '$.ignored', 0)
  ORDER BY id`;

/**
 * opencode has all sessions in one SQLite database. Versions before 1.2 have a folder of JSON files, which later ones copy
 * to the database and do not delete: the ids are the same. The reader keeps what a person typed (texts that are not
 * `synthetic`), and the texts of messages whose `finish` is not `tool-calls`. Sessions of subagents have a parent. A fork
 * copies messages with their times and gives them new ids.
 */
export const opencode: ConversationReader = {
  client: "opencode",
  folders,
  find: async (system) =>
    byTime(
      folders(system).flatMap((folder) => [
        ...findFiles(folder, 0, (name) => /^opencode(-[\w.-]+)?\.db$/.test(name)).flatMap(
          ({ path: file }) => databaseAt(file) ?? [],
        ),
        ...findOpencodeFiles(folder),
      ]),
    ),
  read: (transcript, position, signal) =>
    transcript.path.endsWith(".json")
      ? readOpencodeFiles(transcript, position, signal)
      : readDatabase<Mark>({ path: transcript.path, position, signal, read: readRows }),
};

function folders(system: ReaderSystem): readonly string[] {
  const base = system.env.XDG_DATA_HOME || homePath(system, ".local", "share");
  return [path.join(base, "opencode")];
}

function* readRows(database: SqliteFile, last: Mark | null): Generator<DatabaseStep<Mark>> {
  // In a database that was created again, the rows may be older.
  const isKnown = last !== null && database.page("SELECT 1 FROM message WHERE id = ?", last.id).length > 0;
  const known = new Map<string, KnownFields>();
  let mark: Mark = isKnown ? last : { updated: 0, id: "" };
  for (;;) {
    const rows = database.page(MESSAGES, mark.updated, mark.id);
    const end = rows.at(-1);
    if (end === undefined) return;
    // Ids ascend in the order of a conversation; a question is changed once more after its answer.
    const ids = rows.map(({ id }) => textOf(id)).sort();
    const found = ids.flatMap((id) => readMessage(database, id, known));
    mark = { updated: Number(end.updated), id: textOf(end.id) };
    yield { found, mark };
  }
}

function readMessage(database: SqliteFile, id: string, known: Map<string, KnownFields>): readonly Found[] {
  const [row] = database.page(MESSAGE, id);
  if (row === undefined) return [];
  const { role, time, finish, summary, error, modelID: model } = objectOf(row.data);
  if (role !== "user" && role !== "assistant") return [];
  const isAnswer = role === "assistant";
  // An answer is complete when it has an end; the summary of a compaction is one too.
  if (isAnswer && (summary === true || error !== undefined || finish === undefined || finish === "tool-calls"))
    return [];
  const text = withoutInjected(joinTexts(database.page(TEXTS, id).map((part) => textOf(part.text))));
  if (text === "") return [];
  const session = textOf(row.session);
  const at = momentOf(objectOf(time).created) ?? null;
  const fields = knownFields(known, session, {
    title: textOf(row.title),
    folder: textOf(row.directory),
    startedAt: momentOf(row.started),
    model: isAnswer ? textOf(model) : undefined,
  });
  return [...fields, { kind: "message", session, message: { key: id, role, text, at } }];
}
