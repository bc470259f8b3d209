import path from "node:path";
import { applicationPath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import type { SqliteFile } from "../../import/sqlite-file.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { folderOfConversation, readCursorFolders } from "./cursor-workspaces.ts";
import { unknownRecord } from "./json-lines.ts";
import type { ConversationReader, Found, ReaderSystem, SessionFields } from "./reader.ts";
import { folderOf } from "./session-fields.ts";
import { type DatabaseStep, databaseAt, readDatabase } from "./sqlite-transcript.ts";

/** How many conversations one step reads. */
const MAX_CONVERSATIONS = 20;
/** A longer record is skipped: it has files and pictures in it. */
const MAX_RECORD_LENGTH = 16 * 1024 * 1024;
const NO_FOLDERS: ReadonlyMap<string, string> = new Map();
const USER = 1;
const ASSISTANT = 2;

/** The last conversation that was read. A changed row is replaced by one with a larger number. */
type Mark = { row: number };

const CONVERSATIONS = `
  SELECT rowid AS row, key, length(value) AS length, iif(length(value) <= ${MAX_RECORD_LENGTH}, value, NULL) AS value FROM cursorDiskKV
  WHERE key >= 'composerData:' AND key < 'composerData;' AND rowid > ? ORDER BY rowid LIMIT ${MAX_CONVERSATIONS}`;
const MESSAGE = `
  SELECT iif(length(value) <= ${MAX_RECORD_LENGTH}, value, NULL) AS value FROM cursorDiskKV WHERE key = ?`;
/** The messages of a conversation whose record does not list them. */
const MESSAGES = `
  SELECT key FROM cursorDiskKV WHERE key >= ? AND key < ? AND value IS NOT NULL ORDER BY rowid`;

/**
 * Cursor has the conversations of its chat and agent in one SQLite database: a record for each conversation, which
 * lists its messages (`bubbles`), and a record for each message. In older versions the record of a conversation
 * contains the messages. The reader keeps the texts that a person typed, and the texts of the assistant that are not
 * thoughts or tools. The format does not mark intermediate texts. A conversation whose
 * messages name no folder gets the one of its window. A conversation is read when its answer is complete.
 */
export const cursor: ConversationReader = {
  client: "cursor",
  folders,
  find: async (system) => folders(system).flatMap((folder) => databaseAt(path.join(folder, "state.vscdb")) ?? []),
  read: (transcript, position, signal) =>
    readDatabase<Mark>({
      path: transcript.path,
      position,
      signal,
      read: (database, mark) => readRows(database, mark, path.join(transcript.path, "..", "..", "workspaceStorage")),
    }),
};

function folders(system: ReaderSystem): readonly string[] {
  return [applicationPath(system, "Cursor", "User", "globalStorage")];
}

async function* readRows(database: SqliteFile, last: Mark | null, storage: string): AsyncGenerator<DatabaseStep<Mark>> {
  let folders: ReadonlyMap<string, string> | null = null;
  // Older versions have no conversations in this database.
  if (!database.tables().has("cursorDiskKV")) return;
  const headersOf = headerReader(database);
  const [end] = database.page("SELECT max(rowid) AS row FROM cursorDiskKV");
  let mark: Mark = last !== null && last.row <= Number(end?.row ?? 0) ? last : { row: 0 };
  for (;;) {
    const rows = database.page(CONVERSATIONS, mark.row);
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    const found = rows.flatMap(({ key, length, value }) =>
      value === null && length !== null
        ? [unknownRecord("conversation above 16 MiB")]
        : readConversation(database, textOf(key).slice("composerData:".length), objectOf(textOf(value)), headersOf),
    );
    mark = { row: Number(lastRow.row) };
    if (found.some(hasNoFolder)) folders ??= await readCursorFolders(database, storage);
    yield { found: folders === null ? found : found.map((each) => withFolder(each, folders ?? NO_FOLDERS)), mark };
  }
}

function hasNoFolder(found: Found): boolean {
  return found.kind === "session" && found.fields.folder === undefined;
}

function withFolder(found: Found, folders: ReadonlyMap<string, string>): Found {
  const folder = folders.get(found.kind === "skipped" ? "" : found.session);
  if (found.kind !== "session" || folder === undefined || found.fields.folder !== undefined) return found;
  return { ...found, fields: { ...found.fields, folder } };
}

function readConversation(
  database: SqliteFile,
  session: string,
  record: Fields,
  headerOf: (session: string) => Fields,
): readonly Found[] {
  // Its row is replaced once more when the answer is complete.
  if (record.status === "generating" || Object.keys(record).length === 0) return [];
  const own = Object.entries(record).filter(([, value]) => value !== null && value !== "");
  const conversation: Fields = { ...headerOf(session), ...Object.fromEntries(own) };
  if ((conversation.subagentInfo ?? null) !== null) return [];
  const bubbles = bubblesOf(database, session, conversation);
  const messages = bubbles.flatMap((bubble) => readBubble(session, bubble));
  if (messages.length === 0) return [];
  return [{ kind: "session", session, fields: fieldsOf(conversation, bubbles) }, ...messages];
}

/** Returns the messages that a conversation lists, those in its record, or those in the database. */
function bubblesOf(database: SqliteFile, session: string, conversation: Fields): Fields[] {
  const { fullConversationHeadersOnly: headers, conversation: inside } = conversation;
  const prefix = `bubbleId:${session}:`;
  const bubbleOf = (header: Fields): Fields => {
    const [row] = database.page(MESSAGE, `${prefix}${textOf(header.bubbleId)}`);
    return { ...header, ...objectOf(textOf(row?.value)), bubbleId: textOf(header.bubbleId) };
  };
  if (Array.isArray(headers) && headers.length > 0) return headers.map(objectOf).map(bubbleOf);
  if (Array.isArray(inside) && inside.length > 0) return inside.map(objectOf);
  const rows = database.page(MESSAGES, prefix, `bubbleId:${session};`);
  return rows.map(({ key }) => bubbleOf({ bubbleId: textOf(key).slice(prefix.length) }));
}

/** Newer versions have the title, the folder and the parent of a conversation in a table of their own. */
function headerReader(database: SqliteFile): (session: string) => Fields {
  const columns = database.tables().get("composerHeaders");
  if (columns?.has("composerId") !== true || !columns.has("value")) return () => ({});
  const isSubagent = columns.has("isSubagent") ? "isSubagent" : "0";
  const query = `SELECT value, ${isSubagent} AS subagent FROM composerHeaders WHERE composerId = ?`;
  return (session) => {
    const [row] = database.page(query, session);
    const header = objectOf(textOf(row?.value));
    return Number(row?.subagent ?? 0) === 0 ? header : { subagentInfo: {}, ...header };
  };
}

function readBubble(session: string, bubble: Fields): readonly Found[] {
  const { type, bubbleId, text, toolFormerData, isThought } = bubble;
  const id = textOf(bubbleId);
  if ((type !== USER && type !== ASSISTANT) || id === "" || isThought === true) return [];
  if ((toolFormerData ?? null) !== null) return [];
  const said = type === USER ? withoutInjected(textOf(text)) : textOf(text);
  if (said === "") return [];
  const at = momentOf(bubble.createdAt) ?? momentOf(objectOf(bubble.timingInfo).clientStartTime) ?? null;
  const role = type === USER ? "user" : "assistant";
  return [{ kind: "message", session, message: { key: `${session}/${id}`, role, text: said, at } }];
}

function fieldsOf(conversation: Fields, bubbles: readonly Fields[]): SessionFields {
  const { name, createdAt, modelConfig } = conversation;
  const title = textOf(name);
  const model = textOf(objectOf(modelConfig).modelName);
  const startedAt = momentOf(createdAt);
  const folder = bubbles.map(workspaceOf).find((each) => each !== "") ?? folderOfConversation(conversation);
  return {
    ...(title && { title }),
    ...(model && model !== "default" && { model }),
    ...(startedAt && { startedAt }),
    ...(folder && { folder }),
  };
}

/** The folder of a message's workspace. */
function workspaceOf({ workspaceProjectDir, workspaceUris }: Fields): string {
  const [uri = ""] = Array.isArray(workspaceUris) ? workspaceUris.map(textOf) : [];
  return folderOf(uri) || textOf(workspaceProjectDir);
}
