import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { addFixture } from "./readers/testing/fixtures.ts";
import { writeSession } from "./testing/claude-transcripts.ts";
import { createMatch, openScan, temporaryHome } from "./testing/open-scan.ts";

const sessionId = (number: number) => `${String(number).padStart(8, "0")}-1111-4111-8111-111111111111`;
const FUTURE = Date.UTC(2190, 0, 1);
const HOUR = 60 * 60_000;

/** A home folder in which every kind of file is wrong, and one file is right. */
function writeHostile(home: string): { readonly locked: string } {
  writeSession(home, sessionId(1), [{ text: "The right file is read" }]);
  const folder = path.join(home, ".claude", "projects", "-work");
  const file = (number: number) => path.join(folder, `${sessionId(number)}.jsonl`);
  writeFileSync(file(2), Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7919 + 128) % 256)));
  writeSession(home, sessionId(3), [{ text: "Before the hole" }]);
  truncateSync(file(3), 48 * 1024 * 1024);
  writeFileSync(file(4), `${'{"a":['.repeat(500_000)}\n`);
  writeSession(home, sessionId(4), [{ text: "After the deep line" }], { append: true });
  writeSession(home, sessionId(5), [
    { text: "\u202eleft\u0000 \ud800 \u{e0041} harbour" },
    { text: `e${"\u0301".repeat(50_000)}` },
    { text: `{"${"\\".repeat(10_000)}` },
  ]);
  symlinkSync(folder, path.join(folder, "loop"));
  symlinkSync(path.join(home, ".claude"), path.join(home, ".claude", "projects", "again"));
  symlinkSync("/dev/zero", file(6));
  mkdirSync(file(7));
  if (process.platform !== "win32") execFileSync("mkfifo", [file(8)]);
  writeSession(home, sessionId(9), [{ text: "The clock was ahead", at: FUTURE }]);
  utimesSync(file(9), FUTURE / 1000, FUTURE / 1000);

  const chats = path.join(home, ".gemini", "tmp", "shop", "chats");
  mkdirSync(chats, { recursive: true });
  for (const [name, size] of [
    ["session-1.json", 3 * 2 ** 30],
    ["session-2.json", 2],
  ] as const) {
    writeFileSync(path.join(chats, name), "{{");
    truncateSync(path.join(chats, name), size);
  }
  addFixture("opencode", home);
  const goose = path.join(home, ".local", "share", "goose", "sessions");
  mkdirSync(goose, { recursive: true });
  writeFileSync(path.join(goose, "sessions.db"), "SQLite format 3\0".repeat(1000));
  return { locked: path.join(home, ".local", "share", "opencode", "opencode.db") };
}

it("reports hostile files with what to do, and reads the others", { timeout: 300_000 }, async () => {
  const home = temporaryHome();
  const { locked } = writeHostile(home);
  const lock = new DatabaseSync(locked);
  onTestFinished(() => (lock.isOpen ? lock.close() : undefined));
  lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM part");

  const opened = openScan(home);
  await opened.read();
  const { problems, clients, messages } = opened.queries.status();
  expect(messages).toBe(7);
  expect(new Set(opened.texts())).toEqual(
    new Set([
      "The right file is read",
      "Before the hole",
      "After the deep line",
      expect.stringContaining("harbour"),
      expect.stringContaining("\u0301"),
      expect.stringContaining("\\"),
      "The clock was ahead",
    ]),
  );
  expect(clients.find(({ client }) => client === "claude-code")?.skipped).toEqual({
    "line above 16 MiB": 1,
    "too many levels or values": 1,
  });
  const found = problems.map(({ path: file, error }) => [path.basename(file), error.details?.reason]);
  expect(found.sort()).toEqual([
    [`${sessionId(2)}.jsonl`, "conversation_invalid"],
    ["opencode.db", "conversation_database_busy"],
    ["session-1.json", "conversation_too_large"],
    ["session-2.json", "conversation_unreadable"],
    ["sessions.db", "conversation_invalid"],
  ]);
  for (const { error } of problems) expect(error.hint?.length).toBeGreaterThan(10);
  expect(createMatch(opened).find("harbour")).toHaveLength(1);

  lock.exec("ROLLBACK");
  lock.close();
  await opened.read({}, true);
  expect(opened.queries.status().messages).toBeGreaterThan(7);
  expect(opened.queries.status().problems.map(({ path: file }) => file)).not.toContain(locked);
});

it("does not read forgotten messages again whose time is in the future", async () => {
  const opened = openScan();
  writeSession(opened.home, sessionId(1), [{ text: "old" }, { text: "ahead", at: Date.now() + HOUR }]);
  await opened.read();
  await opened.removals.forget({ project: "work" }, Date.now());
  opened.removals.readAgain({ forgotten: false });
  await opened.read();
  expect(opened.texts()).toEqual([]);
});

it("counts any number of unknown types, and types with the names of properties", async () => {
  const opened = openScan();
  const types = ["constructor", "__proto__", ...Array.from({ length: 1000 }, (_, number) => `type ${number}`)];
  const file = writeSession(opened.home, sessionId(1), [{ text: "right" }]);
  appendFileSync(file, types.map((type) => `${JSON.stringify({ type })}\n`).join(""));
  await opened.read();
  const [client] = opened.queries.status().clients;
  const counts = new Map(Object.entries(client?.skipped ?? {}));
  expect([counts.size, counts.get("constructor"), counts.get("other types")]).toEqual([101, 1, 902]);
});
