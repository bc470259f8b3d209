/** `npm run package:dir`: the unpacked application of this platform, as it is installed; `npm run package`: its installers. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "./build.ts";
import { findElectron, root } from "./tools.ts";

const directory = process.argv.includes("--dir");
build();
// A machine that cannot reach GitHub packs the Electron it has. That is for trying and testing: installers, which are
// what is released, are made with the official one alone.
const electron = directory ? findElectron(process.env) : null;
const distribution =
  electron !== null && process.platform === "linux" ? [`-c.electronDist=${path.dirname(electron)}`] : [];
const builder = path.join(root, "node_modules", "electron-builder", "cli.js");
const { status } = spawnSync(
  process.execPath,
  [builder, ...(directory ? ["--dir"] : []), "--publish", "never", ...distribution],
  { cwd: root, stdio: "inherit" },
);
process.exitCode = status ?? 1;
