import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { COMMAND_LINE_ENTRY, HEADLESS_ENTRY } from "../../tests/testing/entries.ts";
import { openCommandLine } from "./testing/command-line.ts";

describe("recollect without a running application", () => {
  it("exits with 3, and does not start the application for status or with --no-start", async () => {
    const { run, json, folder } = openCommandLine();
    expect(await run(["status"])).toEqual({ code: 3, out: "Recollect is not running.\n", errors: "" });
    expect(await json(["status"])).toEqual({ running: false, dataFolder: path.join(folder, "data") });
    expect(await run(["list", "--no-start"])).toEqual({
      code: 3,
      out: "",
      errors: "recollect: Recollect is not running.\n",
    });
    expect(existsSync(path.join(folder, "data"))).toBe(false);
  });

  it("starts the application for a command that needs it", async () => {
    const { run, json } = openCommandLine();
    const env = { RECOLLECT_START_COMMAND: JSON.stringify([process.execPath, HEADLESS_ENTRY]), RECOLLECT_PORT: "0" };
    const captured = await run(["capture", "Started for it"], { env });
    const status = await json<{ running: boolean; pid: number }>(["status"]);
    if (status.running) process.kill(status.pid, "SIGTERM");
    expect(captured).toMatchObject({
      code: 0,
      errors: expect.stringContaining("Recollect is not running; starting it"),
    });
    await expect.poll(async () => (await run(["status"])).code).toBe(3);
  });

  it("prints its help and its version", async () => {
    const { run } = openCommandLine();
    const { out } = await run(["help"]);
    for (const name of [
      "status",
      "search",
      "add",
      "list",
      "show",
      "export",
      "import",
      "connect",
      "disconnect",
      "hook",
      "mcp",
    ]) {
      expect(out).toMatch(new RegExp(`^  ${name}\\b`, "m"));
    }
    expect((await run(["--version"])).out).toBe(`${manifest.version}\n`);
    expect((await run(["help", "export"])).out).toBe((await run(["export", "--help"])).out);
    expect(out).not.toContain("\u001b");
  });

  it.each([
    [["dance"], 'There is no command "dance".'],
    [["list", "--limit", "0"], "--limit must be a whole number"],
    [["list", "--colour"], "Unknown option '--colour'"],
    [["show"], "Missing argument."],
    [["list", "more"], "Too many arguments."],
    [["export", "-f", "xml"], "--format must be jsonl or markdown."],
    [["search", "x", "-a", "-d", "user"], "Give --domain or --all, not both."],
    [["connect", "teletype"], 'There is no client "teletype".'],
    [["servers", "list", "--oauth-port", "1"], "Unknown option '--oauth-port'"],
    [["backup", "verify", "--id", "x"], "Unknown option '--id'"],
    [["space", "leave", "notes", "--no-wait"], "Unknown option '--no-wait'"],
    [["serach", "x"], "Did you mean search?"],
    [["servers", "lsit"], 'There is no action "lsit". Did you mean list?'],
    [["list", "--limti", "3"], "Did you mean --limit?"],
    [["list", "--limit"], "needs a value"],
    [["list", "--limit", "--all"], "needs a value"],
    [["list", "--json=yes"], "takes no value"],
    [["list", "--color", "blue"], "--color must be auto, always or never."],
    [["list", "--format", "{id}", "--jsonl"], "Give --jsonl or --format, not both."],
    [["connect", "curser"], "Did you mean cursor?"],
    [["plugins", "install", "claude-cod"], "Did you mean claude-code?"],
    [["settings", "set", "langage", "en"], "Did you mean language?"],
    [["delete"], "Missing argument. Pass <ID>."],
  ])("exits with 2 for %j and names the help", async (args, message) => {
    const { code, out, errors } = await openCommandLine().run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(errors).toContain(message);
    expect(errors).toContain("See 'recollect help");
  });

  it("prints the help of each command and action", async () => {
    const { run } = openCommandLine();
    const { out } = await run(["servers", "tools", "--help"]);
    expect(out).toContain("--off <TOOL...>");
    expect(out).not.toContain("--oauth-port");
    expect(await run(["help", "servers", "tools"])).toEqual({ code: 0, out, errors: "" });
    expect((await run(["help", "remote-projects", "add"])).out).toContain("--address <URL>");
  });

  it("prints the help of the commands that it does not parse itself", async () => {
    const { run, runProcess } = openCommandLine();
    for (const name of ["serve", "mcp", "hook"]) {
      const { out, code } = await run(["help", name]);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`recollect ${name}`) });
    }
    expect(await runProcess(["serve", "--help"])).toMatchObject({ code: 0, out: expect.stringContaining("Usage:") });
  });

  it("speaks the owner's language, or the system's without a choice", async () => {
    const { runProcess: run, folder } = openCommandLine();
    const env = { LC_ALL: "zh_CN.UTF-8" };
    expect((await run(["list", "--no-start"], { env })).errors).toBe("recollect: Recollect 没有运行。\n");
    expect((await run(["help", "show"], { env })).out).toContain("显示一条记忆。");
    mkdirSync(path.join(folder, "data"));
    writeFileSync(path.join(folder, "data", "settings.json"), JSON.stringify({ language: "en" }));
    expect((await run(["list", "--no-start"], { env })).errors).toBe("recollect: Recollect is not running.\n");
  });

  it("prints the configuration of a client, which starts this program, and the path of its file", async () => {
    const { run, json, folder } = openCommandLine();
    const { out, errors } = await run(["connect", "claude-desktop", "--print"]);
    const { recollect } = JSON.parse(out).mcpServers;
    expect(recollect).toMatchObject({
      command: process.execPath,
      env: { RECOLLECT_DATA_DIR: path.join(folder, "data") },
    });
    expect(path.basename(recollect.args[0])).toBe(path.basename(COMMAND_LINE_ENTRY));
    expect(errors).toContain("claude_desktop_config.json");
    const { snippets } = await json<{ snippets: { transport: string }[] }>(["connect", "codex", "-p"]);
    expect(new Set(snippets.map(({ transport }) => transport))).toEqual(new Set(["stdio"]));
    expect((await run(["connect", "jetbrains"])).errors).toContain("Settings › Tools");
    expect((await run(["connect"])).out).toContain("claude-code");
  });

  it("connects and disconnects a client, showing the changes to its file", async () => {
    const { run, json, folder } = openCommandLine();
    const file = path.join(folder, ".codex", "config.toml");
    mkdirSync(path.dirname(file));
    writeFileSync(file, 'model = "o3"\n', { mode: 0o600 });
    const shown = await run(["connect", "codex", "--dry-run"]);
    expect(shown.out).toContain("+ [mcp_servers.recollect]");
    expect(readFileSync(file, "utf8")).toBe('model = "o3"\n');
    expect(await json(["connect", "codex"])).toMatchObject({ file, changed: true, written: true });
    expect(readFileSync(file, "utf8")).toContain(path.basename(COMMAND_LINE_ENTRY));
    expect((await run(["connect"])).out).toMatch(/^codex +Codex +installed, connected$/m);
    expect(await json(["disconnect", "codex"])).toMatchObject({ changed: true });
    expect(readFileSync(file, "utf8")).toBe('model = "o3"\n');
    expect(await json(["connect", "cursor", "--project"])).toMatchObject({
      file: path.join(folder, ".cursor", "mcp.json"),
    });
  });

  it("adds instructions to the file of a project and removes them, showing the changes", async () => {
    const { run, json, folder } = openCommandLine();
    const file = path.join(folder, "AGENTS.md");
    writeFileSync(file, "# Ours\n", { mode: 0o644 });
    const preview = await run(["instructions", "agents", "--write", "--dry-run"]);
    expect(preview.out).toMatch(/^ {2}# Ours\n\+ \n\+ <!-- recollect:start -->\n/);
    expect(readFileSync(file, "utf8")).toBe("# Ours\n");
    expect(await json(["instructions", "agents", "--write"])).toMatchObject({ file, changed: true, written: true });
    expect(readFileSync(file, "utf8")).toContain("search_memories");
    expect(await json(["instructions", "agents", "-w"])).toMatchObject({
      changed: false,
      written: false,
      backup: null,
    });
    await run(["instructions", "agents", "--remove"]);
    expect(readFileSync(file, "utf8")).toBe("# Ours\n");
    await run(["instructions", "cursor", "--write"]);
    expect(readFileSync(path.join(folder, ".cursor", "rules", "recollect.mdc"), "utf8")).toContain("alwaysApply: true");
    await run(["instructions", "cursor", "--remove"]);
    expect(readdirSync(path.join(folder, ".cursor", "rules")).filter((name) => name === "recollect.mdc")).toEqual([]);
  });

  it("adds hooks to the settings of Claude Code and removes them", async () => {
    const { run, folder } = openCommandLine();
    const file = path.join(folder, ".claude", "settings.json");
    mkdirSync(path.dirname(file));
    const own = '{\n  "model": "opus"\n}\n';
    writeFileSync(file, own);
    expect((await run(["hooks", "--write"])).code).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8")).hooks.Stop[0].hooks[0].command).toMatch(
      new RegExp(`${path.basename(COMMAND_LINE_ENTRY)} hook Stop$`),
    );
    expect((await run(["hooks", "--remove"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(own);
    expect(JSON.parse((await run(["hooks"])).out)).toHaveProperty("hooks.SessionStart");
  });
});
