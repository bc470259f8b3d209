import path from "node:path";
import { homePath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import type { SqliteFile } from "../../import/sqlite-file.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { joinTexts } from "./message-text.ts";
import type { ConversationReader, Found, FoundBatch, ReaderSystem, Transcript } from "./reader.ts";
import { changedFields, type KnownFields, knownFields } from "./session-fields.ts";
import { type DatabaseStep, databaseAt, MAX_TEXT_LENGTH, readDatabase } from "./sqlite-transcript.ts";
import { byTime, findFiles, openTranscript, readSideFile } from "./transcript-files.ts";

/** The number of messages that one step reads from a database, and from files. */
const MAX_DATABASE_MESSAGES = 500;
const MAX_FILE_MESSAGES = 100;

/** The last message that was read: a message is changed until it is complete. */
type Mark = { updated: number; id: string };

const MESSAGES = `
  SELECT id, time_updated AS updated FROM message
  WHERE (time_updated, id) > (?, ?) ORDER BY time_updated, id LIMIT ${MAX_DATABASE_MESSAGES}`;
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
 * opencode has all sessions in one SQLite database. Versions before 1.2 have a folder of JSON files, which later ones
 * copy to the database and do not delete: the ids are the same. The reader keeps typed texts (texts that are not
 * `synthetic`), and the texts of messages whose `finish` is not `tool-calls`. Sessions of subagents have a parent. A
 * fork copies messages with their times and gives them new ids.
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
  // In a recreated database, the rows may be older.
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

/**
 * The sessions of opencode's versions before 1.2, below `storage`: `session/{project}/{session}.json`,
 * `message/{session}/{message}.json` and `part/{message}/{part}.json`. The size and time of a session include its
 * messages: a message is written last when it is complete.
 */
function findOpencodeFiles(folder: string): Transcript[] {
  return findFiles(path.join(folder, "storage", "session"), 1, (name) => /^[^/]+\/ses_[^/]+\.json$/.test(name)).map(
    (session) => {
      const files = [session, ...messagesOf(session.path)];
      return {
        path: session.path,
        bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        modifiedAt: Math.max(...files.map(({ modifiedAt }) => modifiedAt)),
      };
    },
  );
}

/** Reads a session from its start if it changed after the position. @throws RecollectError; the reason of `signal` */
async function* readOpencodeFiles(
  { path: file, bytes, modifiedAt }: Transcript,
  position: string | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<FoundBatch> {
  signal?.throwIfAborted();
  const { file: handle } = await openTranscript(file);
  await handle.close();
  const complete = JSON.stringify({ bytes, modifiedAt });
  if (position === complete) return;
  const { parentID: parent, title, directory, time } = readSideFile(file);
  // A session of a subagent has a parent.
  const messages = parent === undefined ? messagesOf(file) : [];
  const session = path.basename(file, ".json");
  const known = {};
  const fields = { title: textOf(title), folder: textOf(directory), startedAt: momentOf(objectOf(time).created) };
  // Ids ascend in the order of a conversation.
  const files = messages.map((message) => message.path).sort();
  for (let from = 0; from < files.length; from += MAX_FILE_MESSAGES) {
    signal?.throwIfAborted();
    const found = files.slice(from, from + MAX_FILE_MESSAGES).flatMap((message): readonly Found[] => {
      const record = readSideFile(message);
      const text = textOfMessage(record, partsOf(message));
      const { role, modelID: model } = record;
      if (text === "" || (role !== "user" && role !== "assistant")) return [];
      const at = momentOf(objectOf(record.time).created) ?? null;
      const key = path.basename(message, ".json");
      const changed = changedFields(session, known, {
        ...fields,
        ...(role === "user" ? {} : { model: textOf(model) }),
      });
      return [...changed, { kind: "message", session, message: { key, role, text, at } }];
    });
    yield { found, position: null, bytes: Math.floor(bytes / Math.ceil(files.length / MAX_FILE_MESSAGES)) };
  }
  yield { found: [], position: complete, bytes: 0 };
}

/** The files of a session's messages. */
function messagesOf(session: string): Transcript[] {
  const storage = path.join(path.dirname(session), "..", "..");
  return findFiles(path.join(storage, "message", path.basename(session, ".json")), 0, (name) => name.endsWith(".json"));
}

function partsOf(message: string): readonly Fields[] {
  const storage = path.join(path.dirname(message), "..", "..");
  const folder = path.join(storage, "part", path.basename(message, ".json"));
  const files = findFiles(folder, 0, (name) => name.endsWith(".json")).map((part) => part.path);
  return files.sort().map(readSideFile);
}

/** The text of a person, or the text after the last tool call of a complete answer. */
function textOfMessage({ role, time, finish, summary, error }: Fields, parts: readonly Fields[]): string {
  const isComplete = finish !== undefined || objectOf(time).completed !== undefined;
  if (role === "assistant" && (!isComplete || summary === true || error !== undefined || finish === "tool-calls")) {
    return "";
  }
  const answer = parts.slice(parts.findLastIndex(({ type }) => type === "tool") + 1);
  const texts = answer.map(({ type, text, synthetic, ignored }) =>
    type === "text" && synthetic !== true && ignored !== true ? textOf(text) : "",
  );
  return withoutInjected(joinTexts(texts));
}
