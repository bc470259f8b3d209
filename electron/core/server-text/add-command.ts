import { splitWords } from "./command-line.ts";
import { baseName, RUNNERS } from "./draft-name.ts";

/**
 * What a command line for another client describes. `entry` has the members of an entry in a client's file, and `json` the
 * text of one. `other` is a command of a client that adds no server.
 */
export type AddCommand =
  | { readonly kind: "entry"; readonly name: string | null; readonly entry: Readonly<Record<string, unknown>> }
  | { readonly kind: "json"; readonly name: string | null; readonly json: string }
  | { readonly kind: "other" };

/** Programs that are clients, or change clients' settings. */
const CLIENTS =
  /^(?:claude|codex|gemini|qwen|code|code-insiders|codium|cursor|cursor-agent|windsurf|amp|droid|auggie|opencode|crush|copilot|cline|goose|kiro-cli|kiro|q|iflow|codebuddy|kimi|grok|rovodev|openhands|junie|vibe|cn|trae|mcp-add|add-mcp|install-mcp|smithery|mcpm|mcp-get)$/;
/** Programs of packages that add a server to clients' settings: their first word is the server. */
const ADDERS = /^(?:add-mcp|install-mcp|mcp-add)(?:@.*)?$/;
/** Programs of packages that install servers of their own registry. */
const INSTALLERS =
  /^(?:@smithery\/cli|mcp-get|@michaellatman\/mcp-get|mcpm|@mcpmarket\/[\w.-]{1,100}|mcp-install|smithery)(?:@.*)?$/;
/** Clients that take each word after the program as its argument. */
const KEEP_WORDS = /^(?:codex|amp|kimi|vibe)$/;
const ADD = /^(?:add|add-json|install|new|create)$/;
/** Commands of clients that do not add a server. */
const NOT_ADDED =
  /^(?:list|ls|remove|rm|get|login|logout|auth|enable|disable|reset-project-choices|add-from-claude-desktop|import|inspect|test)$/;

/** Options of the commands that add a server, and whether they take a value. Of others the name decides. */
const OPTIONS: Readonly<Record<string, string>> = {
  "-e": "env",
  "--env": "env",
  "--env-var": "env",
  "-H": "header",
  "--header": "header",
  "--headers": "header",
  "-t": "transport",
  "--transport": "transport",
  "--type": "transport",
  "--url": "url",
  "-u": "url",
  "--http": "httpFlag",
  "--sse": "sseFlag",
  "-n": "name",
  "--name": "name",
  "--command": "command",
  "--cmd": "command",
  "--args": "args",
  "--arg": "arg",
  "--cwd": "cwd",
  "--bearer-token-env-var": "token",
  "--json": "json",
  "--config": "json",
};
const WITH_VALUE =
  /^(?:-s|--(?:scope|timeout|description|include-tools|exclude-tools|client|clients|client-id|callback-port|agent|workspace|profile|trust-level|startup-timeout|startup-timeout-sec|tool-timeout-sec|oauth-[\w-]+))$/;

const ENV = /^[A-Za-z_][A-Za-z0-9_.-]*=/s;
const HEADER = /^[A-Za-z0-9-]+\s*(?::\s?|=)/;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Reads a command line of another client. @returns null if the program is not one */
export function readAddCommand(words: readonly string[]): AddCommand | null {
  const found = clientIn(words);
  if (found === null) return null;
  const { program, rest } = found;
  const flag = rest.findIndex((word) => /^--add-mcp(?:=|$)/.test(word));
  if (flag !== -1) {
    const json = rest[flag]?.includes("=") ? rest[flag]?.slice("--add-mcp=".length) : rest[flag + 1];
    return { kind: "json", name: null, json: json ?? "" };
  }
  const config = rest.indexOf("--mcp-config");
  if (config !== -1 && rest[config + 1]?.startsWith("{")) {
    return { kind: "json", name: null, json: rest[config + 1] ?? "" };
  }
  const extension = withExtension(rest);
  if (extension !== null) return extension;
  if (ADDERS.test(program)) return readArguments(program, rest[0] === "add" ? rest.slice(1) : rest, false);
  const at = rest[0] === "mcp" || rest[0] === "/mcp" ? 1 : 0;
  if (at === 1 && ADD.test(rest[1] ?? "")) return readArguments(program, rest.slice(2), true);
  const isServer = at === 1 && !NOT_ADDED.test(rest[1] ?? "list");
  // `claude mcp serve` and others are servers themselves.
  if (isServer || /^mcp-server$/.test(rest[0] ?? "")) return null;
  return at === 1 ||
    /^(?:plugin|plugins|extension|extensions|config|settings|install)$/.test(rest[0] ?? "") ||
    INSTALLERS.test(program) ||
    (rest[0] ?? "").startsWith("--install")
    ? { kind: "other" }
    : null;
}

