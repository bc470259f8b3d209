import { existsSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { dataFiles, dataFolder } from "../platform/paths.ts";
import { NODE_ARGUMENTS, withAllocatorSettings } from "../platform/process-memory.ts";

/**
 * Runs the application without a window, in place of this process.
 * @param entry the running file, whose folder is next to the application's
 */
export async function serve(entry: string, args: readonly string[]): Promise<void> {
  const headless = path.join(path.dirname(entry), "..", "electron", "headless.js");
  if (!existsSync(headless)) {
    const { loadOwnText } = await import("./run.ts");
    const { noApplication } = await loadOwnText(
      dataFiles(dataFolder(process.env, process.platform, homedir())),
      process,
    );
    process.stderr.write(`recollect: ${noApplication}\n`);
    process.exitCode = 1;
    return;
  }
  process.argv = [process.execPath, headless, ...args];
  // glibc and V8 read their settings when a process starts. Only newer versions of Node can replace the process.
  const env = withAllocatorSettings(process.env);
  if (process.platform === "linux" && env.MALLOC_ARENA_MAX !== process.env.MALLOC_ARENA_MAX) {
    process.execve?.(process.execPath, [process.execPath, ...NODE_ARGUMENTS, ...process.argv.slice(1)], env);
  }
  await import(pathToFileURL(headless).href);
}
