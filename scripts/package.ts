/**
 * `npm run package -- --dir`: the unpacked application of this platform, as it is installed; `npm run package`: its
 * installers.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { resourcePaths } from "../electron/platform/resources.ts";
import { readSkills } from "../electron/skills/read-skills.ts";
import manifest from "../package.json" with { type: "json" };
import { build } from "./build.ts";
import { refuseUncheckedPackages } from "./complete-lockfile.ts";
import { builderOptions } from "./release/builder-options.ts";
import { changesOf } from "./release/release-notes.ts";
import { signReleaseFile } from "./release/sign-updates.ts";
import { findElectron, root } from "./tools.ts";

const directory = process.argv.includes("--dir");
refuseUncheckedPackages();
// A skill that the format does not allow stops the build.
readSkills(resourcePaths(root).skills);
build();
// Without GitHub the unpacked application contains the local Electron, for tests. Installers are released and contain
// only the official Electron.
const electron = directory ? findElectron(process.env) : null;
const distribution =
  electron !== null && process.platform === "linux" ? [`-c.electronDist=${path.dirname(electron)}`] : [];
const builder = path.join(root, "node_modules", "electron-builder", "cli.js");
const { status } = spawnSync(
  process.execPath,
  [
    builder,
    ...(directory ? ["--dir"] : []),
    "--publish",
    "never",
    ...builderOptions({ env: process.env, platform: process.platform, directory }),
    ...distribution,
  ],
  { cwd: root, stdio: "inherit" },
);
// The release files that installed applications read. A job that merges these files signs the result again.
const key = process.env.RECOLLECT_UPDATE_KEY;
if (status === 0 && !directory && key) {
  const changelog = readFileSync(path.join(root, "CHANGELOG.md"), "utf8");
  // A build of no release has no section there.
  const notes = changelog.includes(`## [${manifest.version}]`) ? changesOf(changelog, manifest.version) : "";
  for (const file of globSync("release/latest*.yml", { cwd: root })) signReleaseFile(path.join(root, file), key, notes);
}
process.exitCode = status ?? 1;
