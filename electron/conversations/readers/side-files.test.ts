import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { temporaryHome } from "../testing/open-scan.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";
import type { ReaderSystem } from "./reader.ts";
import { collect, readClient } from "./testing/fixtures.ts";

const systemOf = (home: string): ReaderSystem => ({ home, env: {}, platform: "linux" });
const write = (file: string, content: unknown) => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
};

async function foldersOf(reader: typeof cursor, home: string): Promise<Record<string, string | undefined>> {
  const { sessions } = collect(await readClient(reader, systemOf(home)));
  return Object.fromEntries(Object.entries(sessions).map(([id, { fields }]) => [id, fields.folder]));
}

/** A database of Cursor with values by key. */
function cursorDatabase(
  file: string,
  table: "cursorDiskKV" | "ItemTable",
  values: Readonly<Record<string, unknown>>,
): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(
    "CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB); CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)",
  );
  const insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  for (const [key, value] of Object.entries(values)) insert.run(key, JSON.stringify(value));
  database.close();
}

const conversation = (id: string, rest: object = {}): Readonly<Record<string, unknown>> => ({
  [`composerData:${id}`]: { composerId: id, fullConversationHeadersOnly: [{ bubbleId: "b" }], ...rest },
  [`bubbleId:${id}:b`]: { type: 1, text: `Question of ${id}` },
});

it("names the folder of a conversation of Cursor from its window, its workspace file, or the record itself", async () => {
  const home = temporaryHome();
  const user = path.join(home, ".config", "Cursor", "User");
  cursorDatabase(path.join(user, "globalStorage", "state.vscdb"), "cursorDiskKV", {
    ...conversation("in-window"),
    ...conversation("in-workspace"),
    ...conversation("in-two-folders"),
    ...conversation("remote"),
    ...conversation("in-record", {
      workspaceIdentifier: { id: "x", uri: { scheme: "file", fsPath: "/home/ada/record" } },
    }),
    ...conversation("nowhere"),
  });
  const storage = path.join(user, "workspaceStorage");
  const window = (name: string, workspace: object, ids: readonly string[]) => {
    write(path.join(storage, name, "workspace.json"), workspace);
    cursorDatabase(path.join(storage, name, "state.vscdb"), "ItemTable", {
      "composer.composerData": { allComposers: ids.map((composerId) => ({ composerId })) },
    });
  };
  write(path.join(home, "web.code-workspace"), { folders: [{ path: "checkouts/web" }] });
  write(path.join(home, "two.code-workspace"), { folders: [{ path: "a" }, { path: "b" }] });
  window("a", { folder: "file:///home/ada/my%20web" }, ["in-window"]);
  window("b", { workspace: `file://${home}/web.code-workspace` }, ["in-workspace"]);
  window("c", { workspace: `file://${home}/two.code-workspace` }, ["in-two-folders"]);
  window("d", { folder: "vscode-remote://ssh-remote%2Bhost/home/ada/web" }, ["remote"]);
  write(path.join(storage, "e", "workspace.json"), "damaged");
  expect(await foldersOf(cursor, home)).toEqual({
    "in-window": "/home/ada/my web",
    "in-workspace": path.join(home, "checkouts", "web"),
    "in-record": "/home/ada/record",
    "in-two-folders": undefined,
    remote: undefined,
    nowhere: undefined,
  });
});

it("names the folder of Gemini's sessions from its list of projects, by digest or by short name", async () => {
  const home = temporaryHome();
  const base = path.join(home, ".gemini");
  const digest = (folder: string) => createHash("sha256").update(folder).digest("hex");
  const session = (project: string, id: string) =>
    write(
      path.join(base, "tmp", project, "chats", `session-${id}.jsonl`),
      `${JSON.stringify({ sessionId: id, startTime: "2026-11-23T00:49:00.000Z" })}\n${JSON.stringify({ id: `m-${id}`, type: "user", content: `Question ${id}` })}\n`,
    );
  write(path.join(base, "projects.json"), { projects: { "/home/ada/web": "web", "/home/ada/api": "api-2" } });
  write(path.join(base, "trustedFolders.json"), { "/home/ada/trusted": "TRUST_FOLDER" });
  session(digest("/home/ada/web"), "digest");
  session("api-2", "short");
  session(digest("/home/ada/trusted"), "trusted");
  session(digest("/home/ada/unknown"), "unknown");
  expect(await foldersOf(geminiCli, home)).toEqual({
    digest: "/home/ada/web",
    short: "/home/ada/api",
    trusted: "/home/ada/trusted",
    unknown: undefined,
  });
});
