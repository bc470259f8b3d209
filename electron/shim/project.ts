import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { parseDomain, USER_DOMAIN } from "../core/domain.ts";
import { type ProjectAddress, parseProjectAddress } from "../core/project-address.ts";
import { PLAIN_NAMING } from "../core/project-name.ts";
import { matchesPathWildcards, matchesWildcards } from "../core/util/wildcards.ts";

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
  // Looking at another machine's folder would wait for that machine, and show it who asks.
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

/** ssh stops at this depth too. */
const MAX_DEPTH = 16;

/**
 * The host that ssh connects to for a name: the first `HostName` of the sections of `~/.ssh/config` that match it, as in
 * ssh_config(5), otherwise the name itself. Only the keywords Host, HostName and Include are read; sections of `Match` are
 * not, because their conditions can run programs.
 */
function sshHost(name: string, home: string): string {
  const found = hostNameIn(path.join(home, ".ssh", "config"), name, home, 0);
  return found === null ? name : found.replaceAll("%h", name).replaceAll("%%", "%");
}

function hostNameIn(file: string, name: string, home: string, depth: number): string | null {
  let isMatch = true;
  for (const line of readSmallFile(file).split(/\r?\n/)) {
    const [, keyword = "", rest = ""] = /^(\w+)(?:\s*=\s*|\s+)(.+)$/.exec(line.trim()) ?? [];
    const values = [...rest.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    const word = keyword.toLowerCase();
    if (word === "host") isMatch = matches(values, name);
    if (word === "match") isMatch = values.length === 1 && values[0]?.toLowerCase() === "all";
    if (word === "hostname" && isMatch) return values[0] ?? null;
    if (word === "include" && isMatch && depth < MAX_DEPTH) {
      for (const included of values.flatMap((value) => filesOf(value, home))) {
        const found = hostNameIn(included, name, home, depth + 1);
        if (found !== null) return found;
      }
    }
  }
  return null;
}

/** A section is for the names that a pattern matches and no pattern with an exclamation mark does. */
function matches(patterns: readonly string[], name: string): boolean {
  const isLike = (pattern: string) => matchesWildcards(pattern.toLowerCase(), name.toLowerCase());
  const excluded = patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1));
  return !excluded.some(isLike) && patterns.some((pattern) => !pattern.startsWith("!") && isLike(pattern));
}

