import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";

/**
 * The folder that the client works in: `RECOLLECT_FOLDER` if it is an absolute path, otherwise the current folder. The
 * variable is for clients that start servers elsewhere; a placeholder that the client did not fill in is not absolute.
 */
export function clientFolder(env: NodeJS.ProcessEnv, currentFolder: () => string): string {
  const given = env.RECOLLECT_FOLDER;
  return given !== undefined && path.isAbsolute(given) ? given : currentFolder();
}

/** A project as its folder names it. */
export interface DetectedProject {
  readonly name: string;
  /** The host of the remote that the name is from; null for a name of another source. */
  readonly host: string | null;
}

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
  return projectFromRemotes(repository.commonFolder) ?? withoutHost(nameOf(rootOf(repository), home));
}

function withoutHost(name: string | null): DetectedProject | null {
  return name === null ? null : { name, host: null };
}

interface Repository {
  readonly root: string;
  /** The folder of the configuration; a worktree shares it with its repository. */
  readonly commonFolder: string;
}

/** Searches upwards, but not in the home folder: a repository there contains settings, not the projects below it. */
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
  const stat = statOf(dotGit);
  if (stat === undefined) return null;
  if (stat.isDirectory()) return statOf(path.join(dotGit, "HEAD")) ? dotGit : null;
  const target = /^gitdir:(.*)$/m.exec(readText(dotGit))?.[1]?.trim();
  return target === undefined || target === "" ? null : path.resolve(path.dirname(dotGit), target);
}

function projectFromRemotes(commonFolder: string): DetectedProject | null {
  const remotes = readRemotes(readText(path.join(commonFolder, "config")));
  const url = remotes.get("origin") ?? (remotes.size === 1 ? [...remotes.values()][0] : undefined);
  const project = url === undefined ? null : parseRemote(url);
  return project !== null && isProject(project.name) ? project : null;
}

/** All worktrees of a repository are one project. */
function rootOf({ root, commonFolder }: Repository): string {
  return path.basename(commonFolder) === ".git" ? path.dirname(commonFolder) : root;
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

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * The first URL of each remote in a git configuration, by the remote's name. The syntax is git-config(1). The
 * package `ini` does not read it: it splits `[remote "my.fork"]` at the dot, keeps the last of several URLs, cuts a URL
 * at `#`, and is case-sensitive.
 */
function readRemotes(config: string): Map<string, string> {
  const remotes = new Map<string, string>();
  let remote: string | null = null;
  for (const line of config.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) {
      const name = /^remote\s+"((?:[^"\\]|\\.)*)"$/i.exec(section.trim())?.[1];
      remote = name?.replace(/\\(.)/g, "$1") ?? null;
      continue;
    }
    const url = /^\s*url\s*=(.*)$/is.exec(line)?.[1]?.trim();
    if (remote !== null && url !== undefined && !remotes.has(remote)) remotes.set(remote, unquote(url));
  }
  return remotes;
}

function unquote(value: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(value)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, "$1");
  return value.replace(/(?<!\s)\s+[#;].*$/s, "");
}

/**
 * The host of a repository, and its path there, `owner/repo` or longer for nested groups, from any form of remote URL:
 * https and ssh URLs, and `user@host:owner/repo`. Null for local paths, which name no project. The port is left out: a
 * host serves a repository on several.
 */
export function parseRemote(url: string): DetectedProject | null {
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(url);
  // The parser of Node: another reading than git's and curl's would let one host pass for another.
  const address = isUrl ? URL.parse(url) : null;
  if (isUrl && (address === null || address.protocol === "file:")) return null;
  const [, scpHost = "", scpPath] = isUrl ? [] : (/^(?:[^@/\\]+@)?([^:/\\]{2,}):(?!\/\/)(.*)$/.exec(url) ?? []);
  const [host, location] = address === null ? [scpHost, scpPath] : [address.hostname, address.pathname];
  if (location === undefined) return null;
  const segments = decode(location.replace(/[?#].*$/s, ""))
    .split("/")
    .filter((segment) => segment !== "" && segment !== "~");
  const last = segments.pop()?.replace(/\.git$/i, "");
  if (!last) return null;
  return { name: [...segments, last].join("/"), host: host.toLowerCase().replace(/\.$/, "") || null };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
