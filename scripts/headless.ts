/** `npm run headless`: builds the outdated parts and serves without a window; the interface opens in a browser. */
import path from "node:path";
import { NODE_ARGUMENTS, withAllocatorSettings } from "../electron/platform/process-memory.ts";
import { build } from "./build.ts";
import { root, runInForeground } from "./tools.ts";

export function runHeadless(): void {
  const headless = path.join(root, "dist", "electron", "headless.js");
  const args = [...NODE_ARGUMENTS, headless, ...process.argv.slice(2)];
  runInForeground(process.execPath, args, withAllocatorSettings(process.env));
}

if (import.meta.main) {
  build();
  runHeadless();
}
