/** `npm test`: unit and integration tests always; end-to-end tests where a browser and Electron are there. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "./build.ts";
import { missingForEndToEnd, runEndToEnd } from "./e2e.ts";
import { root } from "./tools.ts";

build();
const vitest = path.join(root, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run"], { cwd: root, stdio: "inherit" });
const missing = missingForEndToEnd(process.env);
if (status !== 0) {
  process.exitCode = status ?? 1;
} else if (missing.length === 0) {
  process.exitCode = runEndToEnd([]);
} else {
  console.log(`The end-to-end tests were left out: they need ${missing.join(" and ")}.`);
  // On CI a test that did not run is a failure, not a convenience.
  process.exitCode = process.env.CI === "true" ? 1 : 0;
}
