import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import { parseRemote, readRemotes } from "./git-config.ts";

/**
 * The folder the client works in: `RECOLLECT_FOLDER`, for clients that start servers elsewhere and fill in where they
 * work (what they did not fill in is no absolute path), else the one the shim was started in.
 */
export function clientFolder(env: NodeJS.ProcessEnv, currentFolder: () => string): string {
  const given = env.RECOLLECT_FOLDER;
  return given !== undefined && path.isAbsolute(given) ? given : currentFolder();
}

/**
 * The project a folder belongs to: `owner/repo` from its repository's remote `origin`, or from its only remote, else the
 * name of the repository's folder, else the folder's own. Null for the home folder, a root, and what cannot be read.
 * `RECOLLECT_PROJECT` overrides; empty, it means none. No program is run.
 * @throws invalid_argument where `RECOLLECT_PROJECT` is a name no project can have
 */
export function detectProject(folder: string, env: NodeJS.ProcessEnv, home: string): string | null {
  const given = env.RECOLLECT_PROJECT?.trim();
  if (given !== undefined) return given === "" ? null : parseDomain(given, "RECOLLECT_PROJECT");
  const start = realPath(folder);
  const repository = findRepository(start, realPath(home));
  if (repository === null) return nameOf(start, home);
  return projectOfRemotes(repository.commonFolder) ?? nameOf(rootOf(repository), home);
}

interface Repository {
  readonly root: string;
  /** Where the configuration lives: of a worktree, the folder it shares with its repository. */
  readonly commonFolder: string;
}

/** Looks upwards, but not into the home folder: a repository of settings there is not what is worked on below it. */
function findRepository(start: string, home: string): Repository | null {
  for (let folder = start; folder !== home; folder = path.dirname(folder)) {
    const gitFolder = readGitFolder(path.join(folder, ".git"));
    if (gitFolder !== null) {
      const common = readText(path.join(gitFolder, "commondir")).trim();
      return { root: folder, commonFolder: path.resolve(gitFolder, common) };
    }
    if (path.dirname(folder) === folder) return null;
  }
  return null;
}

/** `.git` is a folder, or in worktrees and submodules a file that names one. */
function readGitFolder(dotGit: string): string | null {
  const stat = statSync(dotGit, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (stat.isDirectory()) return statSync(path.join(dotGit, "HEAD"), { throwIfNoEntry: false }) ? dotGit : null;
  const target = /^gitdir:\s*(.+?)\s*$/m.exec(readText(dotGit))?.[1];
  return target === undefined ? null : path.resolve(path.dirname(dotGit), target);
}

function projectOfRemotes(commonFolder: string): string | null {
  const remotes = readRemotes(readText(path.join(commonFolder, "config")));
  const url = remotes.get("origin") ?? (remotes.size === 1 ? [...remotes.values()][0] : undefined);
  const project = url === undefined ? null : parseRemote(url);
  return project !== null && isProject(project) ? project : null;
}

/** All worktrees of a repository are one project. */
function rootOf({ root, commonFolder }: Repository): string {
  return path.basename(commonFolder) === ".git" ? path.dirname(commonFolder) : root;
}

/** A folder's name; where no project can have it (a reserved word), with its parent's before it. */
function nameOf(folder: string, home: string): string | null {
  if (folder === realPath(home) || folder === path.parse(folder).root) return null;
  const name = path.basename(folder);
  return [name, `${path.basename(path.dirname(folder))}/${name}`].find(isProject) ?? null;
}

function isProject(name: string): boolean {
  try {
    return parseDomain(name) !== USER_DOMAIN;
  } catch {
    return false;
  }
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
