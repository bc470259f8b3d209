import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import type { MemoryService } from "../core/memory-service.ts";
import { type ImportOptions, importMemories } from "./import-memories.ts";
import { createServiceTarget } from "./import-target.ts";
import { openImportSource } from "./open-source.ts";
import { CLAUDE_MEM, fillClaudeMem, insert, MOMENT } from "./testing/claude-mem.ts";
import {
  createDatabase,
  fillMcpMemoryService,
  MCP_MEMORY_SERVICE,
  OLD_CLAUDE_MEM,
  OLD_MCP_MEMORY_SERVICE,
  testFolder,
} from "./testing/databases.ts";

const DEFAULTS: ImportOptions = {
  dryRun: false,
  asNew: false,
  domain: undefined,
  defaultDomain: "user",
  projects: new Map(),
  now: MOMENT + 1e9,
};

async function bring(service: MemoryService, file: string, options: Partial<ImportOptions> = {}) {
  const source = await openImportSource(file);
  return await importMemories(source, createServiceTarget(service), { ...DEFAULTS, ...options }, () => undefined);
}

async function all(service: MemoryService): Promise<readonly Memory[]> {
  const { items } = await service.list(OWNER, {
    domain: "_",
    superseded: "include",
    sort: "created-ascending",
    limit: 200,
  });
  return items;
}

function claudeMem(): string {
  const file = path.join(testFolder(), "claude-mem.db");
  fillClaudeMem(createDatabase(file, CLAUDE_MEM));
  return file;
}

function memoryService(): string {
  const file = path.join(testFolder(), "sqlite_vec.db");
  fillMcpMemoryService(createDatabase(file, MCP_MEMORY_SERVICE));
  return file;
}

