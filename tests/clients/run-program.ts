import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly timeoutMs: number;
}

/**
 * Runs a program and returns its exit code and its output of both streams, without colours. After the timeout it is
 * killed, and the code is null.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { env, cwd, timeoutMs }: ProgramOptions,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(command, args, {
    env,
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.timeout(timeoutMs),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  child.on("error", (error) => {
    output += `\n${error.message}`;
  });
  const [code] = (await once(child, "close")) as [number | null];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI colours start with one
  return { code, output: output.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "") };
}

/** The time in which a program may exit after SIGTERM. */
const EXIT_TIMEOUT_MS = 3000;

/** Ends a process with SIGTERM, and with SIGKILL if it does not exit in time. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  const timer = setTimeout(() => child.kill("SIGKILL"), EXIT_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
