import { readdirSync } from "node:fs";
import path from "node:path";
import { matchesWildcards } from "../core/util/wildcards.ts";
import { readSmallFile } from "./read-small-file.ts";

/** ssh stops at this depth too. */
const MAX_DEPTH = 16;

/**
 * The host that ssh connects to for a name: the first `HostName` of the sections of `~/.ssh/config` that match it, as in
 * ssh_config(5), otherwise the name itself. Only the keywords Host, HostName and Include are read; sections of `Match` are
 * not, because their conditions can run programs.
 */
export function sshHost(name: string, home: string): string {
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
