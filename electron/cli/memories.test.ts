import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Memory } from "../core/memory.ts";
import { localDay } from "../text/local-time.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

interface Captured {
  readonly memory: Memory;
  readonly created: boolean;
}
interface Listed {
  readonly memories: readonly Memory[];
}

describe("recollect with a running application", () => {
  it("captures text from arguments or stdin once, and finds it", async () => {
    const { run, json } = await openServedCommandLine();
    const args = [
      "capture",
      "Use",
      "pnpm",
      "here",
      "-n",
      "decisions",
      "-t",
      "docker",
      "--tag",
      "Build",
      "--source",
      "README",
    ];
    const { memory, created } = await json<Captured>(args);
    expect(created).toBe(true);
    expect(memory).toMatchObject({
      content: "Use pnpm here",
      namespace: "decisions",
      domain: "user",
      tags: ["build", "docker"],
      source: "README",
      client: null,
    });
    expect((await run(args)).out).toBe(`Already here: ${memory.id.slice(-8)} (user, decisions)\n`);
    const piped = await json<Captured>(["capture", "-"], { input: "# Title\n\nTwo lines\n" });
    expect(piped.memory.content).toBe("# Title\n\nTwo lines");

    const found = await run(["search", "pnpm"]);
    expect(found).toMatchObject({ code: 0, errors: "" });
    expect(found.out).toContain(`decisions · user · ${localDay(memory.createdAt)} · ${memory.id.slice(-8)}`);
    expect(await run(["search", "nothing", "like", "it"])).toMatchObject({
      code: 0,
      out: "",
      errors: "No memories found.\n",
    });
    expect((await run(["show", memory.urn])).out).toContain("\n---\n\nUse pnpm here\n");
    expect(await json<Memory>(["show", memory.id])).toMatchObject({ id: memory.id, revision: 1 });
  });

  it("uses the project of the folder and the user by default", async () => {
    const { run, json, folder } = await openServedCommandLine();
    const cwd = path.join(folder, "work");
    mkdirSync(path.join(cwd, ".git"), { recursive: true });
    writeFileSync(path.join(cwd, ".git", "HEAD"), "ref: refs/heads/main\n");
    writeFileSync(path.join(cwd, ".git", "config"), '[remote "origin"]\n\turl = git@github.com:owner/repo.git\n');
    const here = { cwd, env: { RECOLLECT_PROJECT: undefined } };
    expect((await run(["capture", "Of the project"], here)).out).toContain("(owner/repo, context)");
    await run(["capture", "Of the user", "-d", "user"], here);
    await run(["capture", "Of another", "-d", "else/where"], here);
    const contents = async (...args: string[]) =>
      (await json<Listed>(["list", ...args], here)).memories.map(({ content }) => content);
    expect(await contents()).toEqual(["Of the user", "Of the project"]);
    expect(await contents("--all", "--limit", "2")).toEqual(["Of another", "Of the user"]);
    expect(await contents("-d", "else/where")).toEqual(["Of another"]);
    expect(await contents("-a", "--sort", "created-ascending", "--since", "1h")).toHaveLength(3);
    expect((await run(["search", "another"], here)).errors).toContain("--all searches every project.");
    expect((await run(["search", "another", "--all"], here)).out).toContain("Of another");
    expect((await run(["search", "zebra", "--all"], here)).errors).toBe("No memories found.\n");
    expect(await json(["status"], here)).toMatchObject({
      running: true,
      project: "owner/repo",
      counts: { memories: 3 },
    });
  });

  it("exits with 4 for an unknown memory and with 1 for an invalid argument", async () => {
    const { run } = await openServedCommandLine();
    const missing = await run(["show", "01ARZ3NDEKTSV4RRFFQ69G5FAV"]);
    expect(missing).toMatchObject({ code: 4, out: "" });
    const wrong = await run(["capture", "x", "-n", "nonsense", "--json"]);
    expect(wrong).toMatchObject({ code: 1, out: "" });
    expect(JSON.parse(wrong.errors)).toMatchObject({ error: { code: "invalid_argument", hint: expect.any(String) } });
  });

  it("prints no control characters of a memory", async () => {
    const { run } = await openServedCommandLine();
    await run(["capture", "-"], { input: "\u001b]0;owned\u0007Red \u001b[31mtext" });
    for (const args of [["list"], ["search", "text"]]) expect((await run(args)).out).not.toContain("\u001b");
  });

  it("exports every domain and imports it elsewhere with successors, and nothing the second time", async () => {
    const source = await openServedCommandLine();
    const old = await source.json<Captured>([
      "capture",
      "We use npm",
      "-n",
      "decisions",
      "-d",
      "owner/repo",
      "-t",
      "tools",
    ]);
    await source.run(["capture", "We use pnpm", "-n", "decisions", "-d", "owner/repo", "--supersedes", old.memory.id]);
    await source.run(["capture", "-"], { input: `A long one\n\n${"Word after word. ".repeat(3000)}` });
    const file = path.join(source.folder, "memories.jsonl");
    expect(await source.run(["export", "-o", file])).toMatchObject({ code: 0, out: "" });
    const text = readFileSync(file, "utf8");
    expect((await source.run(["export"])).out).toBe(text);
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).truncated),
    ).toEqual([undefined, undefined, undefined]);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readdirSync(source.folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect((await source.run(["export", "-f", "markdown", "-n", "decisions"])).out).toContain("\n---\n\nWe use pnpm\n");

    const target = await openServedCommandLine();
    expect(await target.json(["import", file])).toMatchObject({ created: 3, known: 0, conflicts: [], refused: [] });
    expect(await target.json(["import", file])).toMatchObject({ created: 0, known: 3, conflicts: [], refused: [] });
    expect((await target.run(["export"])).out).toBe(text);
  });

  it("imports an export with new ids and keeps the successors", async () => {
    const source = await openServedCommandLine();
    const place = ["-n", "decisions", "-d", "owner/repo", "-t", "tools"];
    const old = await source.json<Captured>(["capture", "We use npm", ...place]);
    await source.run(["capture", "We use pnpm", ...place, "--supersedes", old.memory.id]);
    const text = (await source.run(["export"])).out;
    const target = await openServedCommandLine();
    expect(await target.json(["import", "-", "--as-new"], { input: text })).toMatchObject({ created: 2, refused: [] });
    const copy = (await target.run(["export"])).out;
    const essence = (jsonLines: string) => {
      const memories = jsonLines
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Memory);
      const contentOf = (id: string | null) => memories.find((memory) => memory.id === id)?.content ?? null;
      return memories.map(({ content, domain, namespace, tags, supersededBy }) => [
        content,
        domain,
        namespace,
        tags,
        contentOf(supersededBy),
      ]);
    };
    expect(essence(copy).sort()).toEqual(essence(text).sort());
    expect(copy).not.toContain(old.memory.id);
  });

  it("exports the full content of large memories", async () => {
    const { run } = await openServedCommandLine();
    const contents = Array.from({ length: 24 }, (_, index) => `${index} ${"word ".repeat(12_000)}end`);
    const input = contents.map((content) => JSON.stringify({ content })).join("\n");
    expect(await run(["import", "-"], { input })).toMatchObject({
      code: 0,
      out: "24 imported, 0 already here, 0 refused\n",
    });
    const lines = (await run(["export"])).out.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as Memory).content).sort()).toEqual(contents.sort());
  });

  it("runs the stdio server without arguments and with mcp", async () => {
    const { runProcess } = await openServedCommandLine();
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };
    const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`;
    for (const args of [[], ["mcp"]]) {
      const { code, out, errors } = await runProcess(args, { input });
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(JSON.parse(out)).toMatchObject({ id: 1, result: { serverInfo: {} } });
    }
  });

  it("imports the valid lines and gives a reason for each refused one", async () => {
    const { run, json } = await openServedCommandLine();
    const input = [
      '{"content": "Good"}',
      "",
      "no json",
      '{"content": "", "tags": []}',
      '{"content": "Odd", "namespace": "none"}',
      '{"text": 1}',
    ];
    const report = await json<{ refused: { line: number; reason: string }[] }>(["import", "-"], {
      input: input.join("\r\n"),
    });
    expect(report).toMatchObject({ created: 1, known: 0 });
    expect(report.refused.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
    expect(report.refused[2]?.reason).toContain('There is no namespace "none"');
    const again = await run(["import", "-", "-d", "owner/repo"], { input: input.join("\n") });
    expect(again).toMatchObject({ code: 1, out: "1 imported, 0 already here, 4 refused\n" });
    expect(again.errors).toContain("  line 3: ");
    expect((await run(["import", "missing.jsonl"])).code).toBe(1);
  });
});
