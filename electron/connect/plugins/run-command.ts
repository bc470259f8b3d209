import { spawn } from "node:child_process";
import type { Machine } from "../client.ts";
import { writeCommand } from "../write-command.ts";

/** Clients start in seconds; on a busy machine one has taken a minute. */
const COMMAND_TIMEOUT_MS = 180_000;
const MAX_OUTPUT_LENGTH = 2_000;

/** Returns the exit code of a program (null if it did not start or end), and the end of its output without colours. */
export async function runCommand(
  file: string,
  args: readonly string[],
  { env, home, platform }: Machine,
): Promise<{ readonly code: number | null; readonly output: string }> {
  // Variables of this process must not make the client another program.
  const { ELECTRON_RUN_AS_NODE: _node, ...inherited } = env;
  const isBatch = platform === "win32" && /\.(?:cmd|bat)$/i.test(file);
  const [program, words] = isBatch ? [writeCommand("cmd", [file, ...args]).trimEnd(), []] : [file, [...args]];
  return await new Promise((resolve) => {
    const child = spawn(program, words, {
      env: inherited,
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
