import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
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

const FIXTURES = path.join(import.meta.dirname, "readers", "testing", "fixtures");
const UNPACKED = {
  chatgpt: path.join(FIXTURES, "chatgpt", "home", "Downloads", "chatgpt-export.zip.folder"),
  claude: path.join(FIXTURES, "claude", "home", "Downloads", "data-2026-11-23-00-45-44-batch-0000.zip.folder"),
};

it.each(["chatgpt", "claude"] as const)(
  "reads the unpacked folder of %s, or only its conversations",
  async (client) => {
    const home = temporaryHome();
    const folder = path.join(home, "unpacked");
    cpSync(UNPACKED[client], folder, { recursive: true });
    const wrapped = path.join(home, "wrapped");
    cpSync(UNPACKED[client], path.join(wrapped, "export"), { recursive: true });
    const single = path.join(home, "chats (1).json");
    cpSync(path.join(folder, "conversations.json"), single);
    const wide = path.join(home, "wide.json");
    writeFileSync(wide, Buffer.from(`\ufeff${readFileSync(single, "utf8")}`, "utf16le"));
    const counts = [];
    for (const place of [folder, wrapped, single, wide]) {
      const conversations = openConversations(temporaryHome());
      expect(await conversations.addArchive(place)).toMatchObject({ archives: [{ client, path: place }] });
      await conversations.idle();
      const { messages, problems } = await conversations.status();
      expect(problems).toEqual([]);
      counts.push(messages);
    }
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeGreaterThan(0);
  },
);

it("finds an archive that the browser unpacked, and re-reads a folder that changed", async () => {
  const home = temporaryHome();
  const folder = path.join(home, "Downloads", "chatgpt-export");
  cpSync(UNPACKED.chatgpt, folder, { recursive: true });
  const conversations = openConversations(home);
  const survey = await conversations.survey();
  expect(survey.find(({ client }) => client === "chatgpt")).toMatchObject({ transcripts: 1 });
  await conversations.updateSettings({ clients: ["chatgpt"] });
  await conversations.idle();
  const { messages } = await conversations.status();
  const file = path.join(folder, "conversations.json");
  const more = {
    id: "new",
    mapping: { a: { message: { id: "a", author: { role: "user" }, content: { parts: ["New"] } } } },
  };
  writeFileSync(file, JSON.stringify([...JSON.parse(readFileSync(file, "utf8")), more]));
  await conversations.scan();
  await conversations.idle();
  expect((await conversations.status()).messages).toBe(messages + 1);
  // With the archive next to it, the folder is not read twice.
  writeFileSync(`${folder}.zip`, zipSync({ "conversations.json": strToU8(readFileSync(file, "utf8")) }));
  expect((await conversations.survey()).find(({ client }) => client === "chatgpt")).toMatchObject({ transcripts: 1 });
});

it("names in a few words another file, a folder without conversations, a damaged and a huge archive", async () => {
  const home = temporaryHome();
  const conversations = openConversations(home);
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(path.join(home, name), content);
    return path.join(home, name);
  };
  mkdirSync(path.join(home, "empty"));
  const zip = zipSync({ "conversations.json": strToU8("[]".padEnd(5_000, " ")) });
  const others = [
    write("notes.txt", "Some notes"),
    write("other.json", '{"a":1}'),
    write("other.zip", zipSync({ "a.txt": strToU8("a") })),
    write("program.rar", "Rar!\u001a\u0007"),
    path.join(home, "empty"),
  ];
  for (const file of others) {
    await expect(conversations.addArchive(file), file).rejects.toMatchObject({
      field: "path",
      details: { reason: "conversation_archive_unknown", path: file },
    });
  }
  const cut = write("cut.zip", zip.subarray(0, zip.length - 30));
  await expect(conversations.addArchive(cut)).rejects.toMatchObject({ details: { problem: "archive_damaged" } });
  const bomb = write("bomb.zip", zipSync({ "conversations.json": strToU8(`[${" ".repeat(80_000_000)}]`) }));
  await expect(conversations.addArchive(bomb)).rejects.toMatchObject({ details: { problem: "archive_large" } });
  rmSync(bomb);
});

it("reports which files have records that were left out, and their types", async () => {
  const home = temporaryHome();
  const file = path.join(home, "conversations.json");
  const message = (id: string, content: unknown) => ({ message: { id, author: { role: "user" }, content } });
  const mapping = {
    a: message("a", { content_type: "hologram" }),
    b: message("b", { content_type: "text", parts: ["Hi"] }),
  };
  writeFileSync(file, JSON.stringify([{ id: "c", mapping }]));
  const conversations = openConversations(home);
  await conversations.addArchive(file);
  await conversations.idle();
  expect(await conversations.status()).toMatchObject({
    messages: 1,
    leftOut: [{ client: "chatgpt", path: file, types: { hologram: 1 } }],
    leftOutCount: 1,
  });
});
