import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { findChromium, findElectron, root, sandboxArguments } from "../../scripts/tools.ts";

/** A program under test and its output. */
export interface Program {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Resolves to the exit code, null after a signal, once its output is complete. */
  readonly exited: Promise<number | null>;
}

/** The home folder of a test, with the files of other programs. */
export function homeFolder(folder: string): string {
  return path.join(folder, "home");
}

/** Variables that would point to the real data of the machine. */
const OWN_VARIABLES = /^(?:RECOLLECT_|XDG_CONFIG_HOME$|CLAUDE_CONFIG_DIR$|CODEX_HOME$)/;

/** The environment with data and home in the folder of a test, and without a keychain. */
export function environment(folder: string, extra: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !OWN_VARIABLES.test(entry[0]),
  );
  return {
    ...Object.fromEntries(inherited),
    HOME: homeFolder(folder),
    USERPROFILE: homeFolder(folder),
    RECOLLECT_DATA_DIR: folder,
    RECOLLECT_PORT: "0",
    RECOLLECT_KEYCHAIN: "off",
    ...extra,
  };
}

const running = new Set<ChildProcess>();

/** Kills the programs that a failed test left running. */
export function stopPrograms(): void {
  for (const child of running) child.kill("SIGKILL");
}

export function run(command: string, args: readonly string[], env: Record<string, string>): Program {
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return { process: child, output: () => output, exited };
}

/** Runs the headless server like `npm run headless`, without building it. */
export function runHeadless(folder: string, extra: Record<string, string> = {}): Program {
  const entry = path.join(root, "dist", "electron", "headless.js");
  return run(process.execPath, [entry], environment(folder, extra));
}

export const shimFile: string = path.join(root, "dist", "shim", "recollect-shim.mjs");

export function electronProgram(): { readonly executable: string; readonly args: readonly string[] } {
  return { executable: required(findElectron(process.env), "Electron"), args: sandboxArguments() };
}

export function chromiumProgram(): { readonly executable: string; readonly args: readonly string[] } {
  return { executable: required(findChromium(process.env), "Chromium"), args: sandboxArguments() };
}

function required(file: string | null, name: string): string {
  if (file === null) throw new Error(`${name} is missing; npm run test:e2e says how to get it.`);
  return file;
}
