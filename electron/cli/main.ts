import module from "node:module";
import { fileURLToPath } from "node:url";

// One entry for clients, hooks and people. Each loads only the modules it needs: clients wait for the first response.
const [command, ...rest] = process.argv.slice(2);
const wantsHelp = command !== undefined && (rest.includes("--help") || rest.includes("-h"));
if ((command === "mcp" && !wantsHelp) || (command === undefined && !(await isTerminal()))) {
  await import("../shim/main.ts");
} else if (command === "hook" && !wantsHelp) {
  const { runHook } = await import("./hook/run-hook.ts");
  await runHook(rest);
} else if (command === "serve" && !wantsHelp) {
  const { serve } = await import("./serve.ts");
  await serve(fileURLToPath(import.meta.url), rest);
} else {
  // Compiling takes a third of the time of most commands. Node 20 has no cache.
  module.enableCompileCache?.();
  const { homedir } = await import("node:os");
  const { runCommandLine } = await import("./run.ts");
  const { stdout, stderr, env, platform } = process;
  // A reader such as head may close the pipe early.
  stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  const isOther = command === "mcp" || command === "hook" || command === "serve";
  process.exitCode = await runCommandLine(isOther ? ["help", command] : process.argv.slice(2), {
    // Creating the stream takes as long as a request, and most commands do not read it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    env,
    platform,
    home: homedir(),
    folder: process.cwd(),
    entry: fileURLToPath(import.meta.url),
  });
}

/** Whether a person is at standard input. Loaded on demand, because it needs Node's network. */
async function isTerminal(): Promise<boolean> {
  return (await import("node:tty")).isatty(0);
}