describe("claude-mem's database", () => {
  it("imports claude-mem's database while claude-mem runs, with kinds, tags, dates, files and session", async () => {
    const { service } = await openTestService();
    const report = await bring(service, claudeMem());
    expect(report).toEqual({
      program: "claude-mem",
      created: 3,
      known: 0,
      conflicts: [],
      refused: [],
      cleaned: 0,
      masked: 0,
      notices: [],
      leftOut: [{ reason: "prompt", count: 2 }],
      domains: [{ domain: "shop", created: 3, from: ["shop"] }],
    });
    const [bugfix, decision, summary] = await all(service);
    expect(bugfix).toMatchObject({
      content: [
        "# Login loop fixed",
        "The cookie had the wrong domain",
        "Safari drops cookies of other domains.",
        "- The cookie is set on .example.org\n- Safari drops others",
        "Files changed: `src/cookie.ts`  \nFiles read: `src/login.ts`",
      ].join("\n\n"),
      namespace: "learnings",
      tags: ["bugfix", "gotcha", "problem-solution"],
      source: "claude-mem session content-1",
      client: { name: "claude-mem" },
      createdAt: "2025-06-01T12:01:00.000Z",
      updatedAt: "2025-06-01T12:01:00.000Z",
    });
    // A worktree has the project of its repository.
    expect(decision).toMatchObject({ namespace: "decisions", domain: "shop", tags: ["decision", "trade-off"] });
    expect(summary).toMatchObject({
      content: "# Fix the login\n\n## Learned\n\nSafari is strict\n\n## Next steps\n\nAdd a test",
      namespace: "progress",
      tags: ["session-summary"],
    });
  });

  it("assigns claude-mem's projects to existing domains, or to the given ones", async () => {
    const { service } = await openTestService();
    await service.capture(OWNER, { content: "Known", domain: "acme/Shop" });
    await service.capture(OWNER, { content: "Known", domain: "acme/workshop" });
    const file = claudeMem();
    expect((await bring(service, file, { dryRun: true })).domains).toEqual([
      { domain: "acme/shop", created: 3, from: ["shop"] },
    ]);
    const projects = new Map([["shop", "other/shop"]]);
    expect((await bring(service, file, { dryRun: true, projects })).domains).toMatchObject([{ domain: "other/shop" }]);
    await service.capture(OWNER, { content: "Known", domain: "fork/shop" });
    expect((await bring(service, file, { dryRun: true })).domains).toMatchObject([{ domain: "shop" }]);
  });

  it("takes a path, an address and owner/repo of claude-mem for the project that they name, and null for none", async () => {
    const { service } = await openTestService();
    await service.capture(OWNER, { content: "Known", domain: "acme/web" });
    const file = path.join(testFolder(), "claude-mem.db");
    const database = createDatabase(file, CLAUDE_MEM);
    const projects = [
      "/Users/ana/work/web",
      "C:\\Users\\ana\\work\\web",
      "acme/web",
      "https://github.com/Acme/Web.git",
      "/Users/ana/work/other",
      "/Users/ana",
      "null",
      "undefined",
    ];
    for (const project of projects) {
      const at = { created_at: "2025-06-01T12:00:00Z", created_at_epoch: MOMENT };
      insert(database, "sdk_sessions", {
        ...{ content_session_id: project, memory_session_id: project, project, started_at: "", started_at_epoch: 0 },
      });
      insert(database, "observations", {
        ...at,
        ...{ memory_session_id: project, project, type: "null", title: project, concepts: "null" },
      });
    }
    await bring(service, file);
    const imported = (await all(service)).filter(({ client }) => client !== null);
    const domainOf = new Map(imported.map(({ content, domain }) => [content.replace("# ", ""), domain]));
    expect(projects.map((project) => domainOf.get(project))).toEqual([
      ...["acme/web", "acme/web", "acme/web", "acme/web", "other", "user", "user", "user"],
    ]);
    expect(imported.flatMap(({ tags }) => tags)).toEqual([]);
  });

  it("does not use a reserved word as the domain of a project of claude-mem", async () => {
    const { service } = await openTestService();
    const file = path.join(testFolder(), "claude-mem.db");
    const database = createDatabase(file, CLAUDE_MEM);
    for (const project of ["user", "memory", "unknown-project"]) {
      const at = { created_at: "2025-06-01T12:00:00Z", created_at_epoch: MOMENT };
      insert(database, "sdk_sessions", {
        ...{ content_session_id: project, memory_session_id: project, project, started_at: "", started_at_epoch: 0 },
      });
      insert(database, "observations", { ...at, memory_session_id: project, project, type: "change", title: project });
    }
    await bring(service, file);
    expect((await all(service)).map(({ domain }) => domain).sort()).toEqual(["project/memory", "project/user", "user"]);
  });

  it("reads claude-mem's database in its first schema, and with the additional table of its newest", async () => {
    const { service } = await openTestService();
    const old = path.join(testFolder(), "claude-mem.db");
    const database = createDatabase(old, OLD_CLAUDE_MEM);
    const about = { sdk_session_id: "s", project: "shop", created_at: "2024-01-01", created_at_epoch: MOMENT };
    insert(database, "observations", { ...about, text: "Only text", type: "discovery" });
    insert(database, "session_summaries", { ...about, request: null });
    expect(await bring(service, old)).toMatchObject({ created: 1, leftOut: [{ count: 1 }] });
    expect(await all(service)).toMatchObject([{ content: "Only text", source: "claude-mem session s" }]);

    const file = path.join(testFolder(), "claude-mem.db");
    const newest = createDatabase(file, CLAUDE_MEM);
    const item = { project_id: "p", type: "security_note", created_at_epoch: MOMENT, updated_at_epoch: MOMENT };
    insert(newest, "projects", { id: "p", name: "till" });
    insert(newest, "memory_items", { ...item, id: "a", kind: "manual", title: "By hand" });
    insert(newest, "memory_items", {
      ...item,
      id: "b",
      kind: "observation",
      title: "Copied",
      legacy_observation_id: 7,
    });
    insert(newest, "memory_items", { ...item, id: "c", kind: "prompt", title: "Typed" });
    expect(await bring(service, file)).toMatchObject({ created: 1 });
    expect((await all(service)).at(-1)).toMatchObject({ content: "# By hand", namespace: "security", domain: "till" });
  });

  it("imports a memory of claude-mem once, from the database or an export, even if it was changed since", async () => {
    const { service } = await openTestService();
    const file = claudeMem();
    await bring(service, file);
    const [first, second, third] = await all(service);
    await service.update(OWNER, first?.id ?? "", { content: "Better said", domain: "acme/shop" });
    await service.delete(OWNER, second?.id ?? "");
    await service.setPinned(OWNER, [third?.id ?? ""], true);
    expect(await bring(service, file)).toMatchObject({ created: 0, known: 3, conflicts: [] });
    const at = (minutes: number) => ({ created_at_epoch: MOMENT + minutes * 60_000, memory_session_id: "memory-1" });
    const exported = {
      observations: [
        {
          id: 2,
          ...at(2),
          project: "shop/feature-x",
          type: "decision",
          title: "PostgreSQL for orders",
          narrative: "Partial indexes decided it.",
          facts: "[]",
          concepts: '["trade-off"]',
        },
      ],
      sessions: [{ memory_session_id: "memory-1", content_session_id: "content-1" }],
      summaries: [],
      prompts: [{ id: 1 }],
    };
    const copy = path.join(testFolder(), "export.json");
    writeFileSync(copy, JSON.stringify(exported, null, 2));
    expect(await bring(service, copy)).toMatchObject({ created: 0, known: 1, conflicts: [], leftOut: [{ count: 1 }] });
  });
});

