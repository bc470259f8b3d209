import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Memory } from "../../core/memory.ts";
import type { ArchivedMemory } from "../../core/memory-import.ts";
import { CLAUDE_MEM, fillClaudeMem } from "../../import/testing/claude-mem.ts";
import { createDatabase, fillMcpMemoryService, MCP_MEMORY_SERVICE } from "../../import/testing/databases.ts";
import { openServedCommandLine } from "../testing/command-line.ts";

interface Listed {
  readonly memories: readonly Memory[];
}
const READING = { env: { RECOLLECT_PROJECT: "" } };

const state = (content: string, revision: number) => ({
  content,
  namespace: "decisions",
  domain: "owner/repo",
  tags: ["a", "b"],
  source: "docs/x.md",
  client: { name: "codex", version: "1.2" },
  revision,
});
const archived = (end: string, changes: Partial<ArchivedMemory> = {}) => ({
  id: `01ARZ3NDEKTSV4RRFFQ69G5F${end}`,
  ...state(`Content ${end}`, 1),
  createdAt: "2024-01-02T03:04:05.678Z",
  updatedAt: "2024-01-02T03:04:05.678Z",
  deletedAt: null,
  pinned: false,
  supersededBy: null,
  recallCount: 0,
  recalledAt: null,
  ...changes,
});
const lines = (...values: readonly object[]) => values.map((value) => JSON.stringify(value)).join("\n");

describe("recollect import of an export", () => {
  it("restores everything in an empty folder, and finds nothing new the second time", async () => {
    const source = await openServedCommandLine();
    const history = [
      { ...state("First", 1), memoryId: "x", action: "capture", at: "2024-01-02T03:04:05.678Z" },
      { ...state("Second", 2), memoryId: "x", action: "update", at: "2024-02-02T03:04:05.678Z", client: null },
      { ...state("Second", 3), tags: ["c"], memoryId: "x", action: "update", at: "2024-03-02T03:04:05.678Z" },
    ];
    const input = lines(
      // Superseded memories come before their successors, in a chain of two.
      archived("AA", { supersededBy: "01ARZ3NDEKTSV4RRFFQ69G5FAB" }),
      archived("AB", { supersededBy: "01ARZ3NDEKTSV4RRFFQ69G5FAC", pinned: true }),
      archived("AC", { recallCount: 7, recalledAt: "2024-05-02T03:04:05.678Z", namespace: "recipes" }),
      {
        ...archived("AD", { ...state("Second", 3), tags: ["c"], updatedAt: "2024-03-02T03:04:05.678Z" }),
        history,
      },
      archived("AE", { deletedAt: "2024-04-02T03:04:05.678Z", client: null, revision: 2 }),
    );
    expect(await source.json(["import", "-"], { input })).toMatchObject({
      created: 5,
      known: 0,
      conflicts: [],
      refused: [],
    });
    const file = path.join(source.folder, "all.jsonl");
    await source.run(["export", "--trash", "-o", file]);
    const { out } = await source.run(["export", "--trash"]);
    const exported = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as ArchivedMemory);
    expect(
      exported.find(({ id }) => id.endsWith("AD"))?.history.map((each) => [each.content, each.tags, each.at]),
    ).toEqual(history.map((each) => [each.content, each.tags, each.at]));
    expect(exported.find(({ id }) => id.endsWith("AC"))).toMatchObject({ recallCount: 7, namespace: "recipes" });

    const target = await openServedCommandLine();
    expect(await target.json(["import", file, "--dry-run"])).toMatchObject({ created: 5, refused: [] });
    expect((await target.json<Listed>(["list", "--all"])).memories).toEqual([]);
    expect(await target.json(["import", file])).toMatchObject({ created: 5, known: 0, conflicts: [], refused: [] });
    // Memories of the same millisecond are in any order.
    const sorted = (text: string) => text.split("\n").sort();
    expect(sorted((await target.run(["export", "--trash"])).out)).toEqual(sorted(out));
    expect(await target.json(["import", file])).toMatchObject({ created: 0, known: 5, conflicts: [], refused: [] });
    // The history is available, and the current content can be found.
    expect((await target.run(["search", "Second", "--all"])).out).toContain("AD");
  });

  it("keeps existing memories, and reports conflicts and invalid lines", async () => {
    const { run, json } = await openServedCommandLine();
    await run(["import", "-"], { input: lines(archived("AA")) });
    const known = await json<{ memory: Memory }>(["capture", "Known here", "-n", "decisions", "-d", "owner/repo"]);
    const report = await json<{ conflicts: { line: number }[]; refused: { line: number; reason: string }[] }>(
      ["import", "-"],
      {
        input: lines(
          archived("AA", { content: "Otherwise" }),
          archived("AB", { content: "Replaced", supersededBy: "01ARZ3NDEKTSV4RRFFQ69G5FAC" }),
          archived("AC", { content: "Known here" }),
          archived("AD", { supersededBy: "01ARZ3NDEKTSV4RRFFQ69G5FZZ" }),
          archived("AE", { createdAt: "yesterday" }),
          { ...archived("AF"), history: [{ ...state("Other", 1), action: "capture", at: "2024-01-02T03:04:05.678Z" }] },
        ),
      },
    );
    expect(report).toMatchObject({ created: 1, known: 1, conflicts: [{ line: 1 }] });
    expect(report.refused.map(({ line }) => line)).toEqual([4, 5, 6]);
    expect(report.refused[0]?.reason).toContain("trash");
    // Its successor is known here under another id.
    expect(await json(["show", "01ARZ3NDEKTSV4RRFFQ69G5FAB"])).toMatchObject({ supersededBy: known.memory.id });
    expect(await json(["show", "01ARZ3NDEKTSV4RRFFQ69G5FAA"])).toMatchObject({ content: "Content AA" });
    const again = await run(["import", "-"], { input: lines(archived("AA", { content: "Otherwise" })) });
    expect(again).toMatchObject({
      code: 1,
      out: "0 imported, 0 already here, 1 here in a different version, 0 refused\n",
    });
  });
});

