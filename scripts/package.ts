/**
 * `npm run package -- --dir`: the unpacked application of this platform, as it is installed; `npm run package`: its
 * installers.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "./build.ts";
import { refuseUncheckedPackages } from "./complete-lockfile.ts";
import { findElectron, root } from "./tools.ts";

const directory = process.argv.includes("--dir");
refuseUncheckedPackages();
build();
// Without GitHub the unpacked application contains the local Electron, for tests. Installers are released and contain
// only the official Electron.
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
