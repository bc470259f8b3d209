import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";
import { createRandom } from "../search/testing/random-vectors.ts";
import { writeSession } from "./testing/claude-transcripts.ts";
import { createMatch, openScan, temporaryHome } from "./testing/open-scan.ts";

const SESSIONS = 40;
const MESSAGES = 60;
const KILLS = 6;
const { integer, next } = createRandom(1);

const idOf = (session: number) => `${String(session).padStart(8, "0")}-1111-4111-8111-111111111111`;

/** Starts work in a process, and kills it after a number of steps and a part of the next one. */
async function workUntilKilled(args: readonly string[], steps: number, moreMs: number): Promise<void> {
  const program = path.join(import.meta.dirname, "testing", "scanning-process.ts");
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  let seen = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    seen += text.split("\n").length - 1;
    if (seen >= steps || text.includes("finished")) setTimeout(() => child.kill("SIGKILL"), moreMs);
  });
  await closed;
  expect(child.signalCode).toBe("SIGKILL");
}

/** Writes sessions, each with messages of its own. @returns all texts, by session */
function writeSessions(home: string, sessions: number, messages: number): string[][] {
  return Array.from({ length: sessions }, (_, session) => {
    const lines = Array.from({ length: messages }, (_, number) => ({
      text: `message ${number} of session${session} ${"with some words ".repeat(30)}`.trim(),
    }));
    writeSession(home, idOf(session), lines);
    return lines.map(({ text }) => text);
  });
}

it("loses and doubles nothing when the scanning process is killed at random moments", async () => {
  const home = temporaryHome();
  const expected = writeSessions(home, SESSIONS, MESSAGES).flat();
  for (let kill = 0; kill < KILLS; kill++) {
    await workUntilKilled([home, "scan"], 1 + integer(12), next() * 5);
  }
  const opened = openScan(home);
  await opened.read();
  expect(opened.texts().sort()).toEqual(expected.sort());
  expect(opened.sessions()).toHaveLength(SESSIONS);
  expect(new Set(opened.sessions().map(({ messages }) => messages))).toEqual(new Set([MESSAGES]));
  expect(opened.value("PRAGMA integrity_check")).toBe("ok");
  expect(createMatch(opened).find("session7")).toHaveLength(3);
  expect(opened.value("SELECT count(*) FROM message_text_docsize")).toBe(expected.length);
});

it("embeds each message once when the process is killed at random moments", async () => {
  const home = temporaryHome();
  const expected = writeSessions(home, 10, 30).flat();
  const opened = openScan(home);
  await opened.read();
  for (let kill = 0; kill < KILLS / 2; kill++) {
    await workUntilKilled([home, "embed"], 1 + integer(6), next() * 5);
  }
  const pending = "SELECT sum(last_number - embedded_to) FROM session";
  while (Number(opened.value(pending)) > 0) await workUntilKilled([home, "embed"], 100, 0);
  // A message of a person of this length has one passage.
  expect(opened.value("SELECT count(*) FROM passage")).toBe(expected.length);
  expect(opened.value("SELECT count(DISTINCT message) FROM passage")).toBe(expected.length);
  expect(opened.value("PRAGMA integrity_check")).toBe("ok");
});

it("forgets each conversation completely or not at all when the process is killed at random moments", async () => {
  const home = temporaryHome();
  const texts = writeSessions(home, 10, 30);
  const opened = openScan(home);
  await opened.read();
  const ids = opened.sessions().map(({ id }) => id);
  const kept = ids.slice(0, 2);
  for (let kill = 0; kill < KILLS / 2; kill++) {
    await workUntilKilled([home, "forget", ...ids.slice(2)], 1 + kill, next() * 5);
    for (const { messages } of opened.sessions()) expect(messages).toBe(30);
    expect(opened.texts()).toHaveLength(30 * opened.sessions().length);
    expect(opened.value("SELECT count(*) FROM message_text_docsize")).toBe(opened.texts().length);
  }
  await workUntilKilled([home, "forget", ...ids.slice(2)], 100, 0);
  expect(opened.sessions().map(({ id }) => id)).toEqual(kept);
  opened.removals.readAgain({ forgotten: false });
  await opened.read();
  expect(opened.sessions().map(({ id }) => id)).toEqual(kept);
  const bytes = createMatch(opened).bytes();
  const gone = texts.flatMap((session) => session.slice(0, 1)).filter((text) => !opened.texts().includes(text));
  expect(gone).toHaveLength(8);
  for (const text of gone) expect(bytes.includes(text)).toBe(false);
  expect(opened.value("PRAGMA integrity_check")).toBe("ok");
});
