import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/** How deep below the home folder projects are looked for, and how many folders are read. */
const DEPTH = 3;
const MAX_FOLDERS = 3_000;
/** Folders with many folders and no projects of a person. */
const OTHERS = new Set(["node_modules", "Library", "AppData", "Applications", "Music", "Pictures", "Movies", "Videos"]);

/** The home folder and the folders near it, in which programs keep conversations of a project. Links are not followed. */
export function foldersNear(home: string): string[] {
  const found: string[] = [];
  let read = 0;
  const walk = (folder: string, depth: number): void => {
    found.push(folder);
    if (depth === 0 || read >= MAX_FOLDERS) return;
    read += 1;
    for (const name of namesIn(folder)) walk(path.join(folder, name), depth - 1);
  };
  walk(home, DEPTH);
  return found;
}

/** False also for a folder that may not be read. */
export function isFolder(folder: string): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

/** The names of the folders in a folder, without hidden ones and links. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && !OTHERS.has(entry.name))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
