import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { writePrivateFile } from "./atomic-file.ts";

/**
 * Copies the shim's folder to a permanent path that clients' configurations can name. Files of an earlier version stay,
 * because a running shim may still load them.
 * @param shim the path of its entry, in an archive or a mount
 * @returns the entry in the copy, or `shim` if the folder is not writable, which the start reports
 */
export function copyShim(shim: string, folder: string): string {
  try {
    copyAll(shim, folder);
    return path.join(folder, path.basename(shim));
  } catch {
    return shim;
  }
}

function copyAll(shim: string, folder: string): void {
  const source = path.dirname(shim);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(source).filter((file) => file.endsWith(".mjs"))) {
    const content = readFileSync(path.join(source, name), "utf8");
    const target = path.join(folder, name);
    if (content !== readExisting(target)) writePrivateFile(target, content);
  }
}

function readExisting(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
