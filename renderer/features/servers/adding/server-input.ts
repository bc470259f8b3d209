import { hasSecretName } from "../../../../electron/core/secrets/secret-name.ts";
import { readServerJson, type ServerJson } from "../../../../electron/core/server-json.ts";
import { toServerName } from "../../../../electron/core/server-name.ts";
import type { StdioServer } from "../../../../electron/core/servers.ts";
import { isRecord } from "../../../../electron/core/util/is-record.ts";

/** A variable of a program, or a header of an address. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

type ProgramDraft = Pick<StdioServer, "kind" | "command" | "args" | "cwd">;
type AddressDraft = { readonly kind: "http" | "sse"; readonly url: string };

/** A server that was read from the owner's text. */
export interface ServerDraft {
  /** The proposed name. */
  readonly name: string;
  readonly transport: ProgramDraft | AddressDraft;
  readonly values: readonly NamedValue[];
}

export type InputProblem = "json" | "empty" | "quote" | "address";

/** Only a client's configuration contains several drafts. */
export type ServerInput =
  /** The `server.json` of a registry. */
  | { readonly kind: "registry"; readonly server: ServerJson }
  | { readonly kind: "drafts"; readonly drafts: readonly ServerDraft[] }
  | { readonly kind: "problem"; readonly problem: InputProblem };

/** The members in which clients keep their servers. */
const LISTS = ["mcpServers", "servers", "context_servers", "mcp"];

