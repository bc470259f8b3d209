/**
 * `node scripts/release/try-deb.ts [FILE]`: installs a Debian package with its dependencies, captures and searches through
 * the installed shim, and removes the package. Without a file it packs `release/linux-unpacked`. Needs root and a display.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readLiveEndpoint } from "../../electron/platform/endpoint-file.ts";
import { dataFiles } from "../../electron/platform/paths.ts";
import { root, sandboxArguments } from "../tools.ts";
import { builderOptions } from "./builder-options.ts";

const INSTALLED = "/opt/Recollect";
const COMMAND = "/usr/bin/recollect";
const DESKTOP_ENTRY = "/usr/share/applications/recollect.desktop";
const START_TIMEOUT_MS = 90_000;

function run(command: string, args: readonly string[], env = process.env): string {
  const { status, stdout } = spawnSync(command, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}`);
  return stdout;
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Check failed: ${what}`);
  console.log(`✓ ${what}`);
}

function pack(folder: string): string {
  const options = builderOptions({ env: process.env, platform: "linux", directory: true });
  const builder = path.join(root, "node_modules", "electron-builder", "cli.js");
  const prepackaged = path.join(root, "release", "linux-unpacked");
  const output = `-c.directories.output=${folder}`;
  run(
    process.execPath,
    [builder, "--linux", "deb", "--prepackaged", prepackaged, "--publish", "never", output, ...options],
    { ...process.env, CUSTOM_FPM_PATH: path.join(import.meta.dirname, "dpkg-fpm.ts") },
  );
  const [file] = globSync("*.deb", { cwd: folder });
  if (file === undefined) throw new Error("electron-builder made no package.");
  return path.join(folder, file);
}

async function waitFor(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function use(data: string): Promise<void> {
  const env = { ...process.env, RECOLLECT_DATA_DIR: data, RECOLLECT_PORT: "0", RECOLLECT_KEYCHAIN: "off" };
  const endpoint = () => readLiveEndpoint(dataFiles(data).endpoint);
  const app = spawn(COMMAND, [...sandboxArguments(), "--hidden"], { env, stdio: "ignore" });
  const exited = new Promise((resolve) => app.once("exit", resolve));
  await waitFor("the endpoint file", () => endpoint() !== null);
  check(true, "the application starts by its command and writes its endpoint");
  const shim = path.join(INSTALLED, "resources", "app.asar", "dist", "shim", "recollect-shim.mjs");
  const recollect = (...args: readonly string[]) =>
    run(path.join(INSTALLED, "recollect"), [shim, ...args, "--json", "--no-start"], {
      ...env,
      ELECTRON_RUN_AS_NODE: "1",
    });
  const { memory } = JSON.parse(recollect("capture", "The installed package remembers"));
  const { results } = JSON.parse(recollect("search", "installed package", "--all"));
  check(results[0].id === memory.id, "a memory is captured and found through the installed shim");
  app.kill("SIGTERM");
  await exited;
  check(endpoint() === null, "the application stops cleanly");
}

const folder = mkdtempSync(path.join(tmpdir(), "recollect-try-"));
try {
  const file = process.argv[2] ?? pack(folder);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", path.resolve(file)]);
  try {
    check(existsSync(COMMAND), `${COMMAND} exists`);
    const entry = readFileSync(DESKTOP_ENTRY, "utf8");
    check(entry.includes("x-scheme-handler/recollect"), "the desktop entry opens recollect:// addresses");
    check(existsSync(path.join(INSTALLED, "resources", "THIRD-PARTY-NOTICES.txt")), "the notices are installed");
    await use(path.join(folder, "data"));
  } finally {
    run("apt-get", ["remove", "-y", "-qq", "recollect"]);
  }
  check(!existsSync(INSTALLED) && !existsSync(COMMAND), "nothing of the package is left after its removal");
  check(existsSync(dataFiles(path.join(folder, "data")).memories), "the memories stay");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