/** The client's program, which a package runner may start, and its arguments. */
function clientIn(words: readonly string[]): { readonly program: string; readonly rest: readonly string[] } | null {
  const [first = "", ...others] = words;
  const program = baseName(first);
  if (first === "/mcp") return { program: "", rest: words };
  if (CLIENTS.test(program) && first !== "") return { program, rest: others };
  if (RUNNERS.test(program)) {
    const at = others.findIndex((word) => !/^-|^(?:dlx|exec|x|tool|run)$/.test(word));
    const name = (others[at] ?? "").replace(/(?<=.)@[\w.^~-]*$/, "");
    if (at === -1 || !(ADDERS.test(name) || INSTALLERS.test(name))) return null;
    return { program: name, rest: others.slice(at + 1) };
  }
  // Clients that are not known have the same command.
  return others[0] === "mcp" && ADD.test(others[1] ?? "") ? { program, rest: others } : null;
}

/** `goose session --with-extension "COMMAND"`. */
function withExtension(words: readonly string[]): AddCommand | null {
  const at = words.findIndex((word) => /^--with-(?:remote-|streamable-http-)?extension(?:=|$)/.test(word));
  const option = words[at];
  if (at === -1 || option === undefined) return null;
  const value = option.includes("=") ? option.slice(option.indexOf("=") + 1) : (words[at + 1] ?? "");
  if (ADDRESS.test(value)) {
    const type = option.startsWith("--with-remote") ? "sse" : "http";
    return { kind: "entry", name: null, entry: { url: value, type } };
  }
  return { kind: "entry", name: null, entry: programEntry(splitWords(value) ?? [value], {}) };
}

interface Given {
  readonly env: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly positional: string[];
  /** The words after `--`. */
  program: string[];
  name: string | null;
  transport: string | null;
  url: string | null;
  command: string | null;
  args: string[];
  cwd: string | null;
  token: string | null;
  json: string | null;
}

/** The options and words of `mcp add`. @param isNamed whether the first word is the server's name */
function readArguments(client: string, words: readonly string[], isNamed: boolean): AddCommand {
  const given: Given = {
    env: {},
    headers: {},
    positional: [],
    program: [],
    name: null,
    transport: null,
    url: null,
    command: null,
    args: [],
    cwd: null,
    token: null,
    json: null,
  };
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (word === "--") {
      given.program = words.slice(at + 1);
      break;
    }
    if (isOption(word, given, client, isNamed)) at = readOption(words, at, given);
    else {
      given.positional.push(word);
      at += 1;
    }
  }
  return commandOf(given, isNamed);
}

/** Whether a word belongs to the client. After the program, most options are the program's own. */
function isOption(word: string, given: Given, client: string, isNamed: boolean): boolean {
  if (!/^-{1,2}[A-Za-z]/.test(word)) return false;
  const program = given.positional[isNamed && given.name === null ? 1 : 0];
  if (program === undefined || ADDRESS.test(program) || /\s/.test(program)) return true;
  const isContainer = /^(?:docker|podman)$/.test(baseName(program));
  return (
    !KEEP_WORDS.test(client) &&
    !isContainer &&
    /^(?:-e|--env|-s|--scope|-t|--transport)$/.test(word.split("=")[0] ?? "")
  );
}

