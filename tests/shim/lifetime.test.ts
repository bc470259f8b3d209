import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAlive } from "../../electron/platform/process-state.ts";
import { COMMAND_LINE_ENTRY } from "../testing/entries.ts";
import { createFixtureTools } from "./fixture-tools.ts";
import {
  attachedEnv,
  callTool,
  createResources,
  INITIALIZED,
  initialize,
  makeDataFolder,
  modern,
  PATIENT,
  serveStack,
  spawnShim,
} from "./shim-process.ts";

let resources: ReturnType<typeof createResources>;
let fixtures: ReturnType<typeof createFixtureTools>;
let served: Awaited<ReturnType<typeof serveStack>>;

beforeEach(async () => {
  resources = createResources();
  fixtures = createFixtureTools();
  served = await serveStack(resources, { sources: [fixtures.source] });
});
afterEach(() => resources.release());

describe("the lifetime of the shim", () => {
  it("exits at the end of its input, after the responses to piped requests, and ends the session", async () => {
    const shim = spawnShim(resources, attachedEnv(served.folder, PATIENT));
    shim.send(initialize(), INITIALIZED, callTool(1, "echo", { text: "piped" }));
    shim.child.stdin?.end();
    expect(await shim.exit).toBe(0);
    expect(shim.lines.map((line) => JSON.parse(line).id)).toEqual(["init", 1]);
    await expect.poll(() => served.stack.mcp.sessions()).toEqual([]);
  });

  it("waits for the response to a slow request after the end of its input", async () => {
    const shim = spawnShim(resources, attachedEnv(served.folder, PATIENT));
    shim.send(initialize(), INITIALIZED, callTool(1, "wait", { label: "a" }));
    shim.child.stdin?.end();
    await expect.poll(() => fixtures.running.size).toBe(1);
    setTimeout(() => fixtures.finish("a"), 500);
    expect(await shim.exit).toBe(0);
    expect(shim.lines.map((line) => JSON.parse(line).id)).toEqual(["init", 1]);
  });

  it("exits at the end of its input despite pending requests and streams", async () => {
    const shim = spawnShim(resources, attachedEnv(served.folder));
    shim.send(initialize(), INITIALIZED, callTool(1, "wait", { label: "a" }));
    shim.send(modern(2, "subscriptions/listen", { notifications: { resourcesListChanged: true } }));
    await expect.poll(() => fixtures.running.size).toBe(1);
    shim.child.stdin?.end();
    expect(await shim.exit).toBe(0);
  });

  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("ends the session and exits on %s", async (signal) => {
    const shim = spawnShim(resources, attachedEnv(served.folder));
    shim.send(initialize(), INITIALIZED);
    await shim.answer("init");
    shim.child.kill(signal);
    expect(await shim.exit).toBe(0);
    await expect.poll(() => served.stack.mcp.sessions()).toEqual([]);
  });

  it("exits when its output is closed", async () => {
    const shim = spawnShim(resources, attachedEnv(served.folder));
    shim.send(initialize(), INITIALIZED);
    await shim.answer("init");
    shim.child.stdout?.destroy();
    shim.send(callTool(1, "echo", { text: "x" }));
    expect(await shim.exit).toBe(0);
  });

  it("exits when its parent exits, even if its input stays open", async () => {
    // The shim inherits the input of the shell, so killing the shell does not close it.
    const shell = spawn(
      "sh",
      ["-c", `exec 3<&0; "${process.execPath}" "${COMMAND_LINE_ENTRY}" <&3 & echo $! >&2; wait`],
      {
        env: attachedEnv(served.folder),
        stdio: ["pipe", "ignore", "pipe"],
      },
    );
    resources.add(shell, () => shell.kill("SIGKILL"));
    const [output] = await once(shell.stderr, "data");
    const pid = Number(String(output).trim());
    resources.add(pid, () => isAlive(pid) && process.kill(pid, "SIGKILL"));
    // Once it has a session, the shim knows its parent.
    shell.stdin.write(`${JSON.stringify(initialize())}\n`);
    await expect.poll(() => served.stack.mcp.sessions().length).toBe(1);
    shell.kill("SIGKILL");
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("returns an error if the application is not running and cannot be started", async () => {
    const shim = spawnShim(resources, attachedEnv(await makeDataFolder(resources)));
    shim.send(initialize());
    expect((await shim.answer("init")).error).toMatchObject({
      code: -32000,
      message: expect.stringContaining("Recollect is not running, and no command to start it is known."),
    });
    shim.send(initialize("again"));
    expect((await shim.answer("again")).error).toBeDefined();
  });

  it("returns an error with the exit code of a failed start", async () => {
    const env = attachedEnv(await makeDataFolder(resources), {
      RECOLLECT_START_COMMAND: JSON.stringify([process.execPath, "-e", "process.exit(3)"]),
    });
    const shim = spawnShim(resources, env);
    shim.send(initialize());
    expect((await shim.answer("init")).error).toMatchObject({ message: expect.stringContaining("exit code 3") });
    expect(shim.stderr()).toContain("Recollect is not running; starting it");
  });

  it("reports an invalid start command", async () => {
    const shim = spawnShim(resources, attachedEnv(served.folder, { RECOLLECT_START_COMMAND: "recollect" }));
    expect(await shim.exit).not.toBe(0);
    expect(shim.stderr()).toContain("RECOLLECT_START_COMMAND must be a JSON list");
  });
});
