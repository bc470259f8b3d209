import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { PluginFiles } from "./plugin.ts";

/** Replaces a folder by these files: a reader sees the old folder or the new one, or for an instant none. */
export function writeFolder(folder: string, files: PluginFiles): void {
  const parent = path.dirname(folder);
  mkdirSync(parent, { recursive: true });
  const mark = randomBytes(4).toString("hex");
  const [next, previous] = [path.join(parent, `.${mark}.new`), path.join(parent, `.${mark}.old`)];
  try {
    for (const [name, { text, executable }] of Object.entries(files)) {
      const file = path.join(next, ...name.split("/"));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text, { mode: executable === true ? 0o755 : 0o644 });
    }
    if (existsSync(folder)) renameSync(folder, previous);
    renameSync(next, folder);
  } finally {
    if (existsSync(previous) && !existsSync(folder)) renameSync(previous, folder);
    for (const temporary of [next, previous]) rmSync(temporary, { recursive: true, force: true });
  }
}

/** Whether a folder has exactly these files. */
export function hasFiles(folder: string, files: PluginFiles): boolean {
  if (!existsSync(folder)) return false;
  const present = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  if (present.length !== Object.keys(files).length) return false;
  return Object.entries(files).every(([name, { text }]) => readText(path.join(folder, ...name.split("/"))) === text);
}

/** The text of a file; null if it cannot be read. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
