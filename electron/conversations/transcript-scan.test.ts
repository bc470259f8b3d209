import { chmodSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { START, writeSession } from "./testing/claude-transcripts.ts";
import { createMatch, openScan } from "./testing/open-scan.ts";

const ONE = "11111111-1111-4111-8111-111111111111";
const TWO = "22222222-2222-4222-8222-222222222222";

it("stores the words of people and assistants, with folder, project, model and times, and no tool call", async () => {
  const opened = openScan();
  const { home } = opened;
  writeSession(home, ONE, [{ text: "Which cache do we use?" }, { role: "assistant", text: "Redis, since May." }]);
  await opened.read();
  expect(opened.texts()).toEqual(["Which cache do we use?", "Redis, since May."]);
  expect(opened.sessions()).toMatchObject([
    {
      client: "claude-code",
      clientSession: ONE,
      folder: path.join(home, "work"),
      project: "work",
      model: "claude-test",
      title: "Which cache do we use?",
      startedAt: new Date(START).toISOString(),
      lastAt: new Date(START + 1000).toISOString(),
      messages: 2,
    },
  ]);
  expect(opened.queries.status()).toMatchObject({ sessions: 1, messages: 2, problemCount: 0 });
});

it("reads only additions, and nothing from an unchanged file", async () => {
  const opened = openScan();
  writeSession(opened.home, ONE, [{ text: "first" }]);
  await opened.read();
  await opened.scan.start({ clients: ["claude-code"], rules: opened.rules, retry: false });
  expect(opened.scan.progress().transcripts.total).toBe(0);
  writeSession(opened.home, ONE, [{ text: "second" }], { from: 1, append: true });
  await opened.read();
  expect(opened.texts()).toEqual(["first", "second"]);
});

it("neither doubles nor loses messages of files that are moved, truncated and rewritten", async () => {
  const opened = openScan();
  const lines = [{ text: "alpha" }, { role: "assistant" as const, text: "beta" }, { text: "gamma" }];
  const file = writeSession(opened.home, ONE, lines);
  await opened.read();
  const moved = path.join(path.dirname(file), `${TWO}.jsonl`);
  renameSync(file, moved);
  await opened.read();
  expect(opened.texts()).toEqual(["alpha", "beta", "gamma"]);
  truncateSync(moved, 40);
  await opened.read();
  rmSync(moved);
  writeSession(opened.home, ONE, [...lines, { text: "delta" }]);
  await opened.read();
  expect(opened.texts()).toEqual(["alpha", "beta", "gamma", "delta"]);
});

it("stores the messages that a copy of a session adds, and not those that it copied", async () => {
  const opened = openScan();
  writeSession(opened.home, ONE, [{ text: "Plan the release", id: "a" }]);
  await opened.read();
  writeSession(opened.home, TWO, [
    { text: "Plan the release", id: "a" },
    { text: "Ship it on Monday", id: "b", at: START + 60_000 },
  ]);
  await opened.read();
  expect(opened.texts()).toEqual(["Plan the release", "Ship it on Monday"]);
  expect(opened.sessions().map(({ messages }) => messages)).toEqual([1, 1]);
});

it("recognises a copied message that has a new id by its text and time", async () => {
  const opened = openScan();
  writeSession(opened.home, ONE, [{ text: "yes", id: "a", at: START }]);
  writeSession(opened.home, TWO, [
    { text: "yes", id: "b", at: START },
    { text: "yes", id: "c", at: START + 5000 },
  ]);
  await opened.read();
  expect(opened.texts()).toEqual(["yes", "yes"]);
});

it("masks secrets and removes private parts before anything is stored or indexed", async () => {
  const opened = openScan();
  const secret = `ghp_${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2"}`;
  writeSession(opened.home, ONE, [
    { text: `The token is ${secret}. <private>my salary is 93184 euros</private> Thanks` },
  ]);
  await opened.read();
  expect(opened.texts()).toEqual([expect.stringMatching(/^The token is \[secret: [^\]]+\]\. {2}Thanks$/)]);
  const { find, bytes } = createMatch(opened);
  expect(find("salary")).toEqual([]);
  expect(bytes().includes(secret)).toBe(false);
  expect(bytes().includes("93184")).toBe(false);
});

it("stores nothing from excluded folders and projects, removes sessions that are excluded later, and re-reads them afterwards", async () => {
  const opened = openScan();
  const secret = path.join(opened.home, "secret");
  writeSession(opened.home, ONE, [{ text: "open words" }]);
  writeSession(opened.home, TWO, [{ text: "hidden words" }], { cwd: path.join(secret, "deep"), place: "-deep" });
  await opened.read({ excludedFolders: [secret] });
  writeSession(opened.home, TWO, [{ text: "more hidden words" }], { from: 1, append: true, place: "-deep" });
  await opened.read({ excludedFolders: [secret] });
  expect(opened.texts()).toEqual(["open words"]);

  await opened.removals.applyRules({ ...opened.rules, excludedProjects: ["work"] });
  expect(opened.texts()).toEqual([]);
  opened.removals.readAgain({ forgotten: false });
  await opened.read();
  expect(opened.texts().sort()).toEqual(["hidden words", "more hidden words", "open words"]);
});

it("removes conversations whose last message is too old, and does not read them again", async () => {
  const opened = openScan();
  writeSession(opened.home, ONE, [{ text: "old words" }]);
  writeSession(opened.home, TWO, [{ text: "new words", at: START + 86_400_000 }]);
  await opened.read();
  const rules = { ...opened.rules, keptSince: START + 3_600_000 };
  await opened.removals.applyRules(rules);
  await opened.read(rules);
  expect(opened.texts()).toEqual(["new words"]);
});

it("reports files that cannot be read, and reads the others and those that can be read later", async () => {
  const opened = openScan();
  const binary = path.join(path.dirname(writeSession(opened.home, ONE, [{ text: "kept" }])), `${TWO}.jsonl`);
  writeFileSync(binary, Buffer.alloc(70_000, "{[\u0000\u00ff\n", "latin1"));
  await opened.read();
  expect(opened.texts()).toEqual(["kept"]);
  expect(opened.queries.status().problems).toMatchObject([{ path: binary, error: { hint: expect.any(String) } }]);
  if (process.getuid?.() === 0 || process.platform === "win32") return;
  writeSession(opened.home, TWO, [{ text: "later" }]);
  chmodSync(binary, 0);
  await opened.read();
  const { problems } = opened.queries.status();
  expect(problems).toMatchObject([{ path: binary, client: "claude-code", error: { hint: expect.any(String) } }]);
  chmodSync(binary, 0o600);
  await opened.read({}, true);
  expect(opened.texts()).toEqual(["kept", "later"]);
  expect(opened.queries.status().problemCount).toBe(0);
});

it("removes the problem of a file that was deleted", async () => {
  const opened = openScan();
  const file = writeSession(opened.home, ONE, []);
  writeFileSync(file, Buffer.alloc(100));
  await opened.read();
  expect(opened.queries.status().problemCount).toBe(1);
  rmSync(file);
  await opened.read();
  expect(opened.queries.status().problemCount).toBe(0);
});
