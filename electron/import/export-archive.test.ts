import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { ANY } from "../core/domain.ts";
import type { MemoryService } from "../core/memory-service.ts";
import { importMemories } from "./import-memories.ts";
import { createServiceTarget } from "./import-target.ts";
import { openImportSource } from "./open-source.ts";
import { createDatabase, testFolder } from "./testing/databases.ts";

const NOW = Date.UTC(2026, 9, 1);
const OPTIONS = {
  dryRun: false,
  asNew: false,
  domain: undefined,
  defaultDomain: "user",
  projects: new Map(),
  now: NOW,
};

/** Imports a file and returns the report with all memories, in the order of their contents. */
async function importFile(file: string, service?: MemoryService) {
  const target = service ?? (await openTestService()).service;
  const report = await importMemories(
    await openImportSource(file),
    createServiceTarget(target),
    OPTIONS,
    () => undefined,
  );
  const { items } = await target.list(OWNER, { domain: ANY, limit: 50 });
  const memories = items
    .map(({ content, domain, tags, source, createdAt, client }) => ({
      content,
      domain,
      tags,
      source,
      createdAt,
      program: client?.name,
    }))
    .sort((one, other) => (one.content < other.content ? -1 : 1));
  return { service: target, report, memories };
}

/** A ZIP file with these entries: bytes, text, or values that become JSON. */
function archive(entries: Readonly<Record<string, unknown>>): string {
  const file = path.join(testFolder(), "export.zip");
  const files = Object.entries(entries).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? value : strToU8(typeof value === "string" ? value : JSON.stringify(value)),
  ]);
  writeFileSync(file, zipSync(Object.fromEntries(files)));
  return file;
}

function file(name: string, content: unknown): string {
  const place = path.join(testFolder(), name);
  writeFileSync(place, typeof content === "string" ? content : JSON.stringify(content));
  return place;
}

/** The messages of one conversation, as a ChatGPT export has them. */
function conversation(updated: number, ...messages: unknown[]) {
  const nodes = messages.map((message, index) => [
    `n${index}`,
    { id: `n${index}`, message, parent: null, children: [] },
  ]);
  return { title: "Chat", update_time: updated, mapping: Object.fromEntries([["root", { message: null }], ...nodes]) };
}
const saved = (at: number, ...parts: string[]) => ({
  author: { role: "assistant" },
  recipient: "bio",
  create_time: at,
  content: { content_type: "text", parts },
});
const list = (text: string) => ({
  author: { role: "assistant" },
  create_time: null,
  content: { content_type: "model_editable_context", model_set_context: text },
});
const DAY = 86_400;
const MAY = Date.UTC(2026, 4, 1) / 1000;

describe("the saved memories of ChatGPT", () => {
  const conversations = [
    conversation(MAY + 9 * DAY, saved(MAY + 9 * DAY, "Prefers tabs.\nForget the editor.")),
    conversation(MAY, saved(MAY, "Uses an old editor.")),
    conversation(
      MAY + 5 * DAY,
      list("1. [2026-04-02]. Deploys on Fridays.\n2. Remove blank lines at the end of files."),
    ),
    conversation(MAY + 3 * DAY, list("1. [2026-04-02]. Outdated.")),
    conversation(MAY + 8 * DAY, { author: { role: "user" }, recipient: "all", content: { parts: ["Hello"] } }),
  ];

  it("imports from ChatGPT the latest list of saved memories and the later ones, once", async () => {
    const exported = archive({ "conversations-000.json": conversations, "chat.html": "<html>", "user.json": {} });
    const { service, report, memories } = await importFile(exported);
    expect(memories).toEqual([
      expect.objectContaining({
        content: "Deploys on Fridays.",
        domain: "user",
        createdAt: "2026-04-02T00:00:00.000Z",
        program: "chatgpt",
      }),
      expect.objectContaining({ content: "Prefers tabs.", createdAt: "2026-05-10T00:00:00.000Z" }),
      expect.objectContaining({ content: "Remove blank lines at the end of files." }),
    ]);
    expect(report).toMatchObject({ created: 3, refused: [], leftOut: [{ reason: "deleted", count: 1 }] });
    expect((await importFile(file("conversations.json", conversations), service)).report).toMatchObject({
      created: 0,
      known: 3,
    });
  });

  it("imports everything that ChatGPT saved if no conversation contains a list of saved memories", async () => {
    const { memories } = await importFile(file("conversations.json", conversations.slice(0, 2)));
    expect(memories.map(({ content }) => content)).toEqual(["Prefers tabs.", "Uses an old editor."]);
  });

  it("reports that an archive with conversations only, of ChatGPT or Claude, has no saved memories", async () => {
    for (const content of [conversations.slice(4), [{ uuid: "c", chat_messages: [] }]]) {
      await expect(importFile(archive({ "conversations.json": content }))).rejects.toMatchObject({
        field: "file",
        details: { reason: "import_no_saved_memories" },
      });
    }
  });
});

