/** `npm start`: builds the outdated parts and opens the desktop app, or serves headless without a display. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "./build.ts";
import { runHeadless } from "./headless.ts";
import { findElectron, hasDisplay, root, runInForeground, sandboxArguments } from "./tools.ts";

build();
const electron = hasDisplay(process.env) ? (findElectron(process.env) ?? installElectron()) : null;
if (electron !== null) {
  runInForeground(electron, [...sandboxArguments(), root, ...process.argv.slice(2)]);
} else {
  console.log(
    hasDisplay(process.env)
      ? "Electron is not installed (on linux-x64, run npm run electron:fetch), so Recollect runs headless."
      : "There is no display, so Recollect runs headless.",
  );
  runHeadless();
}

/** The official package downloads its binary from GitHub on first use. */
function installElectron(): string | null {
  console.log("Fetching Electron …");
  spawnSync(process.execPath, [path.join(root, "node_modules", "electron", "install.js")], {
    stdio: "ignore",
    timeout: 5 * 60_000,
  });
  return findElectron(process.env);
}
