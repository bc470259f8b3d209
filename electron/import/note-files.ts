import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import type { Ignore } from "ignore";
import type { SkipReason } from "../core/memory-import.ts";

/** Whether a name is a Markdown file's. */
export const NOTE = /\.(?:md|markdown)$/i;
const IGNORE_FILE = ".gitignore";
/** A larger one is not read. */
const MAX_IGNORE_BYTES = 1024 * 1024;
/**
 * The folders in which package managers store the code of others, each with the file next to it that identifies it; ""
 * if the name is enough.
 */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  node_modules: [],
  bower_components: [],
  jspm_packages: [],
  "site-packages": [],
  __pycache__: [],
  "elm-stuff": [],
  vendor: ["composer.json", "go.mod", "Gemfile"],
  Pods: ["Podfile"],
  Carthage: ["Cartfile"],
  deps: ["mix.exs"],
  target: ["Cargo.toml", "pom.xml"],
};
/** The file in a virtual environment of Python, whatever the name of its folder. */
const PYTHON_ENVIRONMENT = "pyvenv.cfg";

/** The notes in a folder, and the files and folders that are left out. */
export interface ListedNotes {
  /** Relative to the folder, sorted. */
  readonly files: readonly string[];
  readonly skipped: ReadonlyMap<SkipReason, readonly string[]>;
  /** Folders that cannot be listed. */
  readonly unreadable: readonly string[];
}

/** The rules of one `.gitignore`, for paths relative to its folder. */
interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

/**
 * Lists the Markdown files of a folder without opening them. It leaves out hidden files, links, the dependencies of
 * programs and, as git does, the files and folders that the `.gitignore` files in the folder name.
 * @throws Error if the folder cannot be listed
 */
export async function listNotes(folder: string): Promise<ListedNotes> {
  const { default: ignore } = await import("ignore");
  const files: string[] = [];
  const skipped = new Map<SkipReason, string[]>();
  const unreadable: string[] = [];
  const skip = (reason: SkipReason, place: string) => {
    const places = skipped.get(reason) ?? [];
    places.push(place);
    skipped.set(reason, places);
  };

  const walk = async (relative: string, entries: readonly Dirent[], above: readonly Rules[]): Promise<void> => {
    const names = new Set(entries.map(({ name }) => name));
    const own = names.has(IGNORE_FILE) ? await readRules(path.join(folder, relative, IGNORE_FILE)) : null;
    const rules = own === null ? above : [...above, { folder: relative, rules: ignore().add(own) }];
    for (const entry of entries) {
      const place = path.join(relative, entry.name);
      const isFolder = entry.isDirectory();
      const isNote = NOTE.test(entry.name);
      if (entry.name.startsWith(".")) {
        if (isNote || (isFolder && entry.name !== ".git")) skip("hidden", place);
      } else if (entry.isSymbolicLink()) {
        if (isNote || (await isFolderLink(path.join(folder, place)))) skip("link", place);
      } else if (!isFolder && !isNote) {
        skip("other-file", place);
      } else if (isIgnored(place, isFolder, rules)) {
        skip("ignored", place);
      } else if (!isFolder) {
        if (entry.isFile()) files.push(place);
      } else {
        const inside = await readdir(path.join(folder, place), { withFileTypes: true }).catch(() => null);
        if (inside === null) unreadable.push(place);
        else if (isDependency(entry.name, names, inside)) skip("dependency", place);
        else await walk(place, inside, rules);
      }
    }
  };

  await walk("", await readdir(folder, { withFileTypes: true }), []);
  return { files: files.sort(), skipped, unreadable };
}

async function readRules(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile() || found.size > MAX_IGNORE_BYTES) return null;
  return await readFile(file, "utf8").catch(() => null);
}

/** As git decides: the last file that has a rule for the path. */
function isIgnored(place: string, isFolder: boolean, rules: readonly Rules[]): boolean {
  for (const { folder, rules: own } of rules.toReversed()) {
    const relative = path.relative(folder, place).split(path.sep).join("/");
    const { ignored, unignored } = own.test(isFolder ? `${relative}/` : relative);
    if (ignored || unignored) return ignored;
  }
  return false;
}

function isDependency(name: string, siblings: ReadonlySet<string>, inside: readonly Dirent[]): boolean {
  if (inside.some((entry) => entry.name === PYTHON_ENVIRONMENT)) return true;
  const markers = Object.hasOwn(DEPENDENCIES, name) ? DEPENDENCIES[name] : undefined;
  return markers !== undefined && (markers.length === 0 || markers.some((marker) => siblings.has(marker)));
}

async function isFolderLink(link: string): Promise<boolean> {
  return (await stat(link).catch(() => null))?.isDirectory() === true;
}
