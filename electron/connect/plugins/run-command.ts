import { spawn } from "node:child_process";
import path from "node:path";
import type { Machine } from "../client.ts";
import { writeCommand } from "../write-command.ts";

/** Clients start in seconds; on a busy machine one has taken a minute. */
const COMMAND_TIMEOUT_MS = 180_000;
const MAX_OUTPUT_LENGTH = 2_000;

/**
 * Runs a program that is not on the PATH too: its folder is searched first, for example for the `node` that runs it.
 * @returns the exit code, null if the program did not start or end; and the end of its output without colours
 */
export async function runCommand(
  file: string,
  args: readonly string[],
  { env, home, platform }: Machine,
): Promise<{ readonly code: number | null; readonly output: string }> {
  // With this variable, a client that is an Electron application would run as Node.
  const { ELECTRON_RUN_AS_NODE: _node, ...inherited } = env;
  const pathName = Object.keys(inherited).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const folders = [path.isAbsolute(file) ? path.dirname(file) : "", inherited[pathName] ?? ""];
  const searched = folders.filter((folder) => folder !== "").join(platform === "win32" ? ";" : ":");
  const isBatch = platform === "win32" && /\.(?:cmd|bat)$/i.test(file);
  const [program, words] = isBatch ? [writeCommand("cmd", [file, ...args]).trimEnd(), []] : [file, [...args]];
  return await new Promise((resolve) => {
    const child = spawn(program, words, {
      env: { ...inherited, [pathName]: searched },
      cwd: home,
      shell: isBatch,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: COMMAND_TIMEOUT_MS,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colours start with one
        output = (output + text.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "")).slice(-MAX_OUTPUT_LENGTH);
      });
    }
    child.on("error", (error) => resolve({ code: null, output: error.message }));
    child.on("close", (code) => resolve({ code, output: output.trim() }));
  });
}