/** Reads a command line, a URL, a client's configuration, or a `server.json`. @returns null for a blank text */
export function readServerInput(input: string): ServerInput | null {
  const text = input.trim();
  if (text === "") return null;
  if (/^[{"]/.test(text) && !/^"[^"]*"(?:\s|$)/.test(text)) return readJson(text);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    const draft = addressDraft(null, text, "http", []);
    return draft === null ? problem("address") : { kind: "drafts", drafts: [draft] };
  }
  const line = splitCommandLine(text);
  if (line === null) return problem("quote");
  const { variables, command, args } = line;
  if (command === undefined) return problem("empty");
  const values = Object.entries(variables).map(([name, value]) => namedValue(name, value));
  return { kind: "drafts", drafts: [programDraft(null, command, args, null, values)] };
}

function readJson(text: string): ServerInput {
  const json = parseJson(text);
  if (json === undefined) return problem("json");
  const server = readServerJson(json);
  if (server !== null) return { kind: "registry", server };
  const drafts = draftsIn(json);
  return drafts.length === 0 ? problem("empty") : { kind: "drafts", drafts };
}

/** A complete document, or a part of one, such as `"files": {…},`; undefined if it is neither. */
function parseJson(text: string): unknown {
  const part = text.replace(/,\s*$/, "");
  for (const candidate of [part, `{${part}}`]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // Try the next form.
    }
  }
  return undefined;
}

function draftsIn(json: unknown): ServerDraft[] {
  if (!isRecord(json)) return [];
  const single = draftOf(null, json);
  if (single !== null) return [single];
  const list = LISTS.map((name) => json[name]).find(isRecord);
  if (list !== undefined) return draftsIn(list);
  return Object.entries(json).flatMap(([name, entry]) => draftOf(name, entry) ?? []);
}

/** One entry of a configuration; null if it is not one. */
function draftOf(key: string | null, entry: unknown): ServerDraft | null {
  if (!isRecord(entry)) return null;
  const url = [entry.url, entry.httpUrl, entry.serverUrl].find((value) => typeof value === "string");
  if (url !== undefined) {
    const isSse = entry.type === "sse" || entry.transport === "sse";
    return addressDraft(key, url, isSse ? "sse" : "http", valuesIn(entry.headers ?? entry.http_headers));
  }
  // Some clients keep the command and its arguments in one list.
  const [command, ...first] = Array.isArray(entry.command) ? entry.command.filter(isText) : [entry.command];
  if (!isText(command) || command === "") return null;
  const args = Array.isArray(entry.args) ? entry.args.map(String) : [];
  const cwd = isText(entry.cwd) && entry.cwd !== "" ? entry.cwd : null;
  return programDraft(key, command, [...first.filter(isText), ...args], cwd, valuesIn(entry.env ?? entry.environment));
}

function programDraft(
  key: string | null,
  command: string,
  args: readonly string[],
  cwd: string | null,
  values: readonly NamedValue[],
): ServerDraft {
  const name = key === null ? nameFromCommand(command, args) : toServerName(key);
  return { name, transport: { kind: "stdio", command, args, cwd }, values };
}

/** Returns null if the address is not valid. */
function addressDraft(
  key: string | null,
  address: string,
  kind: AddressDraft["kind"],
  values: readonly NamedValue[],
): ServerDraft | null {
  const url = URL.parse(address);
  if (url === null) return null;
  // Addresses of the older transport usually end with this part.
  const guessed = kind === "http" && /\/sse\/?$/.test(url.pathname) ? "sse" : kind;
  return {
    name: key === null ? nameFromUrl(url) : toServerName(key),
    transport: { kind: guessed, url: address },
    values,
  };
}

function valuesIn(record: unknown): NamedValue[] {
  if (!isRecord(record)) return [];
  return Object.entries(record).map(([name, value]) => namedValue(name, String(value)));
}

const namedValue = (name: string, value: string): NamedValue => ({ name, value, secret: hasSecretName(name) });
const isText = (value: unknown): value is string => typeof value === "string";
const problem = (problem: InputProblem): ServerInput => ({ kind: "problem", problem });

/** A command line without a shell. */
interface CommandLine {
  /** Assignments before the command, as in `LEVEL=debug server`. */
  readonly variables: Readonly<Record<string, string>>;
  /** Undefined if there are only assignments. */
  readonly command: string | undefined;
  readonly args: readonly string[];
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s;
/** A part of a word, quoted or not. A backslash escapes spaces, quotation marks and itself, and is kept before others. */
const PART = /\\([\s"'\\])|'([^']*)'|"((?:\\["\\]|\\(?!["\\])|[^"\\])*)"|([^\s"'])/gsu;

/**
 * Splits a command line into words with the quoting rules of a shell. Continued lines are joined, and a prompt (`$ `)
 * before the command is ignored.
 *
 * @returns null if a quotation mark is not closed
 */
export function splitCommandLine(text: string): CommandLine | null {
  const words = splitWords(text.replace(/^\s*\$\s+/, "").replace(/\\\r?\n/g, " "));
  if (words === null) return null;
  const start = words.findIndex((word) => !ASSIGNMENT.test(word));
  const assignments = words.slice(0, start === -1 ? words.length : start);
  const [command, ...args] = start === -1 ? [] : words.slice(start);
  const variables = Object.fromEntries(
    assignments.map((word) => {
      const [, name = "", value = ""] = ASSIGNMENT.exec(word) ?? [];
      return [name, value];
    }),
  );
  return { variables, command, args };
}

function splitWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  PART.lastIndex = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) {
      if (word !== null) words.push(word);
      word = null;
      at += 1;
      continue;
    }
    PART.lastIndex = at;
    const part = PART.exec(text);
    if (part === null || part.index !== at) return null;
    const [match, escaped, single, double, plain] = part;
    word = (word ?? "") + (escaped ?? single ?? double?.replace(/\\(["\\])/g, "$1") ?? plain ?? "");
    at += match.length;
  }
  return word === null ? words : [...words, word];
}

/** Programs that run another program: their first argument without a hyphen. */
const RUNNERS =
  /^(?:cmd|npx|bunx|uvx|pnpx|dlx|exec|x|run|npm|pnpm|yarn|bun|uv|pipx|deno|node|python3?|tsx|docker|podman|tool)$/;
/** Options of `docker run` and others whose value is the next argument. */
const OPTIONS_WITH_VALUE = /^(?:-e|-v|-p|--env|--volume|--mount|--name|--network|--from|--with|--directory|--package)$/;
/** File names that say nothing about a server. */
const GENERIC = /^(?:index|main|server|mcp|cli|dist|build|src|start|app|lib|bin)$/;

/** Proposes a name: `filesystem` for `npx -y @modelcontextprotocol/server-filesystem`. */
export function nameFromCommand(command: string, args: readonly string[]): string {
  const program = baseName(command);
  if (!RUNNERS.test(program)) return toServerName(withoutAffixes(program));
  const words = args.filter(
    (arg, index) => !/^(?:-|\/c$)/i.test(arg) && !OPTIONS_WITH_VALUE.test(args[index - 1] ?? ""),
  );
  const named = words.find((word) => !RUNNERS.test(word));
  return named === undefined ? toServerName(program) : nameOfPackage(named);
}

/** Proposes a name: `linear` for `https://mcp.linear.app/mcp`. */
export function nameFromUrl(url: URL): string {
  if (/^(?:localhost|[\d.]+|\[.*\])$/.test(url.hostname)) return "local";
  const labels = url.hostname.split(".").slice(0, -1);
  const named = labels.filter((label) => !/^(?:mcp|api|www|co|com)$/.test(label));
  return toServerName(named.at(-1) ?? labels.at(-1) ?? url.hostname);
}

/** The name for a package with scope and version, an image with a tag, or a path. */
function nameOfPackage(text: string): string {
  const nameStart = Math.max(1, text.lastIndexOf("/") + 1);
  const name = text.slice(nameStart).split(/[@:]/, 1)[0] ?? "";
  const parts = `${text.slice(0, nameStart)}${name}`.split(/[/\\]/).filter((part) => part !== "");
  const named = parts.map((part) => withoutAffixes(part)).findLast((part) => part !== "" && !GENERIC.test(part));
  return toServerName(named ?? text);
}

/** `server-files`, `mcp-server-files` and `files-mcp.js` become `files`. */
function withoutAffixes(name: string): string {
  return name
    .replace(/^@/, "")
    .replace(/\.(?:[cm]?[jt]s|py|exe|cmd)$/i, "")
    .replace(/^(?:mcp|server)[-_](?:server[-_])?|[-_](?:mcp[-_])?(?:server|mcp)$/gi, "");
}

function baseName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? path).replace(/\.(?:exe|cmd|bat)$/i, "").toLowerCase();
}
