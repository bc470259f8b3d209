import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { opencode } from "./opencode.ts";
import type { Transcript } from "./reader.ts";
import { collect, copyFixture, readFrom, snapshot } from "./testing/fixtures.ts";

const SESSION = "ses_dfa15e160ffe7XQWXRUyCaY4s6";

/** The database of opencode's fixture, with the connection of a program that writes to it. */
async function openInUse() {
  const { reader, system } = copyFixture("opencode");
  const [transcript] = (await reader.find(system)) as [Transcript];
  const writer = new DatabaseSync(transcript.path);
  onTestFinished(() => writer.close());
  const add = (id: string, data: object, texts: readonly string[]) => {
    writer.prepare("INSERT INTO message VALUES (?, ?, 1, ?, ?)").run(id, SESSION, Date.now(), JSON.stringify(data));
    for (const [index, text] of texts.entries()) {
      const part = JSON.stringify({ type: "text", text });
      writer.prepare("INSERT INTO part VALUES (?, ?, ?, 1, 1, ?)").run(`${id}-${index}`, id, SESSION, part);
    }
  };
  const textsAfter = async (position: string | null) => {
    const { found, position: next } = await readFrom(opencode, transcript, position);
    return { messages: collect(found).sessions[SESSION]?.messages ?? [], position: next };
  };
  return { writer, add, textsAfter, home: system.home, transcript };
}

it("reads the additions of a running program, and nothing twice", async () => {
  const { writer, add, textsAfter } = await openInUse();
  const first = await textsAfter(null);
  expect(first.messages).toHaveLength(8);
  add("msg_3", { role: "user", time: { created: 5_000_000_000_000 } }, ["One more", "question"]);
  const second = await textsAfter(first.position);
  expect(second.messages).toEqual(["user: One more\n\nquestion"]);
  add("msg_4", { role: "assistant", time: { created: 5_000_000_000_001 } }, ["An unfin"]);
  const third = await textsAfter(second.position);
  expect(third.messages).toEqual([]);
  writer.exec(`UPDATE message SET time_updated = time_updated + 1, data = json_set(data, '$.finish', 'stop')
               WHERE id = 'msg_4'`);
  writer.exec("UPDATE part SET data = json_set(data, '$.text', 'An answer') WHERE message_id = 'msg_4'");
  const fourth = await textsAfter(third.position);
  expect(fourth.messages).toEqual(["assistant: An answer"]);
  expect((await textsAfter(fourth.position)).messages).toEqual([]);
});

it("sees only committed rows, and does not block the writer", async () => {
  const { writer, add, textsAfter } = await openInUse();
  const { position } = await textsAfter(null);
  writer.exec("BEGIN IMMEDIATE");
  add("msg_3", { role: "user", time: {} }, ["Not yet"]);
  const during = await textsAfter(position);
  expect(during.messages).toEqual([]);
  writer.exec("COMMIT");
  expect((await textsAfter(during.position)).messages).toEqual(["user: Not yet"]);
});

it("writes nothing to a database in use, except the locks of its readers", async () => {
  const { add, textsAfter, home, transcript } = await openInUse();
  add("msg_3", { role: "user", time: {} }, ["One more"]);
  const locks = path.relative(home, `${transcript.path}-shm`);
  const files = () => snapshot(home).filter(([name]) => name !== locks);
  const before = files();
  await textsAfter(null);
  expect(files()).toEqual(before);
});

it("writes nothing next to a database whose write-ahead log has no index", async () => {
  const { add, home, transcript } = await openInUse();
  add("msg_3", { role: "user", time: {} }, ["In the log"]);
  const copy = path.join(home, "copy");
  mkdirSync(copy);
  const file = path.join(copy, "opencode.db");
  for (const end of ["", "-wal"]) copyFileSync(`${transcript.path}${end}`, `${file}${end}`);
  const before = snapshot(copy);
  const { found } = await readFrom(opencode, { ...transcript, path: file });
  expect(collect(found).sessions[SESSION]?.messages).toContain("user: In the log");
  expect(snapshot(copy)).toEqual(before);
});

it("reads a recreated database from the start", async () => {
  const { writer, add, textsAfter } = await openInUse();
  const { position } = await textsAfter(null);
  writer.exec("DELETE FROM message");
  writer.exec("DELETE FROM part");
  add("msg_1", { role: "user", time: {} }, ["New"]);
  writer.exec("UPDATE message SET time_updated = 1");
  expect((await textsAfter(position)).messages).toEqual(["user: New"]);
});

it("skips messages that are not JSON, and cuts texts of many megabytes", async () => {
  const { writer, add, textsAfter } = await openInUse();
  const { position } = await textsAfter(null);
  add("msg_3", { role: "user", time: {} }, ["x".repeat(3_000_000)]);
  add("msg_4", { role: "user", time: {} }, ["y"]);
  writer.exec("UPDATE message SET data = '{\"role\":' WHERE id = 'msg_4'");
  const { messages } = await textsAfter(position);
  expect(messages.map(({ length }) => length)).toEqual([1_000_006]);
});
