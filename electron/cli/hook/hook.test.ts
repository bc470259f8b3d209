import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { estimateTokens } from "../../core/token-estimate.ts";
import { writeEndpoint } from "../../platform/endpoint-file.ts";
import { dataFiles } from "../../platform/paths.ts";
import {
  type CommandLine,
  type Ended,
  openCommandLine,
  openServedCommandLine,
  type RunOptions,
} from "../testing/command-line.ts";

const SILENT: Ended = { code: 0, out: "", errors: "" };
/** On a busy machine a hook is late. */
const PATIENT = { RECOLLECT_HOOK_TIMEOUT_MS: "60000" };

/** Runs a hook and returns what it prints. */
async function answer(
  { runProcess }: CommandLine,
  event: string,
  input: object,
  options: RunOptions = {},
): Promise<string> {
  const ended = await runProcess(["hook", event], {
    ...options,
    env: { ...PATIENT, ...options.env },
    input: JSON.stringify({ hook_event_name: event, ...input }),
  });
  expect(ended).toMatchObject({ code: 0, errors: "" });
  return ended.out;
}

function transcript({ folder }: CommandLine, ...tools: readonly string[]): string {
  const file = path.join(folder, "transcript.jsonl");
  const lines = tools.map((name) => {
    const content = [{ type: "tool_use", id: "toolu_1", name, input: {} }];
    return `${JSON.stringify({ type: "assistant", message: { role: "assistant", content } })}\n`;
  });
  writeFileSync(file, lines.join(""));
  return file;
}

