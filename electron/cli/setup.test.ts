import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, it } from "vitest";
import { openCommandLine, openServedCommandLine } from "./testing/command-line.ts";
import { HAS_TERMINAL, runOnTerminal } from "./testing/on-terminal.ts";

interface SetupResult {
  readonly clients: readonly { readonly id: string; readonly action: string; readonly problem: string | null }[];
  readonly client: string | null;
  readonly memory: { readonly content: string } | null;
  readonly imports: readonly { readonly program: string; readonly created: number }[];
  readonly conversations: readonly string[];
}

/** A home folder in which Claude Code and Codex are installed. */
function install(folder: string): { readonly claude: string; readonly codex: string } {
  mkdirSync(path.join(folder, ".codex"));
  const claude = path.join(folder, ".claude.json");
  writeFileSync(claude, '{"numStartups": 3}');
  return { claude, codex: path.join(folder, ".codex", "config.toml") };
}

/** Starts the server as the client's file says, and captures until setup has seen it. */
async function captureThroughFile(file: string, content: string, end: Promise<unknown>): Promise<void> {
  const { mcpServers } = JSON.parse(read(file)) as {
    mcpServers: { recollect: { command: string; args: string[]; env: Record<string, string> } };
  };
  const { command, args, env } = mcpServers.recollect;
  const client = new Client({ name: "claude-code", version: "2.1.0" });
  const environment = { ...env, PATH: process.env.PATH ?? "", HOME: path.dirname(file), RECOLLECT_START_COMMAND: "[]" };
  await client.connect(new StdioClientTransport({ command, args, env: environment, stderr: "ignore" }));
  let isEnded = false;
  const ended = end.finally(() => {
    isEnded = true;
  });
  for (let number = 1; !isEnded; number += 1) {
    await client.callTool({ name: "capture_memory", arguments: { content: `${content} (${number})` } });
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500))]);
  }
  await client.close();
}

const read = (file: string) => readFileSync(file, "utf8");