describe("the saved memories of Claude", () => {
  const account = {
    account_uuid: "a",
    conversations_memory: "**Work context**\n\nBuilds shops.\n\n**Top of mind**\n\nA till.\n",
    project_memories: { p1: "## Rules\n\nNo floats for money." },
  };
  const projects = [{ uuid: "p1", name: "shop" }];
  const sections = [
    ["## Rules\n\nNo floats for money.", "shop"],
    ["**Top of mind**\n\nA till.", "user"],
    ["**Work context**\n\nBuilds shops.", "user"],
  ];

  it.each([
    ["one file", { "memories.json": [account], "projects.json": projects }],
    ["a file for each account and project", { "memories/a.json": account, "projects/p1.json": projects[0] }],
  ])("imports each section of Claude's saved memories, from %s in the archive", async (_case, entries) => {
    const { report, memories } = await importFile(
      archive({ "conversations.json": [{ chat_messages: [] }], ...entries }),
    );
    expect(memories.map(({ content, domain }) => [content, domain])).toEqual(sections);
    expect(report).toMatchObject({ program: "claude", created: 3, refused: [] });
  });

  it("imports the files of Claude's memory without a summary", async () => {
    const files = [{ path: "/profile.md", content: "## Work\n\nBuilds shops." }];
    const { memories } = await importFile(file("memories.json", [{ account_uuid: "a", memory_files: files }]));
    expect(memories.map(({ content }) => content)).toEqual(["## Work\n\nBuilds shops."]);
  });

  it("recognises Claude's saved memories when the file is imported again, and keeps a changed section as it is here", async () => {
    const { service, memories } = await importFile(file("memories.json", [account]));
    expect(memories).toHaveLength(3);
    const changed = { ...account, conversations_memory: "**Work context**\n\nBuilds ships." };
    const { report } = await importFile(file("memories.json", [changed]), service);
    expect(report).toMatchObject({ created: 0, known: 1, conflicts: [{ place: "account, Work context" }] });
  });
});

describe("memories of mem0", () => {
  const memory = {
    id: "m1",
    memory: "Deploys need an approval.",
    categories: ["work"],
    metadata: { project: "shop" },
    created_at: "2026-02-03T10:00:00-08:00",
    updated_at: "2026-02-04T10:00:00-08:00",
  };
  const expected = {
    content: "Deploys need an approval.",
    domain: "shop",
    tags: ["work"],
    createdAt: "2026-02-03T18:00:00.000Z",
    program: "mem0",
  };

  it.each([
    ["the response of its API", { results: [memory] }],
    ["a list", [memory]],
    ["one memory in a line", `${JSON.stringify(memory)}\n`],
  ])("imports memories of mem0 from %s", async (_case, content) => {
    const { memories } = await importFile(file("mem0.json", content));
    expect(memories).toEqual([expect.objectContaining(expected)]);
  });

  const { memory: content, categories, ...rest } = memory;
  const removed = { ...rest, id: "m2", content: "Gone.", state: "deleted", categories: [] };

  it("imports memories from OpenMemory's archive or its JSON, without deleted ones", async () => {
    const lines = [{ ...rest, content, state: "active", app: "cursor", categories }, removed];
    const zip = archive({
      "memories.json": { user: {}, memories: [] },
      "memories.jsonl.gz": gzipSync(lines.map((line) => JSON.stringify(line)).join("\n")),
    });
    const { service, report, memories } = await importFile(zip);
    expect(memories).toEqual([expect.objectContaining(expected)]);
    expect(report).toMatchObject({ created: 1, leftOut: [{ reason: "deleted", count: 1 }] });
    const document = {
      categories: [{ id: "c1", name: "work" }],
      memories: [{ ...rest, content, state: "active", category_ids: ["c1"] }],
    };
    expect((await importFile(file("memories.json", document), service)).report).toMatchObject({ created: 0, known: 1 });
  });
});