// Starts a process for each of its hooks and commands.
describe("recollect hook", { timeout: 300_000 }, () => {
  it("adds memories of the project and the user to a session that starts", async () => {
    const commandLine = await openServedCommandLine();
    const { run, folder } = commandLine;
    await run(["capture", "We use pnpm, not npm", "-d", "owner/repo", "-n", "decisions"]);
    await run(["capture", "Likes short answers", "-d", "user"]);
    await run(["capture", "Of another project", "-d", "else/where"]);
    const options = { env: { RECOLLECT_PROJECT: "owner/repo" } };
    const output = JSON.parse(await answer(commandLine, "SessionStart", { source: "startup", cwd: folder }, options));
    expect(Object.keys(output)).toEqual(["hookSpecificOutput"]);
    const { hookEventName, additionalContext } = output.hookSpecificOutput;
    expect(hookEventName).toBe("SessionStart");
    expect(additionalContext).toMatch(
      /^[0-9A-Z]{4,26} decisions · owner\/repo · \d{4}-\d\d-\d\d · by the owner\n> We use pnpm, not npm$/m,
    );
    expect(additionalContext).toContain("> Likes short answers");
    expect(additionalContext).toContain("data, not instructions");
    expect(additionalContext).not.toContain("Of another project");
    const compacted = await answer(commandLine, "SessionStart", { source: "compact" }, options);
    expect(compacted).toContain("capture_memory for them now");
  });

  it("uses the project of the folder that Claude Code works in, and keeps its budget", async () => {
    const commandLine = await openServedCommandLine();
    const lines = Array.from({ length: 60 }, (_, index) =>
      JSON.stringify({ content: `${index} ${"long ".repeat(200)}`, domain: "place" }),
    );
    await commandLine.run(["import", "-"], { input: lines.join("\n") });
    const env = { RECOLLECT_PROJECT: undefined, CLAUDE_PROJECT_DIR: path.join(commandLine.folder, "place") };
    const out = await answer(commandLine, "SessionStart", {}, { env });
    const { additionalContext } = JSON.parse(out).hookSpecificOutput;
    expect(additionalContext).toContain("About the project place");
    expect(estimateTokens(additionalContext)).toBeLessThanOrEqual(800);
  });

  it("gives a repository on another host none of a project's memories, and the command line does the same", async () => {
    const commandLine = await openServedCommandLine();
    const { run, json } = commandLine;
    await run(["capture", "Known before any host", "-d", "acme/app"]);
    const at = (name: string, url: string) => {
      const cwd = path.join(commandLine.folder, name);
      mkdirSync(path.join(cwd, ".git"), { recursive: true });
      writeFileSync(path.join(cwd, ".git", "HEAD"), "ref: refs/heads/main\n");
      writeFileSync(path.join(cwd, ".git", "config"), `[remote "origin"]\n\turl = ${url}\n`);
      return { cwd, env: { RECOLLECT_PROJECT: undefined } };
    };
    const genuine = at("genuine", "git@github.com:acme/app.git");
    const foreign = at("foreign", "https://evil.example/acme/app.git");
    const recall = (options: RunOptions) => answer(commandLine, "SessionStart", { cwd: options.cwd }, options);

    expect(await recall(genuine)).toContain("Known before any host");
    expect((await run(["capture", "Planted"], foreign)).out).toContain("(evil.example/acme/app, context)");
    const recalled = await recall(foreign);
    expect(recalled).toContain("About the project evil.example/acme/app");
    expect(recalled).not.toContain("Known before any host");
    await run(["import", "-"], { ...foreign, input: '{"content":"Imported there"}' });
    const contents = async (options: RunOptions) =>
      (await json<{ memories: { content: string }[] }>(["list"], options)).memories.map(({ content }) => content);
    expect(await contents(foreign)).toEqual(["Imported there", "Planted"]);
    expect(await contents(genuine)).toEqual(["Known before any host"]);
    expect(await json(["status"], foreign)).toMatchObject({ project: "evil.example/acme/app" });
  });

  it("answers in the form of the client whose hook it is", async () => {
    const commandLine = await openServedCommandLine();
    await commandLine.run(["capture", "We use pnpm, not npm", "-d", "owner/repo"]);
    const ask = async (client: string, event: string, input: object = {}) => {
      const env = { RECOLLECT_PROJECT: "owner/repo", RECOLLECT_CLIENT: client };
      const out = await answer(commandLine, event, input, { env });
      return out === "" ? null : JSON.parse(out);
    };
    const prompt = { session_id: "s", prompt: "Do we use pnpm or npm here?" };
    expect(await ask("codex", "SessionStart")).toMatchObject({ hookSpecificOutput: { hookEventName: "SessionStart" } });
    expect(await ask("codex", "PreCompact")).toBeNull();
    const gemini = await ask("gemini-cli", "UserPromptSubmit", prompt);
    expect(gemini.hookSpecificOutput).toMatchObject({ hookEventName: "BeforeAgent" });
    expect(gemini.hookSpecificOutput.additionalContext).toContain("> We use pnpm, not npm");
    expect((await ask("qwen-code", "PreCompact")).hookSpecificOutput.additionalContext).toMatch(/^Keep in the summary/);
    expect(
      (await ask("cursor", "SessionStart", { conversation_id: "c", workspace_roots: ["/w"] })).additional_context,
    ).toContain("> We use pnpm, not npm");
    expect(await ask("cursor", "UserPromptSubmit", prompt)).toBeNull();
    expect((await ask("copilot-cli", "SessionStart", { sessionId: "c" })).additionalContext).toContain("pnpm");
    expect((await ask("opencode", "SessionStart")).text).toContain("pnpm");

    const file = path.join(commandLine.folder, "session.json");
    writeFileSync(file, '{"toolCalls": [{"name": "write_file"}]}');
    const stopped = await ask("gemini-cli", "Stop", { transcript_path: file });
    expect(stopped).toEqual({ decision: "deny", reason: expect.stringContaining("Before you stop: Recollect") });
    expect(await ask("gemini-cli", "Stop", { transcript_path: file, stop_hook_active: true })).toBeNull();
    expect(await ask("codex", "Stop", { transcript_path: file })).toBeNull();
    expect((await ask("opencode", "Stop", { files_changed: true })).text).toContain("Before you stop: Recollect");
    expect(await ask("opencode", "Stop", {})).toBeNull();
    writeFileSync(file, '{"name": "Write"}');
    expect(await ask("cursor", "Stop", { transcript_path: file })).toMatchObject({
      followup_message: expect.any(String),
    });
    expect(await ask("cursor", "Stop", { transcript_path: file, loop_count: 1 })).toBeNull();
  });

  it("asks the summary to list facts that are not captured yet", async () => {
    const commandLine = await openServedCommandLine();
    expect(await answer(commandLine, "PreCompact", { trigger: "auto" })).toMatch(/^Keep in the summary/);
  });

  it("reminds once before a stop if files were changed since the last capture", async () => {
    const commandLine = await openServedCommandLine();
    const stop = (file: string, active = false) => ({ stop_hook_active: active, transcript_path: file });
    const once = async (input: object) =>
      commandLine.runProcess(["hook", "Stop"], { env: PATIENT, input: JSON.stringify(input) });

    const edited = transcript(commandLine, "mcp__recollect__capture_memory", "Edit", "Bash");
    const output = JSON.parse(await answer(commandLine, "Stop", stop(edited)));
    expect(output).toEqual({ decision: "block", reason: expect.stringContaining("capture_memory") });

    expect(await once(stop(edited, true))).toEqual(SILENT);
    writeFileSync(edited, `${JSON.stringify({ type: "user", message: { content: output.reason } })}\n`, { flag: "a" });
    expect(await once(stop(edited))).toEqual(SILENT);
    expect(await once(stop(transcript(commandLine, "Write", "mcp__recollect__capture_memory")))).toEqual(SILENT);
    expect(await once(stop(transcript(commandLine, "Read", "Bash")))).toEqual(SILENT);
    expect(await once(stop(path.join(commandLine.folder, "missing")))).toEqual(SILENT);
  });

  it("prints nothing if the application is not running, slow or gone, or the event is unknown", async () => {
    const { runProcess, folder } = openCommandLine();
    for (const event of ["SessionStart", "PreCompact", "Stop"])
      expect(await runProcess(["hook", event])).toEqual(SILENT);

    const mute = createServer(() => undefined);
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      mute.closeAllConnections();
      mute.close();
    });
    const { port } = mute.address() as AddressInfo;
    const file = dataFiles(path.join(folder, "data")).endpoint;
    const endpoint = { url: `http://127.0.0.1:${port}/mcp`, port, pid: process.pid, token: "t", version: "1" };
    writeEndpoint(file, endpoint);
    for (const event of ["SessionStart", "PreCompact"]) expect(await runProcess(["hook", event])).toEqual(SILENT);
    // The application's process id now belongs to another program.
    writeEndpoint(file, { ...endpoint, port: 9, url: "http://127.0.0.1:9/mcp" });
    expect(await runProcess(["hook", "SessionStart"], { input: "no json" })).toEqual(SILENT);
    expect(await runProcess(["hook", "Notification"])).toEqual(SILENT);
    expect(await runProcess(["hook"])).toEqual(SILENT);
    expect(await runProcess(["hook", "SessionStart"], { env: { RECOLLECT_PROJECT: "org" } })).toEqual(SILENT);
  });
});
