import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";
import { enableCompileCache } from "../platform/compile-cache.ts";
import { dataFiles, dataFolder } from "../platform/paths.ts";
import { runsInApplication } from "../window-api/command-request.ts";
import { runHook } from "./hook/run-hook.ts";
import { printAnswer } from "./in-application/print-answer.ts";

// One entry for clients, hooks and people. Each loads only the modules it needs: clients wait for the first response.
void start(process.argv.slice(2));

async function start(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  const wantsHelp = command !== undefined && (rest.includes("--help") || rest.includes("-h"));
  if ((command === "mcp" && !wantsHelp) || (command === undefined && !isatty(0))) {
    await import("../shim/main.ts");
  } else if (command === "hook" && !wantsHelp) {
    await runHook(rest);
  } else if (command === "serve" && !wantsHelp) {
    const { serve } = await import("./serve.ts");
    await serve(fileURLToPath(import.meta.url), rest);
  } else {
    // A reader such as head may close the pipe early.
    const endOutput = (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1);
    const code = runsInApplication(args) ? await printAnswer(args).catch(endOutput) : null;
    // All is written. Node's own end takes milliseconds more.
    if (code !== null) process.exit(code);
    process.stdout.on("error", endOutput);
    process.exitCode = await runHere(args);
  }
}

async function runHere(args: readonly string[]): Promise<number> {
  const { stdout, stderr, env, platform } = process;
  const home = homedir();
  const { folder, compiledCode } = dataFiles(dataFolder(env, platform, home));
  // Compiling takes a third of the time of most commands.
  if (existsSync(folder)) enableCompileCache(compiledCode);
  const { runCommandLine } = await import("./run.ts");
  const [command = ""] = args;
  const isOther = command === "mcp" || command === "hook" || command === "serve";
  return await runCommandLine(isOther ? ["help", command] : args, {
    // Creating the stream takes as long as a request, and most commands do not read it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    env,
    platform,
    home,
    folder: process.cwd(),
    entry: fileURLToPath(import.meta.url),
  });
}
