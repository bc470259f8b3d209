import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLiveEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { COMMAND_LINE_ENTRY, HEADLESS_ENTRY } from "../testing/entries.ts";
import {
  attachedEnv,
  callTool,
  createResources,
  INITIALIZED,
  initialize,
  makeDataFolder,
  spawnShim,
} from "./shim-process.ts";

let resources: ReturnType<typeof createResources>;
let folder: string;
let application: ChildProcess;

beforeEach(async () => {
  resources = createResources();
  folder = await makeDataFolder(resources);
  application = run([HEADLESS_ENTRY]);
  await expect.poll(() => readLiveEndpoint(dataFiles(folder).endpoint)).not.toBeNull();
});
afterEach(() => resources.release());

function run(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [...args], {
    env: attachedEnv(folder, { RECOLLECT_PORT: "0", RECOLLECT_KEYCHAIN: "off", HOME: folder }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  return resources.add(child, () => child.kill("SIGKILL"));
}

async function outputOf(args: readonly string[]): Promise<string> {
  const child = run(args);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  await once(child, "close");
  return output;
}

describe.skipIf(process.platform === "win32")("an application whose process is stopped", () => {
  it("is recognised by command line, second instance and a shim that starts", async () => {
    application.kill("SIGSTOP");
    const sentence = `Recollect does not respond: its process (pid ${application.pid}) is stopped.`;
    for (const args of [[COMMAND_LINE_ENTRY, "status"], [COMMAND_LINE_ENTRY, "capture", "x"], [HEADLESS_ENTRY]]) {
      const output = await outputOf(args);
      expect(output).toContain(sentence);
      expect(output).toContain(`kill -CONT ${application.pid}`);
    }
    const shim = spawnShim(resources, attachedEnv(folder));
    shim.send(initialize());
    expect(JSON.stringify(await shim.answer("init"))).toContain(sentence);
    application.kill("SIGCONT");
    expect(await outputOf([COMMAND_LINE_ENTRY, "status"])).toContain("Running");
  }, 300_000);

  it("is recognised by a shim with an open connection, which responds again when the process continues", async () => {
    const shim = spawnShim(resources, attachedEnv(folder));
    shim.send(initialize(), INITIALIZED, callTool(1, "memory_status"));
    expect((await shim.answer(1)).result).toBeDefined();
    application.kill("SIGSTOP");
    shim.send(callTool(2, "list_memories"));
    expect(JSON.stringify(await shim.answer(2))).toContain("is stopped");
    application.kill("SIGCONT");
    shim.send(callTool(3, "memory_status"));
    expect((await shim.answer(3)).result).toBeDefined();
  }, 300_000);
});