// With --files, because a client that is installed on this computer would get a plugin.
describe("recollect setup", () => {
  it("shows the changes to each installed client's file, and asks for --yes without a terminal", async () => {
    const { run, folder } = openCommandLine();
    const { claude, codex } = install(folder);
    const shown = await run(["setup", "--files", "--dry-run"]);
    expect(shown.out).toMatch(/Claude Code will be connected.*"mcpServers".*Codex will be connected/s);
    expect(shown.code).toBe(0);
    const refused = await run(["setup"]);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining("--yes") });
    expect(await run(["setup", "--client", "nothing"])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('no client "nothing"'),
    });
    expect(read(claude)).toBe('{"numStartups": 3}');
    expect(existsSync(codex)).toBe(false);
  });

  it("connects the clients once, leaves an invalid file unchanged, and reports it", async () => {
    const { run, json, folder } = await openServedCommandLine();
    const { claude, codex } = install(folder);
    writeFileSync(codex, "[mcp_servers\n");
    const first = await run(["setup", "--files", "--yes"]);
    expect(first.out).toContain("Claude Code is connected.");
    expect(first.errors).toContain(codex);
    expect(read(claude)).toContain('"recollect"');
    expect(read(codex)).toBe("[mcp_servers\n");
    writeFileSync(codex, "");
    const second = await json<SetupResult>(["setup", "--files", "--yes"]);
    expect(second.clients).toMatchObject([
      { id: "claude-code", action: "connected" },
      { id: "codex", action: "connect", problem: null },
    ]);
    expect(read(codex)).toContain("[mcp_servers.recollect]");
  });

  it("waits for the first memory of a client, imports and reads conversations only if an option agrees", async () => {
    const { json, folder } = await openServedCommandLine();
    const { claude } = install(folder);
    writeFileSync(
      path.join(folder, "server-memory.jsonl"),
      '{"type":"entity","name":"Shop","entityType":"project","observations":["Sells tea"]}\n',
    );
    writeFileSync(
      claude,
      JSON.stringify({
        mcpServers: { memory: { env: { MEMORY_FILE_PATH: path.join(folder, "server-memory.jsonl") } } },
      }),
    );
    const session = path.join(folder, ".claude", "projects", "-shop");
    mkdirSync(session, { recursive: true });
    writeFileSync(path.join(session, "a-session.jsonl"), "{}\n");
    const asked = await json<SetupResult>(["setup", "--files", "--yes", "--client", "claude-code"]);
    expect(asked).toMatchObject({ client: null, memory: null, imports: [], conversations: [] });

    const waiting = json<SetupResult>(["setup", "--files", "--yes", "--wait", "60", "--import", "--conversations"]);
    await captureThroughFile(claude, "Prefers short answers", waiting);
    const done = await waiting;
    expect(done).toMatchObject({
      client: "claude-code",
      memory: { content: expect.stringContaining("Prefers short answers") },
      imports: [{ program: "server-memory", created: 1 }],
      conversations: ["claude-code"],
    });
    expect(await json<SetupResult>(["setup", "--files", "--yes", "--import", "--conversations"])).toMatchObject({
      imports: [],
      conversations: [],
    });
  });

  it("plans an entry in the client's file if a foreign file is in the place of the plugin", async () => {
    const { json, folder } = openCommandLine();
    const plugins = path.join(folder, ".config", "opencode", "plugins");
    mkdirSync(plugins, { recursive: true });
    writeFileSync(path.join(plugins, "recollect.js"), "export const Mine = async () => ({});\n");
    const { clients } = await json<SetupResult>(["setup", "--dry-run", "--client", "opencode"]);
    expect(clients).toMatchObject([
      { id: "opencode", action: "connect", problem: expect.stringContaining("not written by Recollect") },
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "shows what a plugin runs, and writes the client's file if its command fails",
    async () => {
      const { run, folder } = await openServedCommandLine();
      const { claude } = install(folder);
      const programs = path.join(folder, "programs");
      mkdirSync(programs);
      writeFileSync(path.join(programs, "claude"), "#!/bin/sh\necho no network >&2\nexit 1\n", { mode: 0o755 });
      const env = { PATH: [programs, process.env.PATH].join(path.delimiter) };
      const shown = await run(["setup", "--dry-run", "--client", "claude-code"], { env });
      expect(shown.out).toMatch(/Claude Code will get a plugin.*claude plugin install/s);
      expect(read(claude)).toBe('{"numStartups": 3}');
      const done = await run(["setup", "--yes", "--client", "claude-code"], { env });
      expect(done.errors).toContain("no network");
      expect(done).toMatchObject({ code: 0, out: expect.stringContaining("Claude Code is connected.") });
      expect(read(claude)).toContain('"recollect"');
    },
  );

  it.skipIf(!HAS_TERMINAL)("asks on a terminal before it connects, and Enter or Ctrl+C stops the wait", async () => {
    const { folder } = await openServedCommandLine();
    const { claude } = install(folder);
    const args = ["setup", "--files", "--client", "claude-code"];
    const question = "Connect 1 client? [Y/n, d for details]";
    const declined = await runOnTerminal(args, folder, [
      [question, "d\r"],
      ["mcpServers", "n\r"],
    ]);
    expect(declined).toMatchObject({ code: 1, shown: expect.stringContaining("Nothing was changed.") });
    expect(declined.shown).toMatch(/Claude Code +will get an entry in .*\.claude\.json.*To undo it:.*"mcpServers"/s);
    expect(declined.shown.indexOf("mcpServers")).toBeGreaterThan(declined.shown.indexOf(question));
    expect(read(claude)).toBe('{"numStartups": 3}');
    const agreed = await runOnTerminal(args, folder, [
      [question, "\r"],
      ["Press Enter to continue", "\r"],
    ]);
    expect(agreed).toMatchObject({ code: 0, shown: expect.stringContaining("No client has sent a request yet.") });
    expect(read(claude)).toContain('"recollect"');
    const stopped = await runOnTerminal(args, folder, [["Press Enter to continue", "\u0003"]]);
    expect(stopped).toMatchObject({ code: 1, shown: expect.stringContaining("Changes so far are kept.") });
  });
});
