import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { temporaryHome } from "../testing/open-scan.ts";
import { crush } from "./crush.ts";
import { collect, readFrom } from "./testing/fixtures.ts";

const SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL, updated_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL);
  CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL, parts TEXT NOT NULL, model TEXT,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, finished_at INTEGER);
  INSERT INTO sessions VALUES ('s', NULL, 'Orders', 1795394744, 1795394744);`;
const partsOf = (...texts: readonly string[]) =>
  JSON.stringify([
    ...texts.map((text) => ({ type: "text", data: { text } })),
    { type: "finish", data: { reason: "end_turn", time: 1 } },
  ]);

it("reads an answer when it is complete, even if it changed in the second in which the database was read", async () => {
  const home = temporaryHome();
  // A database that the owner put in another folder is in the list of projects.
  const [project, folder] = [path.join(home, "a/b/c/d/shop"), path.join(home, "data")];
  for (const each of [project, folder, path.join(home, ".local/share/crush")]) mkdirSync(each, { recursive: true });
  const projects = [{ path: project, data_dir: folder, last_accessed: "2026-11-23T00:45:44Z" }];
  writeFileSync(path.join(home, ".local/share/crush/projects.json"), JSON.stringify({ projects }));
  const database = new DatabaseSync(path.join(folder, "crush.db"));
  database.exec(`PRAGMA journal_mode = WAL; ${SCHEMA}`);
  const insert = database.prepare("INSERT INTO messages VALUES (?, 's', ?, ?, 'model', ?, ?, NULL)");
  insert.run("1", "user", JSON.stringify([{ type: "text", data: { text: "A question" } }]), 1795394744, 1795394744);
  insert.run("2", "assistant", JSON.stringify([{ type: "text", data: { text: "Half" } }]), 1795394745, 1795394746);
  insert.run("3", "user", JSON.stringify([{ type: "text", data: { text: "Another" } }]), 1795394746, 1795394746);
  const read = async (position: string | null) => {
    const [transcript] = await crush.find({ home, env: {}, platform: "linux" });
    if (transcript === undefined) throw new Error("The database was not found.");
    return readFrom(crush, transcript, position);
  };
  const before = await read(null);
  expect(collect(before.found).sessions.s?.messages).toEqual(["user: A question", "user: Another"]);
  database.prepare("UPDATE messages SET parts = ? WHERE id = '2'").run(partsOf("The answer"));
  const after = await read(before.position);
  database.close();
  expect(collect(after.found).sessions.s?.messages).toContain("assistant: The answer");
});
