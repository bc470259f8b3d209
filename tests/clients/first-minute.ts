import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readLiveEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { type Check, optionsOf, TIMEOUT_MS } from "./check.ts";
import { openClaudeCode } from "./live/claude-code.ts";
import { openModelServer } from "./model/model-server.ts";
import { runProgram } from "./run-program.ts";

const FACT = "Prefers short answers that start with the reason";
const WAIT_SECONDS = TIMEOUT_MS / 1000;

/**
 * From the start of `recollect setup`, where Recollect does not run and nothing is connected, to the first fact that
 * Claude Code remembers, with the plugin. Building is not included.
 */
export const firstMinute: Check = {
  program: "claude-code",
  name: "setup to the first memory",
  async run(file, home) {
    await home.stop();
    const options = optionsOf(file, home);
    const model = await openModelServer();
    const installed = path.join(home.userHome, ".claude", "plugins", "installed_plugins.json");
    const env = {
      ...options.env,
      PATH: [path.dirname(file), options.env.PATH].join(path.delimiter),
      RECOLLECT_DATA_DIR: home.dataFolder,
    };
    const endpoint = dataFiles(home.dataFolder).endpoint;
    try {
      const begun = performance.now();
      const words = ["setup", "--yes", "--wait", String(WAIT_SECONDS)];
      const setup = runProgram(process.execPath, [home.shim, ...words], { ...options, env });
      let isEnded = false;
      const ended = setup.finally(() => {
        isEnded = true;
      });
      const isInstalled = () => existsSync(installed) && readFileSync(installed, "utf8").includes("recollect");
      while (!isEnded && !isInstalled()) await sleep(20);
      const client = await openClaudeCode({ ...options, env }, model);
      await client.call("capture_memory", { content: FACT });
      const { code, output } = await ended;
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      await client.close();
      assert.equal(code, 0, output);
      assert.match(output, /Claude Code sent its first request/);
      assert.ok(output.includes(`It remembers: ${FACT}`), output);
      return `one command, ${seconds} s`;
    } finally {
      await model.close();
      await stopProcess(readLiveEndpoint(endpoint)?.pid);
      await home.start();
    }
  },
};

/** Stops the application that setup has started. */
async function stopProcess(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid);
  while (isRunning(pid)) await sleep(20);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
