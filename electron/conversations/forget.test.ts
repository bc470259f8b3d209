import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { noteDamage } from "./conversation-file.ts";
import { addFixture } from "./readers/testing/fixtures.ts";
import { START, writeSession } from "./testing/claude-transcripts.ts";
import { createMatch, openScan } from "./testing/open-scan.ts";

const ONE = "11111111-1111-4111-8111-111111111111";
const TWO = "22222222-2222-4222-8222-222222222222";
const THREE = "33333333-3333-4333-8333-333333333333";

async function openTwo() {
  const opened = openScan();
  writeSession(opened.home, ONE, [{ text: "zebra crossing", id: "a" }]);
  writeSession(opened.home, TWO, [{ text: "giraffe house" }], { cwd: `${opened.home}/other`, place: "-other" });
  await opened.read();
  return opened;
}

it("forgets one session, its words in the file, its copies and its later messages", async () => {
  const opened = await openTwo();
  const { find, bytes } = createMatch(opened);
  expect(bytes().includes("zebra")).toBe(true);
  const [session] = opened.sessions().filter(({ clientSession }) => clientSession === ONE);
  expect(await opened.removals.forget({ session: session?.id ?? "" }, Date.now())).toEqual({
    sessions: 1,
    messages: 1,
  });
  expect(find("zebra")).toEqual([]);
  expect(bytes().includes("zebra")).toBe(false);
  writeSession(opened.home, ONE, [{ text: "zebra again" }], { from: 1, append: true });
  writeSession(opened.home, THREE, [
    { text: "zebra crossing", id: "a" },
    { text: "lion", id: "new" },
    { text: "zebra crossing", id: "renamed", at: START },
  ]);
  opened.removals.readAgain({ forgotten: false });
  await opened.read();
  expect(opened.texts().sort()).toEqual(["giraffe house", "lion"]);
});

it.each([
  ["project", { project: "work" }, ["giraffe house"]],
  ["client", { client: "claude-code" }, []],
  ["everything", { all: true as const }, []],
])("forgets the messages of a %s up to now, and keeps later ones", async (_, selection, left) => {
  const opened = await openTwo();
  const now = Date.now();
  await opened.removals.forget(selection, now);
  expect(opened.texts()).toEqual(left);
  expect(createMatch(opened).bytes().includes("zebra")).toBe(false);
  opened.removals.readAgain({ forgotten: false });
  await opened.read();
  expect(opened.texts()).toEqual(left);
  writeSession(opened.home, ONE, [{ text: "hippo", at: now + 60_000 }], { from: 1, append: true });
  await opened.read();
  expect(opened.texts().sort()).toEqual([...left, "hippo"].sort());
  expect(opened.sessions().find(({ clientSession }) => clientSession === ONE)).toMatchObject({ project: "work" });
});

it("does not read a forgotten project again whose name has its host, before it is named again", async () => {
  const opened = openScan(undefined, () => ({ project: null, name: "acme/shop", host: "git.example" }));
  writeSession(opened.home, ONE, [{ text: "zebra crossing" }]);
  await opened.read();
  const project = "git.example/acme/shop";
  opened.nameProject({ name: "acme/shop", host: "git.example", project });
  expect(await opened.removals.forget({ project }, Date.now())).toEqual({ sessions: 1, messages: 1 });
  opened.removals.readAgain({ forgotten: false });
  await opened.read();
  expect(opened.texts()).toEqual([]);
});

it("does not read messages without a time in a file that was last changed before its client was forgotten", async () => {
  const opened = openScan();
  addFixture("continue", opened.home);
  await opened.removals.forget({ client: "continue" }, Date.now());
  await opened.read();
  expect(opened.texts()).toEqual([]);
});

it("continues to read a database from its position while it has other conversations", async () => {
  const opened = openScan();
  addFixture("opencode", opened.home);
  await opened.read();
  const database = path.join(opened.home, ".local", "share", "opencode", "opencode.db");
  const times = opened.sessions().map(({ lastAt }) => Date.parse(lastAt ?? ""));
  expect(new Set(times).size).toBeGreaterThan(1);
  await opened.removals.applyRules({ ...opened.rules, keptSince: Math.max(...times) });
  expect(opened.sessions()).toHaveLength(1);
  expect(opened.sources.positionOf(database)).not.toBeNull();
  await opened.removals.applyRules({ ...opened.rules, keptSince: Math.max(...times) + 1 });
  expect(opened.sources.positionOf(database)).toBeNull();
});

it.each([
  ["deleted", (file: string) => rmSync(file)],
  ["damaged", (file: string) => writeFileSync(file, randomBytes(40_000))],
  ["found damaged in use", (file: string) => noteDamage(file)],
])("keeps conversations forgotten after their database was %s", async (_, harm) => {
  const first = await openTwo();
  const [session] = first.sessions().filter(({ clientSession }) => clientSession === ONE);
  await first.removals.forget({ session: session?.id ?? "" }, Date.now());
  await first.removals.forget({ project: "other" }, Date.now());
  for (const suffix of ["-wal", "-shm"]) rmSync(first.file + suffix, { force: true });
  harm(first.file);
  const opened = openScan(first.home);
  writeSession(opened.home, THREE, [
    { text: "zebra crossing", id: "a" },
    { text: "lion", id: "new" },
  ]);
  await opened.read();
  expect(opened.texts()).toEqual(["lion"]);
  opened.removals.readAgain({ forgotten: true });
  await opened.read();
  expect(opened.texts().sort()).toEqual(["giraffe house", "lion", "zebra crossing"]);
});

it("re-reads forgotten conversations when the owner asks for it", async () => {
  const opened = await openTwo();
  await opened.removals.forget({ all: true }, Date.now());
  opened.removals.readAgain({ forgotten: true });
  await opened.read();
  expect(opened.texts().sort()).toEqual(["giraffe house", "zebra crossing"]);
});
