import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLiveEndpoint } from "../electron/platform/endpoint-file.ts";
import { dataFiles } from "../electron/platform/paths.ts";
import { isAlive } from "../electron/platform/process-state.ts";
import { root } from "./tools.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-headless-"));
});
afterEach(() => {
  const pid = applicationPid();
  if (pid !== null) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

function applicationPid(): number | null {
  return readLiveEndpoint(dataFiles(folder).endpoint)?.pid ?? null;
}

const npm = ["npm", "run", "headless"];
const script = [process.execPath, path.join(root, "scripts", "headless.ts")];
/** A terminal signals every process of the foreground group: SIGINT on Ctrl+C, SIGHUP when it is closed. */
const sendGroup =
  (signal: NodeJS.Signals) =>
  ({ pid = 0 }: ChildProcess) =>
    process.kill(-pid, signal);
const send = (signal: NodeJS.Signals) => (child: ChildProcess) => child.kill(signal);

// Windows has no signals: there a process ends its children with the console.
describe.skipIf(process.platform === "win32")("npm run headless", () => {
  it.each([
    ["SIGTERM to npm", npm, send("SIGTERM")],
    ["SIGTERM to the script", script, send("SIGTERM")],
    ["SIGTERM to a shell that npm started", ["sh", "-c", `${script.join(" ")}; true`], send("SIGTERM")],
    ["Ctrl+C in a terminal", npm, sendGroup("SIGINT")],
    ["closing the terminal", npm, sendGroup("SIGHUP")],
  ])(
    "ends the application on %s",
    async (_name, [command = "", ...args], end) => {
      const env = {
        ...process.env,
        RECOLLECT_DATA_DIR: folder,
        RECOLLECT_PORT: "0",
        RECOLLECT_KEYCHAIN: "off",
        npm_lifecycle_event: "headless",
      };
      const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "ignore"], detached: true });
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
      // The first start builds the application. After this line it handles signals.
      await expect.poll(() => output).toContain("Recollect is serving");
      const pid = applicationPid() ?? 0;
      end(child);
      await expect.poll(() => isAlive(pid)).toBe(false);
      // Removed by a clean stop only.
      expect(existsSync(dataFiles(folder).endpoint)).toBe(false);
    },
    240_000,
  );
});
