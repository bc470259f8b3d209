import { baseName } from "../core/server-text/draft-name.ts";
import type { ServerLogLine } from "../core/servers.ts";
import { excerptOf, MAX_EXCERPT } from "./http-errors.ts";

/** Matches the first line with which a package manager says why it failed: npm, uv, docker and others. */
const FAILURE = /^(?:npm (?:error|ERR!)|error:|[×✗]|docker:|podman:|ERR_PNPM|Unable to find image)/;
/** The prefix that npm repeats in each line. */
const PREFIX = /^npm (?:error|ERR!|http|warn|notice)(?:\s+|$)(?:(?:fetch|code|errno|syscall|404)\s+)?/;
/** Matches lines of package managers, stack traces and printed errors that do not say why something failed. */
const NOISE = new RegExp(
  [
    "^(?:404)?$",
    "^(?:A complete log of this run|Note that you can also install|tarball, folder, http url|For a full report see)",
    "^at .*(?::\\d+:\\d+|\\bnative|<anonymous>)\\)?(?: \\{)?$",
    "^[{}\\])]+[,;]?$",
    "^(?:code|errno|syscall|erroredSysCall|hostname|address|port|type|path|dest|spawnargs): ",
    "^(?:See|Run) '?docker ",
    "^npm notice",
  ].join("|"),
);
/** Matches the line that says why a program exited. Runtimes print more lines after it. */
const REASON = /error|cannot|could not|failed|not found|missing|no such|denied|refused|invalid|required/i;

/**
 * Returns what a program or its package manager said when it ended: at most 300 characters of its error output, or an
 * empty text.
 */
export function reasonIn(lines: readonly ServerLogLine[]): string {
  const errors = usefulErrors(lines);
  const start = errors.findIndex((line) => FAILURE.test(line));
  if (start !== -1) return lastThatFit(errors.slice(start));
  return excerptOf(errors.findLast((line) => REASON.test(line)) ?? errors.at(-1) ?? "");
}

/** Returns the last lines of the error output, in at most 300 characters; an empty text if there are none. */
export function lastOutput(lines: readonly ServerLogLine[]): string {
  return lastThatFit(usefulErrors(lines));
}

function usefulErrors(lines: readonly ServerLogLine[]): readonly string[] {
  return lines
    .filter(({ source }) => source === "error")
    .map(({ text }) => text.trim())
    .filter((line) => !NOISE.test(line) && !NOISE.test(line.replace(PREFIX, "")));
}

/** Joins the last lines that have room. */
function lastThatFit(lines: readonly string[]): string {
  const texts = [...new Set(lines.map((line) => line.replace(PREFIX, "")))];
  let text = "";
  for (const line of texts.toReversed()) {
    const longer = text === "" ? line : `${line} ${text}`;
    if (text !== "" && longer.length > MAX_EXCERPT) break;
    text = longer;
  }
  return excerptOf(text);
}

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** npm's variable for how much it logs. */
const LEVEL = "npm_config_loglevel";

/** Returns the variables with which npm reports each attempt to download a package, unless the owner set its level. */
export function downloadVariables({ command, args }: Program, env: NodeJS.ProcessEnv): Record<string, string> {
  const isShell = /^cmd$/i.test(baseName(command)) && args[0]?.toLowerCase() === "/c";
  const isNpm = /^np[mx]$/i.test(baseName(isShell ? (args[1] ?? "") : command));
  const isSet = Object.keys(env).some((name) => name.toLowerCase() === LEVEL);
  return isNpm && !isSet ? { [LEVEL]: "http" } : {};
}
