import { isatty } from "node:tty";
import { fileURLToPath } from "node:url";

// One entry for clients, hooks and people. Each loads only the modules it needs: clients wait for the first response.
const [command, ...rest] = process.argv.slice(2);
if (command === "mcp" || (command === undefined && !isatty(0))) {
  await import("../shim/main.ts");
} else if (command === "hook") {
  const { runHook } = await import("./hook/run-hook.ts");
  await runHook(rest);
} else if (command === "serve") {
  const { serve } = await import("./serve.ts");
  await serve(fileURLToPath(import.meta.url), rest);
} else {
  const { runCommandLine } = await import("./run.ts");
  await runCommandLine(process.argv.slice(2), fileURLToPath(import.meta.url));
}
