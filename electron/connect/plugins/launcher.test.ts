import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { giveHome, here, write } from "../testing/connections.ts";
import { launcherFiles, startFile } from "./launcher.ts";
import type { PluginSource } from "./plugin.ts";
import { SOURCE } from "./testing/plugins.ts";
import { writeFolder } from "./write-folder.ts";

giveHome();

/** A substitute for the shim: prints its arguments and variables. */
const PROGRAM = `#!/bin/sh
echo "$* client=$RECOLLECT_CLIENT data=$RECOLLECT_DATA_DIR a=$A project=\${RECOLLECT_PROJECT-unset}"
`;

function run(source: Partial<PluginSource>, args: readonly string[], cwd?: string) {
  const plugin = path.join(here.home, "re collect", "plugin");
  writeFolder(plugin, launcherFiles("codex", { ...SOURCE, ...source }));
  // Clients copy a plugin.
  const copy = path.join(here.home, "cache", "plugin");
  cpSync(plugin, copy, { recursive: true });
  const launcher = path.join(copy, "bin", "recollect-mcp");
  const env = { PATH: "/usr/bin:/bin", HOME: here.home };
  return spawnSync(launcher, args, { env, cwd: cwd ?? here.home, encoding: "utf8" });
}

function installShim(data: string): void {
  const program = write(path.join(here.home, "pro gram's"), PROGRAM, 0o755);
  const { name, text } = startFile({ command: program, args: ["shim.mjs"], env: { A: "it's" } }, "linux");
  write(path.join(data, "plugins", name), text);
}

const onPosix = it.skipIf(process.platform === "win32");

onPosix("starts the shim of the data folder for its client, from a copy of the plugin", () => {
  installShim(path.join(here.home, ".local", "share", "recollect"));
  const { stdout, status } = run({}, ["mcp"]);
  expect(stdout).toBe("shim.mjs mcp client=codex data= a=it's project=unset\n");
  expect(status).toBe(0);
  expect(run({}, []).stdout).toContain("shim.mjs mcp ");
});

onPosix("finds a data folder that is not the default one", () => {
  const data = path.join(here.home, "my data");
  installShim(data);
  const { stdout } = run({ dataFolder: data }, ["mcp"]);
  expect(stdout).toContain(`client=codex data=${data} `);
});

onPosix("starts nothing for a hook while the application does not run", () => {
  const data = path.join(here.home, ".local", "share", "recollect");
  installShim(data);
  expect(run({}, ["hook", "SessionStart"])).toMatchObject({ stdout: "", stderr: "", status: 0 });
  write(path.join(data, "endpoint.json"), "{}");
  expect(run({}, ["hook", "SessionStart"]).stdout).toContain("shim.mjs hook SessionStart client=codex");
});

onPosix("starts an installed application if the data folder names none, else says what to do", () => {
  const missing = run({}, ["mcp"]);
  expect(missing.status).toBe(1);
  expect(missing.stderr).toContain("Recollect is not installed");
  expect(run({}, ["hook", "Stop"])).toMatchObject({ stdout: "", stderr: "", status: 0 });
  const app = path.join(here.home, ".local", "opt", "Recollect");
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, "recollect"), PROGRAM);
  chmodSync(path.join(app, "recollect"), 0o755);
  expect(run({}, ["mcp"]).stdout).toContain(`${app}/resources/app.asar/dist/shim/recollect-shim.mjs mcp client=codex`);
});

onPosix("names no project when a client starts the server in the plugin's folder", () => {
  installShim(path.join(here.home, ".local", "share", "recollect"));
  mkdirSync(path.join(here.home, "cache", "plugin"), { recursive: true });
  expect(run({}, ["mcp"], path.join(here.home, "cache", "plugin")).stdout).toContain("project=\n");
});

it("writes a batch file with CRLF line ends for Windows", () => {
  const { "bin/recollect-mcp.cmd": file } = launcherFiles("codex", { ...SOURCE, platform: "win32" });
  expect(file?.text.split("\r\n").length).toBe(file?.text.split("\n").length);
  expect(file?.text).toContain('set "RECOLLECT_CLIENT=codex"');
  // A client that names the project's folder has a project, wherever it starts the server.
  expect(file?.text).toContain('if not "%RECOLLECT_FOLDER:~1,1%"==":"');
  const start = startFile({ command: "C:\\Pro grams\\node.exe", args: ["C:\\a\\shim.mjs"], env: { A: "b" } }, "win32");
  expect(start).toEqual({
    name: "start.cmd",
    text: '@echo off\r\nset "A=b"\r\n"C:\\Pro grams\\node.exe" "C:\\a\\shim.mjs" %*\r\n',
  });
});
