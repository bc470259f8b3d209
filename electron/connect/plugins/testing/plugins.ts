import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { resourcePaths } from "../../../platform/resources.ts";
import { readSkills } from "../../../skills/read-skills.ts";
import { SILENT } from "../../../store/testing/open-store.ts";
import { Instructions } from "../../instructions/instructions.ts";
import { backupFolder, connections, here, machine, SHIM } from "../../testing/connections.ts";
import type { PluginSource } from "../plugin.ts";
import { Plugins } from "../plugins.ts";

const ROOT = path.join(import.meta.dirname, "..", "..", "..", "..");

/** The skills that ship with the application. */
export const SKILLS = readSkills(resourcePaths(ROOT).skills);

export const SOURCE: PluginSource = {
  version: "1.2.3",
  skills: SKILLS,
  platform: "linux",
  folder: "/home/ann/.local/share/recollect/plugins/client",
  dataFolder: null,
};

export const pluginFolder = () => path.join(here.home, "data", "plugins");

const clock = { now: () => here.now++ };

/** Instructions and hooks for the test's home folder. */
export function openInstructions(): Instructions {
  // Hooks are recognised by the file name of the shim.
  const shim = { ...SHIM, args: [path.join(here.home, "recollect-shim.mjs")] };
  return new Instructions({ ...machine(), shim, backupFolder: backupFolder(), clock, newId: randomUUID });
}

/** Plugins for the test's home folder. */
export function openPlugins(version = "1.2.3"): Plugins {
  return new Plugins({
    ...machine(),
    connections: connections(),
    instructions: openInstructions(),
    version,
    shim: SHIM,
    skills: async () => SKILLS,
    folder: pluginFolder(),
    backupFolder: backupFolder(),
    clock,
    logger: SILENT,
    newId: randomUUID,
  });
}

/**
 * A program of another vendor on the PATH: a shell script, which appends its arguments to `calls` in the home folder.
 */
export function installProgram(name: string, script: string): void {
  const folder = path.join(here.home, "bin");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(
    file,
    `#!/bin/sh\nexport HOME='${here.home}' PATH=/usr/bin:/bin\necho "$*" >> "$HOME/calls"\n${script}\n`,
  );
  chmodSync(file, 0o755);
}