describe("the owner methods", () => {
  it("require the owner's token and a valid body", async () => {
    const { folder } = await openServedCommandLine();
    const endpoint = JSON.parse(readFileSync(path.join(folder, "data", "endpoint.json"), "utf8"));
    const ask = async (method: string, token: string, body: unknown) => {
      const response = await fetch(new URL(`/owner/methods/${method}`, endpoint.url), {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return [response.status, await response.json()];
    };
    expect(await ask("imports.store", "another", { memories: [] })).toMatchObject([
      401,
      { error: { code: "unauthenticated" } },
    ]);
    expect(await ask("imports.store", endpoint.token, { memories: "all" })).toMatchObject([
      400,
      { error: { field: "memories" } },
    ]);
    expect(await ask("imports.store", endpoint.token, { memories: [null, {}] })).toMatchObject([
      200,
      [{ kind: "refused" }, { kind: "refused" }],
    ]);
    expect(await ask("memories.histories", endpoint.token, { references: ["none"] })).toMatchObject([
      400,
      { error: { code: "invalid_argument" } },
    ]);
    expect(await ask("memories.export", endpoint.token, {})).toMatchObject([404, { error: { code: "not_found" } }]);
  });
});

describe("recollect import from other programs", () => {
  it("imports each entity of server-memory as one memory, with its observations and relations", async () => {
    const { json } = await openServedCommandLine();
    const input = lines(
      { type: "entity", name: "Orders", entityType: "service", observations: ["Written in Go", "Owned by Ana"] },
      { type: "relation", from: "Orders", to: "PostgreSQL", relationType: "stores in" },
      { type: "entity", name: "PostgreSQL", entityType: "data base", observations: [] },
    );
    expect(await json(["import", "-"], { input, ...READING })).toMatchObject({ created: 2, refused: [] });
    expect(await json(["import", "-"], { input, ...READING })).toMatchObject({ created: 0, known: 2 });
    const { memories } = await json<Listed>(["list", "--sort", "created-ascending"], READING);
    expect(memories.map(({ content, tags, source }) => ({ content, tags, source }))).toEqual(
      expect.arrayContaining([
        {
          content: "# Orders\n\n- Written in Go\n- Owned by Ana\n- stores in → PostgreSQL",
          tags: ["service"],
          source: "server-memory",
        },
        { content: "# PostgreSQL", tags: ["data-base"], source: "server-memory" },
      ]),
    );
  });

  it("imports a folder of Markdown with the titles and tags of the front matter", async () => {
    const { run, json, folder } = await openServedCommandLine();
    const notes = path.join(folder, "notes");
    mkdirSync(path.join(notes, "sub"), { recursive: true });
    mkdirSync(path.join(notes, ".obsidian"));
    writeFileSync(
      path.join(notes, "sub", "coffee.md"),
      "---\r\ntitle: Coffee\r\ntype: note\r\ntags: [brewing, 'hot drinks']\r\npermalink: sub/coffee\r\n---\r\n\r\n- [method] V60 #pour\r\n",
    );
    writeFileSync(path.join(notes, "plain.md"), "# Plain\n\nNo front matter.\n");
    writeFileSync(path.join(notes, "broken.md"), "---\ntitle: [unclosed\n---\nStill read.\n");
    writeFileSync(path.join(notes, ".obsidian", "hidden.md"), "hidden");
    writeFileSync(path.join(notes, "image.png"), "no text");
    expect(await json(["import", notes, "--dry-run"], READING)).toMatchObject({ created: 3 });
    expect(await json(["import", notes], READING)).toMatchObject({ created: 3, refused: [] });
    const { memories } = await json<Listed>(["list"], READING);
    expect(new Map(memories.map(({ source, content, tags }) => [source, [content, tags]]))).toEqual(
      new Map([
        ["sub/coffee.md", ["# Coffee\n\n- [method] V60 #pour", ["brewing", "hot-drinks"]]],
        ["plain.md", ["# Plain\n\nNo front matter.", []]],
        ["broken.md", ["# [unclosed\n\nStill read.", []]],
      ]),
    );
    const again = await run(["import", notes], READING);
    expect(again).toMatchObject({ code: 0, out: "0 imported, 3 already here, 0 refused\n" });
    expect(again.errors.split("\n").map((line) => line.trim())).toEqual([
      "1 skipped: hidden",
      ".obsidian",
      "1 skipped: not Markdown",
      "image.png",
      expect.stringMatching(/^broken\.md: Its front matter is not valid YAML/),
      "",
    ]);
  });

  it("finds, previews and imports the memories of claude-mem and mcp-memory-service", async () => {
    const { run, json, folder } = await openServedCommandLine();
    expect((await run(["import"])).out).toContain("No memories of other programs were found");
    const own = path.join(folder, ".claude-mem", "claude-mem.db");
    const base = path.join(folder, "mcp-memory");
    mkdirSync(path.dirname(own));
    mkdirSync(base);
    fillClaudeMem(createDatabase(own, CLAUDE_MEM));
    fillMcpMemoryService(createDatabase(path.join(base, "sqlite_vec.db"), MCP_MEMORY_SERVICE));
    const env = { MCP_MEMORY_BASE_DIR: base, RECOLLECT_PROJECT: "acme/shop" };
    const { found } = await json<{ found: { program: string; path: string }[] }>(["import"], { env });
    expect(found).toMatchObject([
      { program: "claude-mem", path: own },
      { program: "mcp-memory-service", path: path.join(base, "sqlite_vec.db") },
    ]);
    expect(await run(["import", "claude-mem", "--dry-run"], { env })).toEqual({
      code: 0,
      out: "3 would be imported, 0 already here, 0 refused\n",
      errors: "  3 into acme/shop (from shop)\n  2 skipped: prompts, which are not knowledge\n",
    });
    expect(await json(["import", "claude-mem"], { env })).toMatchObject({ created: 3 });
    expect(await json(["import", base, "--project", "acme/all", "--dry-run"], { env })).toMatchObject({
      domains: [expect.objectContaining({ domain: "acme/all" })],
    });
    expect(await json(["import", base, "--project", "shop=acme/till"], { env })).toMatchObject({
      created: 4,
      domains: [{ domain: "user" }, { domain: "acme/till", from: ["shop"] }],
    });
    expect((await run(["search", "Safari", "--all"], { env })).out).toContain("Login loop fixed");
    for (const wrong of [
      ["--project", "shop="],
      ["--project", "shop", "-p", "till"],
    ]) {
      expect(await run(["import", "claude-mem", ...wrong], { env })).toMatchObject({ code: 2, out: "" });
    }
    const missing = await run(["import", "claude.db"], { env });
    expect(missing).toMatchObject({ code: 1, out: "", errors: expect.stringContaining("claude.db does not exist") });
  });
});
