import path from "node:path";
import { homePath, joinPath } from "../../connect/folders.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import type { SqliteFile } from "../../import/sqlite-file.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";
import { digestKey } from "./digest-key.ts";
import { unknownRecord } from "./json-lines.ts";
import { joinTexts } from "./message-text.ts";
import type { ConversationReader, Found, ReaderSystem } from "./reader.ts";
import { type KnownFields, knownFields } from "./session-fields.ts";
import { type DatabaseStep, databaseAt, MAX_TEXT_LENGTH, readDatabase } from "./sqlite-transcript.ts";

const MAX_MESSAGES = 200;
/** Types of sessions without a person. */
const OTHER_SESSIONS = ["sub_agent", "hidden"];
/** The names that Goose gives to a session before it has named it. */
const DEFAULT_NAME = /^(?:CLI Session|New Chat|New session \d+)$/;

/** The last row that was read. Ids of rows only grow. */
type Mark = { row: number };

/**
 * Goose has all sessions in one SQLite database, to which it moved the files of older versions. A compaction copies all
 * messages of a session to new rows: the key is a digest of the message's fields. The reader keeps texts that a person
 * sees (`userVisible`): from users, and from answers without a tool request.
 */
export const goose: ConversationReader = {
  client: "goose",
  folders,
  find: async (system) => folders(system).flatMap((folder) => databaseAt(path.join(folder, "sessions.db")) ?? []),
  read: (transcript, position, signal) =>
    readDatabase<Mark>({ path: transcript.path, position, signal, read: readRows }),
};

function folders(system: ReaderSystem): readonly string[] {
  const { env, platform } = system;
  if (env.GOOSE_PATH_ROOT) return [path.join(env.GOOSE_PATH_ROOT, "data", "sessions")];
  if (platform === "win32") {
    const base = env.APPDATA || homePath(system, "AppData", "Roaming");
    return [joinPath(system, base, "Block", "goose", "data", "sessions")];
  }
  return [path.join(env.XDG_DATA_HOME || homePath(system, ".local", "share"), "goose", "sessions")];
}

function* readRows(database: SqliteFile, last: Mark | null): Generator<DatabaseStep<Mark>> {
  const [end] = database.page("SELECT max(id) AS row FROM messages");
  let mark: Mark = last !== null && last.row <= Number(end?.row ?? 0) ? last : { row: 0 };
  const known = new Map<string, KnownFields>();
  const query = queryFor(database);
  for (;;) {
    const rows = database.page(query, mark.row);
    const lastRow = rows.at(-1);
    if (lastRow === undefined) return;
    const found = rows.flatMap((row): Found[] => {
      const session = textOf(row.session);
      const { role, at } = row;
      if ((role !== "user" && role !== "assistant") || OTHER_SESSIONS.includes(textOf(row.type))) return [];
      if (objectOf(row.metadata).userVisible === false) return [];
      const content = contentOf(row.content);
      if (content === null) return [unknownRecord(row.content === null ? "message above 1 MB" : "not a JSON list")];
      const text = textOfContent(content);
      if (text === "") return [];
      const fields = knownFields(known, session, {
        title: [row.name, row.description].map(textOf).find((name) => name !== "" && !DEFAULT_NAME.test(name)) ?? "",
        folder: textOf(row.folder),
        model: textOf(objectOf(row.model).model_name),
        startedAt: startOf(row.started),
      });
      const key = digestKey(session, role, String(at), text);
      return [...fields, { kind: "message", session, message: { key, role, text, at: momentOf(at) ?? null } }];
    });
    mark = { row: Number(lastRow.row) };
    yield { found, mark };
  }
}

/** Later versions have more columns. */
function queryFor(database: SqliteFile): string {
  const tables = database.tables();
  const column = (table: string, name: string, alias: string) =>
    tables.get(table)?.has(name) ? `${table}.${name} AS ${alias}` : `NULL AS ${alias}`;
  return `
    SELECT messages.id AS row, messages.session_id AS session, messages.role, messages.created_timestamp AS at,
      iif(length(messages.content_json) <= ${MAX_TEXT_LENGTH}, messages.content_json, NULL) AS content,
      ${column("messages", "metadata_json", "metadata")}, ${column("sessions", "session_type", "type")},
      ${column("sessions", "name", "name")}, ${column("sessions", "description", "description")},
      ${column("sessions", "model_config_json", "model")}, sessions.working_dir AS folder,
      sessions.created_at AS started
    FROM messages LEFT JOIN sessions ON sessions.id = messages.session_id
    WHERE messages.id > ? ORDER BY messages.id LIMIT ${MAX_MESSAGES}`;
}

/** SQLite's time is in UTC without a zone. Sessions that Goose moved from files have a time with a zone. */
function startOf(time: unknown): number | undefined {
  return momentOf(
    typeof time === "string" && /^\d{4}-\d{2}-\d{2} [\d:.]+$/.test(time) ? `${time.replace(" ", "T")}Z` : time,
  );
}

function contentOf(content: unknown): readonly Fields[] | null {
  const { parts } = objectOf(`{"parts":${textOf(content)}}`);
  return Array.isArray(parts) ? parts.map(objectOf) : null;
}

function textOfContent(blocks: readonly Fields[]): string {
  if (blocks.some(({ type }) => type === "toolRequest" || type === "frontendToolRequest")) return "";
  return withoutInjected(joinTexts(blocks.map(({ type, text }) => (type === "text" ? textOf(text) : ""))));
}
