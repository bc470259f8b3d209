import path from "node:path";
import { matchesPathWildcards } from "../core/util/wildcards.ts";
import { readSmallFile } from "./read-small-file.ts";

/** A variable of a git configuration. Section and key are in lower case; a subsection keeps its case. */
interface ConfigValue {
  readonly section: string;
  readonly subsection: string;
  readonly key: string;
  readonly value: string;
}

/** Where git finds its configuration, and what the conditions of includes refer to. */
export interface GitPlace {
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
export function readGitConfig(place: GitPlace): readonly ConfigValue[] {
  const { home, env, commonFolder, gitFolder } = place;
  const system = env.GIT_CONFIG_NOSYSTEM === undefined ? [env.GIT_CONFIG_SYSTEM ?? "/etc/gitconfig"] : [];
  const xdg = path.join(env.XDG_CONFIG_HOME || path.join(home, ".config"), "git", "config");
  const user = env.GIT_CONFIG_GLOBAL === undefined ? [xdg, path.join(home, ".gitconfig")] : [env.GIT_CONFIG_GLOBAL];
  const own = [path.join(commonFolder, "config"), path.join(gitFolder, "config.worktree")];
  const reading = { place, files: 0 };
  return [...system, ...user, ...own].flatMap((file) => readFile(file, reading));
}

/** The first URL of each remote, by its name, as git rewrites it: `url.<base>.insteadOf`, the longest match first. */
export function remotesOf(config: readonly ConfigValue[]): ReadonlyMap<string, string> {
  const remotes = new Map<string, string>();
  for (const { section, subsection, key, value } of config) {
    if (section === "remote" && key === "url" && !remotes.has(subsection)) {
      remotes.set(subsection, rewrite(value, config));
    }
  }
  return remotes;
}

/** The last value of a variable without a subsection, such as `core.bare`; "" if it is not set. */
export function settingOf(config: readonly ConfigValue[], section: string, key: string): string {
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
