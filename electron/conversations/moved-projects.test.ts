import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { OWNER } from "../core/caller.ts";
import type { Conversations } from "./conversations.ts";
import { writeSession } from "./testing/claude-transcripts.ts";
import { openConversations } from "./testing/open-conversations.ts";
import { temporaryHome } from "./testing/open-scan.ts";

function setRemote(folder: string, url: string): void {
  mkdirSync(path.join(folder, ".git"), { recursive: true });
  writeFileSync(path.join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(path.join(folder, ".git", "config"), `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`);
}

async function scanned(conversations: Conversations): Promise<void> {
  await conversations.scan();
  await expect.poll(async () => (await conversations.status()).state).toBe("idle");
}

async function projectsOf(conversations: Conversations): Promise<Record<string, string | null>> {
  const { items } = await conversations.sessions(OWNER, { project: "_" });
  return Object.fromEntries(items.map(({ title, project }) => [title ?? "", project]));
}

async function open(home: string) {
  const conversations = openConversations(home);
  await conversations.updateSettings({ clients: ["claude-code"] });
  await scanned(conversations);
  return conversations;
}

it("moves the conversations of a project, also later ones, and moves them back", async () => {
  const home = temporaryHome();
  const [work, notes] = [path.join(home, "work"), path.join(home, "notes")];
  setRemote(work, "git@github.com:acme/shpo.git");
  mkdirSync(notes);
  writeSession(home, "one", [{ text: "First question" }], { cwd: work });
  writeSession(home, "two", [{ text: "A note" }], { cwd: notes, place: "-notes" });
  const conversations = await open(home);
  expect(await projectsOf(conversations)).toEqual({ "First question": "acme/shpo", "A note": "notes" });

  const back = await conversations.moveProject("Acme/Shpo", "acme/shop");
  await conversations.moveProject("notes", "user");
  writeSession(home, "three", [{ text: "Second question" }], { cwd: work });
  writeSession(home, "four", [{ text: "Another note" }], { cwd: notes, place: "-notes" });
  await scanned(conversations);
  expect(await projectsOf(conversations)).toEqual({
    "First question": "acme/shop",
    "Second question": "acme/shop",
    "A note": "user",
    "Another note": "user",
  });
  await back();
  expect(await projectsOf(conversations)).toMatchObject({ "First question": "acme/shpo" });
}, 120_000);

it("gives conversations another project when the folder gets a remote or another one, not when it is gone", async () => {
  const home = temporaryHome();
  const work = path.join(home, "work");
  mkdirSync(work);
  writeSession(home, "one", [{ text: "A question" }], { cwd: work });
  const conversations = await open(home);
  expect(await projectsOf(conversations)).toEqual({ "A question": "work" });
  setRemote(work, "https://github.com/acme/web.git");
  await scanned(conversations);
  expect(await projectsOf(conversations)).toEqual({ "A question": "acme/web" });
  setRemote(work, "https://github.com/acme/site.git");
  await scanned(conversations);
  expect(await projectsOf(conversations)).toEqual({ "A question": "acme/site" });
  rmSync(path.join(work, ".git"), { recursive: true });
  await scanned(conversations);
  rmSync(work, { recursive: true });
  await scanned(conversations);
  expect(await projectsOf(conversations)).toEqual({ "A question": "acme/site" });
}, 120_000);