describe("basic-memory's database", () => {
  const SCHEMA = `
    CREATE TABLE project (id INTEGER PRIMARY KEY, name TEXT, path TEXT);
    CREATE TABLE entity (id INTEGER PRIMARY KEY, title TEXT, note_type TEXT, content_type TEXT, project_id INTEGER,
      permalink TEXT, file_path TEXT, created_at TEXT, updated_at TEXT);
    CREATE TABLE observation (id INTEGER PRIMARY KEY, entity_id INTEGER, content TEXT, category TEXT);`;

  it("reads basic-memory's database with the files of its notes, and without them the text in its index", async () => {
    const notes = testFolder();
    mkdirSync(path.join(notes, "shop"));
    writeFileSync(path.join(notes, "shop", "till.md"), "---\ntitle: Till\ntags: [cash]\n---\n\nCounts in cents.\n");
    const database = path.join(testFolder(), "memory.db");
    const open = createDatabase(database, SCHEMA);
    const project = open.prepare("INSERT INTO project VALUES (?, ?, ?)");
    project.run(1, "main", notes);
    project.run(2, "gone", path.join(notes, "gone"));
    const note = open.prepare("INSERT INTO entity VALUES (?, ?, 'note', ?, ?, ?, ?, '2026-03-04 05:06:07', NULL)");
    note.run(1, "Till", "text/markdown", 1, "shop/till", "shop/till.md");
    note.run(2, "Door", "text/markdown", 2, "door", "door.md");
    note.run(3, "Picture", "image/png", 1, null, "picture.png");
    writeFileSync(path.join(notes, "key.pem"), "A private key");
    note.run(5, "Secret", "text/markdown", 1, "secret", "key.pem");
    note.run(4, "Outside", "text/markdown", 1, "outside", "../../etc/passwd");
    open.prepare("INSERT INTO observation VALUES (1, 2, 'Opens at nine', 'fact')").run();
    const { service, memories } = await importFile(database);
    expect(memories.map(({ content, domain, tags, source }) => [content, domain, tags, source])).toEqual([
      ["# Door\n\n- [fact] Opens at nine", "gone", [], "door.md"],
      ["# Outside", "main", [], "../../etc/passwd"],
      ["# Secret", "main", [], "key.pem"],
      ["# Till\n\nCounts in cents.", "main", ["cash"], "shop/till.md"],
    ]);
    expect((await importFile(database, service)).report).toMatchObject({ created: 0, known: 4 });
  });
});

describe("an archive that is not a ZIP file", () => {
  const conversations = [conversation(MAY, saved(MAY, "Prefers tabs."))];
  const claude = { "memories.json": [{ conversations_memory: "## Work\n\nA till." }], "users.json": [] };

  /** A folder with these JSON files. */
  function unpacked(files: Readonly<Record<string, unknown>>): string {
    const folder = testFolder();
    for (const [name, value] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), typeof value === "string" ? value : JSON.stringify(value));
    }
    return folder;
  }

  it.each([
    ["an unpacked folder", () => unpacked({ "conversations.json": conversations, "chat.html": "" })],
    [
      "a folder with a note that was sent",
      () => unpacked({ "conversations.json": conversations, "file-1.md": "Sent" }),
    ],
    [
      "a folder in a folder",
      () => unpacked({ "export/conversations-000.json": conversations, "export/user.json": {} }),
    ],
    ["the file with the conversations", () => file("conversations.json", conversations)],
    ["the file under another name", () => file("chats (1).json", conversations)],
    ["an object with the conversations", () => file("conversations.json", { conversations })],
  ])("is read as %s", async (_case, make) => {
    expect((await importFile(make())).memories.map(({ content }) => content)).toEqual(["Prefers tabs."]);
  });

  it("is read as an unpacked folder of Claude, and is not a folder of notes with other files", async () => {
    expect((await importFile(unpacked(claude))).memories.map(({ content }) => content)).toEqual(["## Work\n\nA till."]);
    const notes = await importFile(unpacked({ "a.md": "Mine", "memories.json": [], "old/conversations.json": [] }));
    expect(notes.memories.map(({ content }) => content)).toEqual(["Mine"]);
  });

  it("has conversations only, which the error says", async () => {
    const asked = [conversation(MAY, { author: { role: "user" }, content: { parts: ["Hello"] } })];
    const chats = [{ uuid: "c", chat_messages: [{ sender: "human", text: "Hello" }] }];
    for (const source of [file("c.json", asked), file("c.json", chats), unpacked({ "conversations.json": chats })]) {
      await expect(importFile(source)).rejects.toMatchObject({ details: { reason: "import_no_saved_memories" } });
    }
  });
});

it("rejects an archive that unpacks to far more than its size", async () => {
  const bomb = archive({ "conversations.json": `[${" ".repeat(80_000_000)}]` });
  await expect(importFile(bomb)).rejects.toMatchObject({
    field: "file",
    details: { reason: "import_archive_too_large", path: bomb },
  });
});

it("rejects an archive of another program, or a damaged one, with an error that names the file", async () => {
  const other = archive({ "readme.txt": "Hello" });
  const damaged = file("export.zip", "PK\u0003\u0004 and nothing else");
  await expect(importFile(other)).rejects.toMatchObject({
    field: "file",
    details: { reason: "import_archive_unknown" },
  });
  await expect(importFile(damaged)).rejects.toMatchObject({ code: "storage", details: { path: damaged } });
  // OpenMemory's lines cannot be unpacked: the import ends with an error instead of waiting for them.
  const lines = gzipSync(JSON.stringify({ id: "m", content: "Till.", state: "active", metadata: {} }));
  const broken = archive({ "memories.jsonl.gz": lines });
  const bytes = readFileSync(broken);
  // The compressed data follow a header of 30 bytes and the name; no block starts like this.
  bytes[30 + "memories.jsonl.gz".length] = 0xff;
  writeFileSync(broken, bytes);
  await expect(importFile(broken)).rejects.toMatchObject({ code: "storage", details: { path: broken } });
});
