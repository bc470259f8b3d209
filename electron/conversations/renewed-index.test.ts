import path from "node:path";
import Database from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { ANALYSER_VERSION } from "../core/text-analysis.ts";
import { parseQuery } from "../search/query-syntax.ts";
import { createConversationThread } from "./conversation-threads.ts";
import { readQuery } from "./search-text.ts";
import { writeSession } from "./testing/claude-transcripts.ts";
import { EVERYTHING, RULES, temporaryHome } from "./testing/open-scan.ts";

const SESSION = "11111111-1111-4111-8111-111111111111";
const clock = { now: () => Date.now() };

it("indexes the messages of an earlier version again, while searches find them", async () => {
  const home = temporaryHome();
  writeSession(home, SESSION, [{ text: "The importer queue is announced with 🚀" }, { text: "It runs on Node.js" }]);
  const file = path.join(home, "data", "conversations.sqlite");
  const start = () => {
    const thread = createConversationThread("scan", {
      workerUrl: new URL("conversation-worker.ts", import.meta.url),
      file,
      system: { home, env: {}, platform: process.platform },
      clock,
      logger: { debug() {}, info() {}, warn() {}, error() {} },
    });
    onTestFinished(() => thread.close());
    return thread;
  };
  const first = start();
  await first.call("open");
  await first.call("startScan", { clients: ["claude-code"], rules: RULES, retry: false });
  while (!(await first.call("step", 100, clock.now())).finished);
  await first.close();

  const database = new Database(file);
  const texts = database.prepare<[], { id: number; text: string }>("SELECT id, text FROM message").all();
  for (const { id, text } of texts) {
    database.prepare("DELETE FROM message_text WHERE rowid = ?").run(id);
    database.prepare("INSERT INTO message_text (rowid, text) VALUES (?, ?)").run(id, text.toLowerCase());
  }
  database.prepare("UPDATE state SET analyser = ?").run(ANALYSER_VERSION - 1);

  const second = start();
  const numberFound = async (query: string): Promise<number> => {
    const parts = readQuery(parseQuery(query, clock.now()), clock.now());
    return (await second.call("search", { ...parts, filter: EVERYTHING, limit: 5 }, clock.now())).length;
  };
  await second.call("open");
  expect(await numberFound("importer queue")).toBe(1);
  const version = database.prepare("SELECT analyser FROM state").pluck();
  await expect.poll(() => version.get()).toBe(ANALYSER_VERSION);
  database.close();
  for (const query of ["🚀", "nodejs", "node js", "importer queue last 3 days"]) {
    expect(await numberFound(query), query).toBe(1);
  }
  expect(await numberFound("→")).toBe(0);
});