/** Reads an option and its values. @returns the position after them */
function readOption(words: readonly string[], at: number, given: Given): number {
  const word = words[at] ?? "";
  const [, option = word, joined] = /^(-{1,2}[\w-]+)=(.*)$/s.exec(word) ?? [];
  const kind = OPTIONS[option];
  if (kind === undefined) return at + (joined === undefined && WITH_VALUE.test(option) ? 2 : 1);
  if (kind === "httpFlag" || kind === "sseFlag") {
    const value = joined ?? words[at + 1] ?? "";
    given.transport = kind === "sseFlag" ? "sse" : "http";
    if (!ADDRESS.test(value)) return at + 1;
    given.url = value;
    return at + (joined === undefined ? 2 : 1);
  }
  const values = [joined ?? words[at + 1] ?? ""];
  let end = at + (joined === undefined ? 2 : 1);
  // Some clients take several variables or headers after one option.
  const more = kind === "env" ? ENV : kind === "header" ? /^[A-Za-z0-9-]+:\s/ : null;
  while (more?.test(words[end] ?? "")) values.push(words[end++] ?? "");
  for (const value of values) setOption(kind, value, given);
  return end;
}

function setOption(kind: string, value: string, given: Given): void {
  switch (kind) {
    case "env":
      for (const one of /^[\w.-]+=[^,]*(?:,[\w.-]+=[^,]*)+$/.test(value) ? value.split(",") : [value]) {
        const end = one.indexOf("=");
        given.env[end === -1 ? one : one.slice(0, end)] = end === -1 ? `\${${one}}` : one.slice(end + 1);
      }
      break;
    case "header": {
      const [start = ""] = HEADER.exec(value) ?? [];
      const [name = ""] = /^[A-Za-z0-9-]*/.exec(start) ?? [];
      if (name !== "") given.headers[name] = value.slice(start.length).trim();
      break;
    }
    case "args":
      given.args = argumentsIn(value);
      break;
    case "arg":
      given.args.push(value);
      break;
    case "name":
    case "transport":
    case "url":
    case "command":
    case "cwd":
    case "token":
    case "json":
      given[kind] = value;
      break;
  }
}

/** The arguments in one option: a JSON list, or words that commas or spaces separate. */
function argumentsIn(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // It is not a JSON list.
  }
  return /\s/.test(value) ? (splitWords(value) ?? [value]) : value.split(",");
}

function commandOf(given: Given, isNamed: boolean): AddCommand {
  const { positional, program, env, headers } = given;
  const takesName = isNamed && given.name === null && (positional.length > 1 || program.length > 0 || hasTarget(given));
  const name = given.name ?? (takesName ? (positional[0] ?? null) : null);
  const rest = [...positional.slice(takesName ? 1 : 0), ...program];
  const json = given.json ?? rest.find((word) => /^\s*\{/.test(word));
  if (json !== undefined && json !== null) return { kind: "json", name, json };
  const url = given.url ?? rest.find((word) => ADDRESS.test(word) && rest[0] === word);
  if (url !== undefined && url !== null) {
    const entry = { url, type: given.transport, headers, bearer_token_env_var: given.token };
    return { kind: "entry", name, entry };
  }
  const words = given.command === null ? rest : [given.command, ...given.args, ...rest];
  const [first = "", ...others] = words;
  const line = others.length === 0 && /\s/.test(first) ? (splitWords(first) ?? words) : words;
  if (line.length === 0 || line[0] === "") return { kind: "other" };
  return { kind: "entry", name, entry: { ...programEntry(line, env), cwd: given.cwd } };
}

const hasTarget = ({ url, command, json }: Given) => url !== null || command !== null || json !== null;

function programEntry(words: readonly string[], env: Readonly<Record<string, string>>): Record<string, unknown> {
  const [command, ...args] = words;
  return { command, args, env };
}
