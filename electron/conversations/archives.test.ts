import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { addFixture } from "./readers/testing/fixtures.ts";
import { openConversations } from "./testing/open-conversations.ts";
import { temporaryHome } from "./testing/open-scan.ts";

it("reads archives that the owner chose, whatever their name and folder", async () => {
  const home = temporaryHome();
  const folder = path.join(home, "exports");
  mkdirSync(folder);
  const [chatGpt, claude] = ["a.zip", "b.zip"].map((name) => path.join(folder, name)) as [string, string];
  addFixture("chatgpt", home);
  addFixture("claude", home);
  renameSync(path.join(home, "Downloads", "chatgpt-export.zip"), chatGpt);
  renameSync(path.join(home, "Downloads", "data-2026-11-23-00-45-44-batch-0000.zip"), claude);

  const conversations = openConversations(home);
  expect((await conversations.survey()).filter(({ transcripts }) => transcripts > 0)).toEqual([]);
  expect(await conversations.addArchive(chatGpt)).toMatchObject({
    clients: ["chatgpt"],
    archives: [{ client: "chatgpt", path: chatGpt }],
  });
  expect(await conversations.addArchive(claude)).toMatchObject({ clients: ["chatgpt", "claude"] });
  expect((await conversations.addArchive(claude)).archives).toHaveLength(2);
  await conversations.idle();
  const { clients, problems } = await conversations.status();
  expect(problems).toEqual([]);
  expect(clients.map(({ client, messages }) => [client, messages > 0])).toEqual([
    ["chatgpt", true],
    ["claude", true],
  ]);
  const survey = await conversations.survey();
  expect(survey.find(({ client }) => client === "claude")).toMatchObject({ enabled: true, transcripts: 1 });
});

it("reads an archive that is named by a link", async () => {
  const home = temporaryHome();
  addFixture("chatgpt", home);
  const archive = path.join(home, "chatgpt.zip");
  renameSync(path.join(home, "Downloads", "chatgpt-export.zip"), archive);
  const link = path.join(home, "link.zip");
  symlinkSync(archive, link);
  const conversations = openConversations(home);
  await conversations.addArchive(link);
  await conversations.idle();
  expect((await conversations.status()).messages).toBeGreaterThan(0);
});

it("refuses a file that is not an archive of conversations, and changes nothing", async () => {
  const home = temporaryHome();
  const file = path.join(home, "notes.zip");
  writeFileSync(file, "not a ZIP file");
  const conversations = openConversations(home);
  await expect(conversations.addArchive("notes.zip")).rejects.toMatchObject({ field: "path" });
  await expect(conversations.addArchive(file)).rejects.toMatchObject({ hint: expect.any(String) });
  await expect(conversations.addArchive(path.join(home, "missing.zip"))).rejects.toMatchObject({ code: "storage" });
  expect(conversations.settings()).toMatchObject({ clients: [], archives: [] });
});
