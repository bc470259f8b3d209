import { readdirSync } from "node:fs";
import path from "node:path";
import { openSqliteFile, type SqliteFile } from "../../import/sqlite-file.ts";
import { type Fields, objectOf, textOf } from "../../import/values.ts";
import { folderOf } from "./session-fields.ts";
import { readSideFile, transcriptAt } from "./transcript-files.ts";

/** A longer list of conversations is not read. */
const MAX_LIST_LENGTH = 8 * 1024 * 1024;
const LIST = `SELECT iif(length(value) <= ${MAX_LIST_LENGTH}, value, NULL) AS value FROM ItemTable WHERE key = ?`;
const HEADERS = `
  SELECT rowid AS row, composerId AS id, workspaceId AS workspace, iif(length(value) <= ${MAX_LIST_LENGTH}, value, NULL) AS value
  FROM composerHeaders WHERE rowid > ? ORDER BY rowid LIMIT ?`;

/**
 * The folder of each conversation of Cursor by its id, from the files that Cursor writes next to the conversations: for each window
 * a folder with `workspace.json`, which names the project, and a database with the ids of its conversations. Newer
 * versions also list all conversations with their folders in the database of the conversations. Never throws.
 * @param storage `…/User/workspaceStorage`
 */
export async function readCursorFolders(conversations: SqliteFile, storage: string): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  const byWorkspace = new Map<string, string>();
  for (const name of foldersIn(storage)) {
    const folder = folderOfWindow(readSideFile(path.join(storage, name, "workspace.json")));
    if (folder === "") continue;
    byWorkspace.set(name, folder);
    for (const id of await conversationsOf(path.join(storage, name, "state.vscdb"))) folders.set(id, folder);
  }
  for (const header of [...listIn(conversations, "composer.composerHeaders"), ...headersIn(conversations)]) {
    const id = textOf(header.composerId);
    const workspace = workspaceIdOf(header) || textOf(header.workspaceId);
    const folder = folderOfConversation(header) || (byWorkspace.get(workspace) ?? "");
    if (id !== "" && folder !== "" && !folders.has(id)) folders.set(id, folder);
  }
  return folders;
}

/** The folder that a record of a conversation names itself; "" for none. */
export function folderOfConversation({ workspaceIdentifier }: Fields): string {
  const { uri, configPath } = objectOf(workspaceIdentifier);
  const { fsPath, external, scheme, path: inUri } = objectOf(uri);
  if (typeof uri === "string") return folderOf(uri);
  if (scheme !== undefined && scheme !== "file") return "";
  return textOf(fsPath) || folderOf(textOf(external)) || textOf(inUri) || folderOfWindow({ workspace: configPath });
}

function workspaceIdOf({ workspaceIdentifier }: Fields): string {
  return textOf(objectOf(workspaceIdentifier).id);
}

/** The folder that `workspace.json` of a window names, or the only one of its workspace file; "" for none. */
export function folderOfWindow({ folder, workspace }: Fields): string {
  const own = textOf(folder);
  if (own !== "") return folderOf(own);
  const file = folderOf(
    textOf(workspace) || textOf(objectOf(workspace).fsPath) || textOf(objectOf(workspace).configPath),
  );
  if (!path.isAbsolute(file)) return "";
  const listed = readSideFile(file).folders;
  const [only, ...others] = Array.isArray(listed) ? listed.map(objectOf) : [];
  if (only === undefined || others.length > 0) return "";
  const given = textOf(only.path) || folderOf(textOf(only.uri));
  return given === "" ? "" : path.resolve(path.dirname(file), given);
}

async function conversationsOf(file: string): Promise<string[]> {
  if (transcriptAt(file) === null) return [];
  let database: SqliteFile | null = null;
  try {
    database = await openSqliteFile(file);
    return listIn(database, "composer.composerData").map(({ composerId }) => textOf(composerId));
  } catch {
    return [];
  } finally {
    database?.close();
  }
}

function listIn(database: SqliteFile, key: string): Fields[] {
  try {
    const [row] = database.page(LIST, key);
    const { allComposers } = objectOf(textOf(row?.value));
    return Array.isArray(allComposers) ? allComposers.map(objectOf) : [];
  } catch {
    return [];
  }
}

/** The table of newer versions. */
function headersIn(database: SqliteFile): Fields[] {
  try {
    const rows = database.rows(HEADERS);
    return [...rows].map(({ id, workspace, value }) => ({
      ...objectOf(textOf(value)),
      composerId: id,
      workspaceId: workspace,
    }));
  } catch {
    return [];
  }
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}
