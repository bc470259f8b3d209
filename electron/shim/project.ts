import { realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import { type ProjectAddress, parseProjectAddress } from "../core/project-address.ts";
import { PLAIN_NAMING } from "../core/project-name.ts";
import { readGitConfig, remotesOf, settingOf } from "./git-config.ts";
import { readSmallFile } from "./read-small-file.ts";
import { sshHost } from "./ssh-host.ts";

/**
 * The folder that the client works in: `RECOLLECT_FOLDER` if it is an absolute path, otherwise the current folder. The
 * variable is for clients that start servers elsewhere; a placeholder that the client did not fill in is not absolute.
 */
export function clientFolder(env: NodeJS.ProcessEnv, currentFolder: () => string): string {
  const given = env.RECOLLECT_FOLDER;
  return given !== undefined && path.isAbsolute(given) ? given : currentFolder();
}

/** A project as its folder names it. The host is of the remote that the name is from, and null for another source. */
export type DetectedProject = ProjectAddress;

/**
 * The headers that send a project to the application, which decides about its final name: a host is bound to a name on
 * its first use ({@link ProjectHosts}).
 */
export function projectHeaders(project: DetectedProject | null): Readonly<Record<string, string>> {
  if (project === null) return {};
  const { name, host } = project;
  return {
    "recollect-project": encodeURIComponent(name),
    ...(host === null ? {} : { "recollect-project-host": encodeURIComponent(host) }),
  };
}

/**
 * The project that a folder belongs to: `owner/repo` from its repository's remote `origin`, or from its only remote,
 * otherwise the name of the repository's folder, otherwise the folder's own name. Null for the home folder, a root
 * folder and a folder that cannot be read. `RECOLLECT_PROJECT` overrides it; an empty value means null. Runs no
 * program.
 * @throws invalid_argument if `RECOLLECT_PROJECT` is not a valid project name
 */
export function detectProject(folder: string, env: NodeJS.ProcessEnv, home: string): DetectedProject | null {
  const given = env.RECOLLECT_PROJECT?.trim();
  if (given !== undefined) return withoutHost(given === "" ? null : parseDomain(given, "RECOLLECT_PROJECT"));
  const start = realPath(folder);
  const repository = findRepository(start, realPath(home));
  if (repository === null) return withoutHost(nameOf(start, home));
  const config = readGitConfig({ ...repository, home: realPath(home), env });
  return projectFromRemotes(config, home) ?? withoutHost(nameOf(rootOf(repository, config), home));
}

/**
 * The project of a folder in any spelling: with `~`, or of another system. A folder that does not exist here, or is on
 * another machine, names its project by its own name.
 */
export function projectOfPath(folder: string, home: string): DetectedProject | null {
  const own = /^~(?=[/\\]|$)/.test(folder) ? path.join(home, folder.slice(1)) : folder;
  // Looking at another machine's folder would wait for it, and tell it who asks.
  const isOwn = path.isAbsolute(own) && !/^[/\\]{2}/.test(own);
  return isOwn ? detectProject(own, {}, home) : PLAIN_NAMING.ofFolder(folder);
}

function withoutHost(name: string | null): DetectedProject | null {
  return name === null ? null : { name, host: null };
}

type GitConfig = ReturnType<typeof readGitConfig>;

interface Repository {
  readonly root: string;
  /** The folder of the data of this worktree. */
  readonly gitFolder: string;
  /** The folder of the configuration; a worktree shares it with its repository. */
  readonly commonFolder: string;
}

/** Searches upwards, but not in the home folder: a repository there contains settings, not the projects below it. */
function findRepository(start: string, home: string): Repository | null {
  for (let folder = start; folder !== home; folder = path.dirname(folder)) {
    const gitFolder = readGitFolder(path.join(folder, ".git"));
    if (gitFolder !== null) {
      const common = readSmallFile(path.join(gitFolder, "commondir")).trim();
      return { root: folder, gitFolder, commonFolder: path.resolve(gitFolder, common) };
    }
    if (isBareRepository(folder)) return { root: folder, gitFolder: folder, commonFolder: folder };
    if (path.dirname(folder) === folder) return null;
  }
  return null;
}

/** Whether a folder is the data of a repository itself. */
function isBareRepository(folder: string): boolean {
  return ["HEAD", "objects", "refs", "config"].every((name) => statOf(path.join(folder, name)) !== undefined);
}

/** `.git` is a folder, or in worktrees and submodules a file that names one. */
function readGitFolder(dotGit: string): string | null {
  const stat = statOf(dotGit);
  if (stat === undefined) return null;
  if (stat.isDirectory()) return statOf(path.join(dotGit, "HEAD")) ? dotGit : null;
  const target = /^gitdir:(.*)$/m.exec(readSmallFile(dotGit))?.[1]?.trim();
  return target === undefined || target === "" ? null : path.resolve(path.dirname(dotGit), target);
}

function projectFromRemotes(config: GitConfig, home: string): DetectedProject | null {
  const remotes = remotesOf(config);
  const url = remotes.get("origin") ?? (remotes.size === 1 ? [...remotes.values()][0] : undefined);
  const project = url === undefined ? null : parseProjectAddress(withSshHost(url, home));
  return project !== null && isProject(project.name) ? project : null;
}

/** Replaces the name that a section of ssh's configuration gives to a host. */
function withSshHost(url: string, home: string): string {
  const [, start, host, rest] =
    /^((?:(?:git\+)?ssh(?:\+git)?:\/\/)(?:[^@/\\]+@)?)([^:/\\[\]]+)(.*)$/is.exec(url) ??
    /^((?:[^@/\\:]+@)?)([^:/\\[\]]{2,})(:(?!\/\/|:).*)$/s.exec(url) ??
    [];
  return start === undefined || host === undefined ? url : `${start}${sshHost(host, home)}${rest}`;
}

/** The folder that names a repository without a remote: all its worktrees are one project. */
function rootOf({ root, gitFolder, commonFolder }: Repository, config: GitConfig): string {
  if (path.basename(commonFolder) === ".git") return path.dirname(commonFolder);
  const worktree = settingOf(config, "core", "worktree");
  const isBare = settingOf(config, "core", "bare") === "true";
  if (gitFolder === commonFolder && !isBare) return root;
  if (worktree !== "") return path.resolve(commonFolder, worktree);
  // A bare clone: `project.git`, or a hidden folder in the one with the worktrees.
  const name = path.basename(commonFolder);
  return name.startsWith(".") ? path.dirname(commonFolder) : commonFolder.replace(/\.git$/i, "");
}

/** The folder's name, preceded by its parent's if the name is reserved. */
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

/** Undefined for a file that is missing or not accessible, and for what no path can be. */
function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