describe("mcp-memory-service's database", () => {
  it("imports mcp-memory-service's database with kinds, tags, dates and successors, without deleted memories", async () => {
    const { service } = await openTestService();
    expect(await bring(service, memoryService())).toEqual({
      program: "mcp-memory-service",
      created: 4,
      known: 0,
      conflicts: [],
      refused: [],
      cleaned: 0,
      masked: 0,
      notices: [],
      leftOut: [{ reason: "deleted", count: 1 }],
      domains: [
        { domain: "user", created: 3, from: [] },
        { domain: "shop", created: 1, from: ["shop"] },
      ],
    });
    const by = new Map((await all(service)).map((memory) => [memory.content, memory]));
    expect(by.get("We use pnpm")).toMatchObject({
      namespace: "decisions",
      domain: "shop",
      tags: ["proj:shop", "tool_choice", "tools"],
      client: { name: "mcp-memory-service" },
      createdAt: "2025-06-01T12:00:00.250Z",
      updatedAt: "2025-06-01T12:01:00.000Z",
      recallCount: 3,
      recalledAt: "2025-08-12T12:00:00.500Z",
    });
    expect(by.get("Tabs, not spaces")).toMatchObject({
      namespace: "learnings",
      tags: ["best_practice"],
      source: "docs/style.md",
    });
    expect(by.get("Deploys on Friday")?.supersededBy).toBe(by.get("Deploys on Monday")?.id);
    expect(by.get("Deploys on Monday")).toMatchObject({ namespace: "context", tags: ["deploy"] });
  });

  it("reads older databases of mcp-memory-service, with tags as JSON and without dates", async () => {
    const { service } = await openTestService();
    const file = path.join(testFolder(), "sqlite_vec.db");
    const database = createDatabase(file, OLD_MCP_MEMORY_SERVICE);
    insert(database, "memories", { content_hash: "a", content: "Old", tags: '["one", "two words"]', memory_type: "" });
    insert(database, "memories", { content_hash: "b", content: " ", tags: null });
    expect(await bring(service, file)).toMatchObject({ created: 1, refused: [{ place: "memory 2" }] });
    expect(await all(service)).toMatchObject([{ content: "Old", tags: ["one", "two-words"] }]);
    expect(await bring(service, file, { now: MOMENT })).toMatchObject({ created: 0, known: 1, conflicts: [] });
  });

  it("imports the same memories from mcp-memory-service's database and from its JSON export", async () => {
    const { service } = await openTestService();
    await bring(service, memoryService());
    const memory = (hash: string, content: string, rest: object) => ({
      ...{ content, content_hash: hash, created_at: MOMENT / 1000 + 0.25, updated_at: MOMENT / 1000, ...rest },
    });
    const memories = [
      memory("h1", "We use pnpm", { tags: ["tools", "proj:shop"], memory_type: "tool_choice" }),
      memory("h9", "Only in the export", { tags: [], memory_type: "note", metadata: {} }),
    ];
    const file = path.join(testFolder(), "export.json");
    writeFileSync(file, JSON.stringify({ export_metadata: { total_memories: 2 }, memories }, null, 2));
    expect(await bring(service, file)).toMatchObject({ program: "mcp-memory-service", created: 1, known: 1 });
  });
});