/** A path of `Include` is relative to `~/.ssh`; the name of the file can have wildcards. */
function filesOf(value: string, home: string): readonly string[] {
  const pattern = path.resolve(path.join(home, ".ssh"), value.replace(/^~(?=[/\\])/, home));
  if (!/[*?]/.test(pattern)) return [pattern];
  const [folder, name] = [path.dirname(pattern), path.basename(pattern)];
  return namesIn(folder)
    .filter((one) => matchesWildcards(name, one))
    .map((one) => path.join(folder, one))
    .sort();
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A variable of a git configuration. Section and key are in lower case; a subsection keeps its case. */
interface ConfigValue {
  readonly section: string;
  readonly subsection: string;
  readonly key: string;
  readonly value: string;
}

/** Where git finds its configuration, and what the conditions of includes refer to. */
interface GitPlace {
  /** The folder of a repository's data, such as `.git`. */
  readonly gitFolder: string;
  /** The folder with the configuration; worktrees share it. */
  readonly commonFolder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A file can include itself, or many others. */
const MAX_FILES = 100;

/**
 * Reads the configuration of a repository as git does, in the order system, user, repository; files that are missing are
 * empty. The syntax is git-config(1). Runs no program. The package `ini` does not read it: it splits `[remote "my.fork"]` at
 * the dot, keeps the last of several values, cuts a value at `#`, and is case-sensitive.
 *
 * Of the conditions of `includeIf`, `gitdir` and `gitdir/i` are known; files with other conditions are not included.
 */
function readGitConfig(place: GitPlace): readonly ConfigValue[] {
  const { home, env, commonFolder, gitFolder } = place;
  const system = env.GIT_CONFIG_NOSYSTEM === undefined ? [env.GIT_CONFIG_SYSTEM ?? "/etc/gitconfig"] : [];
  const xdg = path.join(env.XDG_CONFIG_HOME || path.join(home, ".config"), "git", "config");
  const user = env.GIT_CONFIG_GLOBAL === undefined ? [xdg, path.join(home, ".gitconfig")] : [env.GIT_CONFIG_GLOBAL];
  const own = [path.join(commonFolder, "config"), path.join(gitFolder, "config.worktree")];
  const reading = { place, files: 0 };
  return [...system, ...user, ...own].flatMap((file) => readFile(file, reading));
}

/** The first URL of each remote, by its name, as git rewrites it: `url.<base>.insteadOf`, the longest match first. */
function remotesOf(config: readonly ConfigValue[]): ReadonlyMap<string, string> {
  const remotes = new Map<string, string>();
  for (const { section, subsection, key, value } of config) {
    if (section === "remote" && key === "url" && !remotes.has(subsection)) {
      remotes.set(subsection, rewrite(value, config));
    }
  }
  return remotes;
}

/** The last value of a variable without a subsection, such as `core.bare`; "" if it is not set. */
function settingOf(config: readonly ConfigValue[], section: string, key: string): string {
  return (
    config.findLast((entry) => entry.section === section && entry.subsection === "" && entry.key === key)?.value ?? ""
  );
}

function rewrite(url: string, config: readonly ConfigValue[]): string {
  const matches = config.filter(
    ({ section, key, value }) => section === "url" && key === "insteadof" && value !== "" && url.startsWith(value),
  );
  const [longest] = matches.sort((one, other) => other.value.length - one.value.length);
  return longest === undefined ? url : longest.subsection + url.slice(longest.value.length);
}

function readFile(file: string, reading: { readonly place: GitPlace; files: number }): ConfigValue[] {
  const { place } = reading;
  reading.files += 1;
  return parse(readSmallFile(file)).flatMap((entry) => {
    const isIncluded = entry.section === "include" || isTrue(entry, file, place);
    if (entry.key !== "path" || !isIncluded || reading.files >= MAX_FILES) return [entry];
    return [entry, ...readFile(resolve(entry.value, file, place.home), reading)];
  });
}

function parse(content: string): ConfigValue[] {
  const values: ConfigValue[] = [];
  let [section, subsection] = ["", ""];
  // A backslash at the end continues a value on the next line.
  for (const line of content.replaceAll(/\\\r?\n/g, "").split("\n")) {
    const text = line.trim();
    const header = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(text);
    if (header !== null) {
      section = header[1]?.toLowerCase() ?? "";
      subsection = header[2]?.replace(/\\(.)/g, "$1") ?? "";
    }
    const [, key, value] = /^([a-z][\w-]*)\s*(?:=(.*))?$/is.exec(text.slice(header?.[0].length ?? 0).trim()) ?? [];
    if (key !== undefined)
      values.push({ section, subsection, key: key.toLowerCase(), value: unquote(value ?? "true") });
  }
  return values;
}

/** Removes quotes, escapes and a comment from a value. */
function unquote(text: string): string {
  let [value, isQuoted, isEscaped] = ["", false, false];
  for (const [index, character] of [...text].entries()) {
    const isComment = character === "#" || character === ";";
    if (isEscaped) value += unescaped(character);
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && isComment && (index === 0 || /\s$/.test(value))) break;
    else if (character !== "\\") value += character;
    isEscaped = !isEscaped && character === "\\";
  }
  return value.trim();
}

function unescaped(character: string): string {
  return { n: "\n", t: "\t", b: "\b" }[character] ?? character;
}

/** Whether the condition of an `includeIf` holds: the pattern matches the folder of the repository's data. */
function isTrue({ section, subsection }: ConfigValue, file: string, { gitFolder, home }: GitPlace): boolean {
  const [, flag, pattern] = /^gitdir(\/i)?:(.+)$/s.exec(subsection) ?? [];
  if (section !== "includeif" || pattern === undefined) return false;
  const start = pattern.replace(/^~(?=\/)/, home).replace(/^\.(?=\/)/, path.dirname(file));
  const absolute = path.isAbsolute(start) ? start : `**/${start}`;
  const whole = absolute.endsWith("/") ? `${absolute}**` : absolute;
  const [folder, given] = [gitFolder, whole].map((one) => (flag === undefined ? one : one.toLowerCase()));
  return matchesPathWildcards(given ?? "", (folder ?? "").replaceAll("\\", "/"));
}

function resolve(value: string, file: string, home: string): string {
  return path.resolve(path.dirname(file), value.replace(/^~(?=[/\\])/, home));
}

/** Far larger than any configuration of git or ssh. */
const MAX_CONFIGURATION_BYTES = 1024 * 1024;

/**
 * The text of a configuration file. Returns "" for a missing, too large or unreadable file, and for a device or pipe, which a
 * repository from elsewhere can name and which would never end.
 */
function readSmallFile(file: string): string {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= MAX_CONFIGURATION_BYTES
      ? readFileSync(file, "utf8").replace(/^\ufeff/, "")
      : "";
  } catch {
    return "";
  }
}
