import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { START, writeSession } from "./testing/claude-transcripts.ts";
import { openConversations } from "./testing/open-conversations.ts";
import { temporaryHome } from "./testing/open-scan.ts";

const ONE = "11111111-1111-4111-8111-111111111111";
const TWO = "22222222-2222-4222-8222-222222222222";
const DAY_MS = 24 * 60 * 60_000;

it("removes conversations that became too old at a start while reading is paused", async () => {
  const home = temporaryHome();
  writeSession(home, ONE, [{ text: "Which queue?" }]);
  let now = START + DAY_MS;
  const conversations = openConversations(home, { clock: { now: () => now } });
  await conversations.updateSettings({ clients: ["claude-code"], retentionDays: 30 });
  await conversations.idle();
  await conversations.updateSettings({ readingPaused: true });
  expect(await conversations.status()).toMatchObject({ messages: 1 });
  now += 60 * DAY_MS;
  conversations.start();
  await expect.poll(() => conversations.status()).toMatchObject({ messages: 0 });
});

it("leaves out a folder that is named by a link", async () => {
  const home = temporaryHome();
  const secret = path.join(home, "secret");
  mkdirSync(secret);
  symlinkSync(secret, path.join(home, "link"), "junction");
  writeSession(home, ONE, [{ text: "hidden" }], { cwd: path.join(secret, "deep") });
  writeSession(home, TWO, [{ text: "open" }]);
  const conversations = openConversations(home);
  await conversations.updateSettings({ clients: ["claude-code"], excludedFolders: [path.join(home, "link")] });
  await conversations.idle();
  expect(await conversations.status()).toMatchObject({ sessions: 1, messages: 1 });
});

it("reads a conversation whose project has too long a name without a project", async () => {
  const home = temporaryHome();
  const work = path.join(home, "work");
  mkdirSync(path.join(work, ".git"), { recursive: true });
  writeFileSync(path.join(work, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(path.join(work, ".git", "config"), '[remote "origin"]\n\turl = https://git.example/acme/shop\n');
  writeSession(home, ONE, [{ text: "Which queue?" }]);
  const conversations = openConversations(home, {
    projectName() {
      throw new Error("too long");
    },
  });
  await conversations.updateSettings({ clients: ["claude-code"] });
  await conversations.idle();
  expect(await conversations.status()).toMatchObject({ failure: null, messages: 1, projects: [] });
});
