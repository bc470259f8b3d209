/** `npm run headless`: builds what is out of date and serves without a window; the interface opens in a browser. */
import path from "node:path";
import { build } from "./build.ts";
import { root, runInForeground } from "./tools.ts";

export function runHeadless(): void {
  runInForeground(process.execPath, [path.join(root, "dist", "electron", "headless.js"), ...process.argv.slice(2)]);
}

if (import.meta.main) {
  build();
  runHeadless();
}
