/** `npm run headless`: builds the outdated parts and serves without a window; the interface opens in a browser. */
import path from "node:path";
import { withAllocatorSettings } from "../electron/platform/allocator.ts";
import { build } from "./build.ts";
import { root, runInForeground } from "./tools.ts";

export function runHeadless(): void {
  const headless = path.join(root, "dist", "electron", "headless.js");
  runInForeground(process.execPath, [headless, ...process.argv.slice(2)], withAllocatorSettings(process.env));
}

if (import.meta.main) {
  build();
  runHeadless();
}
