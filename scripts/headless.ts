/** `npm run headless`: builds what is missing and serves without a window; the interface opens in a browser. */
import { spawn } from "node:child_process";
import path from "node:path";
import { build } from "./build.ts";
import { root } from "./tools.ts";

/** Starts a long-running program in this one's place: its output, its signals and its exit code are ours. */
export function become(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const child = spawn(command, args, { stdio: "inherit", env });
  // A terminal sends Ctrl+C to both; a service manager signals this process alone.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));
}

export function runHeadless(): void {
  become(process.execPath, [path.join(root, "dist", "electron", "headless.js"), ...process.argv.slice(2)]);
}

if (import.meta.main) {
  build();
  runHeadless();
}
