import { spawn } from "node:child_process";
import { once } from "node:events";

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly limitMs: number;
}

/** Runs a program to its end; its two outputs together, without colours. Past the limit it is ended, with a null code. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { env, cwd, limitMs }: ProgramOptions,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(command, args, {
    env,
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    signal: AbortSignal.timeout(limitMs),
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
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return { code, output: output.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "") };
}