describe("a trial run", () => {
  it.each([
    ["claude-mem", claudeMem, {}],
    ["mcp-memory-service", memoryService, {}],
    ["mcp-memory-service as of today", memoryService, { asNew: true }],
    ["claude-mem in one domain", claudeMem, { domain: "acme/shop" }],
  ])(
    "returns for a trial run of %s the report of the real run, twice, and stores nothing",
    async (_name, create, options) => {
      const { service } = await openTestService();
      const file = create();
      const first = await bring(service, file, { ...options, dryRun: true });
      expect(await all(service)).toEqual([]);
      expect(await bring(service, file, options)).toEqual(first);
      const again = await bring(service, file, { ...options, dryRun: true });
      expect(again).toMatchObject({ created: 0, known: first.created });
      expect(await bring(service, file, options)).toEqual(again);
      expect(await all(service)).toHaveLength(first.created);
    },
  );

  it("resolves successors in any order and under other ids in a trial run of an export", async () => {
    const { service } = await openTestService();
    const at = "2024-01-02T03:04:05.678Z";
    const idOf = (number: number) => `01ARZ3NDEKTSV4RRFFQ6${String(number).padStart(6, "0")}`;
    const archived = (number: number, content: string, successor: number | null = null) => ({
      ...{
        id: idOf(number),
        content,
        namespace: "decisions",
        domain: "owner/repo",
        tags: [],
        source: null,
      },
      ...{ client: null, createdAt: at, updatedAt: at, revision: 1, deletedAt: null, pinned: false },
      ...{ recallCount: 0, recalledAt: null },
      supersededBy: successor === null ? null : idOf(successor),
    });
    const others = Array.from({ length: 60 }, (_, index) => archived(100 + index, `Other ${index}`));
    const lines = [
      archived(1, "First", 2),
      archived(2, "Second", 3),
      archived(3, "Third"),
      ...others,
      // The content of the third under another id, and a memory that this one superseded.
      archived(4, "Third"),
      archived(5, "Before the fourth", 4),
      archived(6, "Replaced by what is nowhere", 7),
      archived(100, "Other 0 otherwise"),
      archived(101, "Other 1"),
    ];
    const file = path.join(testFolder(), "export.jsonl");
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    const report = await bring(service, file, { dryRun: true });
    expect(report).toMatchObject({ created: 64, known: 2, conflicts: [{ line: 67 }], refused: [{ line: 66 }] });
    expect(await bring(service, file)).toEqual(report);
    const by = new Map((await all(service)).map((memory) => [memory.content, memory]));
    expect(by.get("First")?.supersededBy).toBe(by.get("Second")?.id);
    expect(by.get("Before the fourth")?.supersededBy).toBe(by.get("Third")?.id);
  });

  it("counts duplicates, known memories and invalid lines in a trial run as in a real one", async () => {
    const { service } = await openTestService();
    await service.capture(OWNER, { content: "Here" });
    const contents = ["Here", "Twice", "Twice", ...Array.from({ length: 60 }, (_, index) => `Line ${index}`), "Twice"];
    const lines = contents.map((content) => JSON.stringify({ content }));
    lines.push('{"content": "Odd", "namespace": "none"}', '{"content": "Odd", "tags": 7}', '{"content": " "}', "none");
    const file = path.join(testFolder(), "lines.jsonl");
    writeFileSync(file, lines.join("\n"));
    const report = await bring(service, file, { dryRun: true });
    expect(report).toMatchObject({ created: 61, known: 3, refused: [65, 66, 67, 68].map((line) => ({ line })) });
    expect(await bring(service, file)).toEqual(report);
  });
});

describe("a source in an unknown format", () => {
  it("rejects a source in an unknown format with an error that names the file and what to do", async () => {
    const { service } = await openTestService();
    const folder = testFolder();
    const database = (name: string, schema: string) => {
      const file = path.join(folder, name);
      createDatabase(file, schema).close();
      return file;
    };
    const picture = path.join(folder, "picture.png");
    writeFileSync(picture, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]));
    const log = path.join(folder, "program.log");
    writeFileSync(log, "Started\n\nStopped\n");
    for (const [file, reason] of [
      [log, "no line of it"],
      [path.join(folder, "missing.db"), "does not exist"],
      [testFolder(), "contains no Markdown files"],
      [picture, "binary data"],
      [database("other.db", "CREATE TABLE moz_places (id)"), "the tables moz_places"],
      [database("empty.db", ""), "without tables"],
      [
        database("own.db", "CREATE TABLE memories (row); CREATE TABLE contents (hash)"),
        "the database of this Recollect",
      ],
    ] as const) {
      const error = await bring(service, file).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: "invalid_argument", field: "file", hint: expect.any(String) });
      expect(String(error)).toContain(file);
      expect(String(error)).toContain(reason);
    }
    expect(await all(service)).toEqual([]);
  });
});

describe("characters that no note needs", () => {
  it("removes characters that no note needs from imported memories, counts them, and knows the result again", async () => {
    const { service } = await openTestService();
    const file = path.join(testFolder(), "notes.jsonl");
    const hidden = String.fromCodePoint(0xe0072, 0xe0075, 0xe006e);
    const lines = [`Deploy on Friday.${hidden}\u001b[2J`, "Plain."].map((content) => JSON.stringify({ content }));
    writeFileSync(file, lines.join("\n"));
    expect(await bring(service, file, { dryRun: true })).toMatchObject({ created: 2, cleaned: 1 });
    expect(await bring(service, file)).toMatchObject({ created: 2, cleaned: 1 });
    expect((await all(service)).map(({ content }) => content).sort()).toEqual(["Deploy on Friday.[2J", "Plain."]);
    expect(await bring(service, file)).toMatchObject({ created: 0, known: 2, cleaned: 0 });
  });
});

it("stops an import at 10,000 refused entries", async () => {
  const { service } = await openTestService();
  const file = path.join(testFolder(), "lines.jsonl");
  writeFileSync(file, `{"content":"First"}\n${"{}\n".repeat(10_001)}`);
  await expect(bring(service, file)).rejects.toMatchObject({ details: { reason: "import_too_many_problems" } });
});
