import type { ClientNote } from "../client-note.ts";
import { readServerJson, type ServerJson } from "../server-json.ts";
import { toServerName } from "../server-name.ts";
import { isRecord } from "../util/is-record.ts";
import { readAddCommand } from "./add-command.ts";
import { type Block, blocksIn, commandsIn, startsWithCommand } from "./blocks.ts";
import { linksIn, readLink } from "./links.ts";
import { type KnownInputs, readKnownInputs } from "./placeholders.ts";
import { addressDraft, draftOf, type ServerDraft } from "./server-draft.ts";
import { type FormatProblem, parseJson, parseToml, parseYaml } from "./structured.ts";

/** What a text describes. Drafts have different names. */
export type ServerText =
  /** The `server.json` of a registry. */
  | { readonly kind: "registry"; readonly server: ServerJson }
  | { readonly kind: "drafts"; readonly drafts: readonly ServerDraft[] }
  | { readonly kind: "problem"; readonly problem: ClientNote };

const MAX_CHARACTERS = 200_000;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Reads the documentation of a server: JSON, TOML or YAML of a client, on its own or in a text with other words; a
 * command line of the server, or of a client that adds it; a link that a client opens; an address; a package; a
 * `server.json`. Nothing of it is run.
 *
 * @returns null for a blank text
 */
export function readServerText(input: string): ServerText | null {
  if (input.length > MAX_CHARACTERS) return problem({ reason: "text_long" });
  const text = input
    .replace(/^\ufeff/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\u00a0", " ")
    .trimEnd();
  if (text === "") return null;
  const found: Found = { drafts: [], server: null, problem: null };
  readWhole(text, found);
  if (found.server === null && found.drafts.length === 0) readParts(text, found);
  return textOf(found);
}

/** Reads the words of a command line that adds a server to another client. @returns null for another command line */
export function readAddWords(words: readonly string[]): ServerText | null {
  if (readAddCommand(words) === null) return null;
  const found: Found = { drafts: [], server: null, problem: null };
  readWords(words, found, {}, null);
  return textOf(found);
}

function textOf(found: Found): ServerText {
  if (found.server !== null) return { kind: "registry", server: found.server };
  if (found.drafts.length > 0) return { kind: "drafts", drafts: withDifferentNames(found.drafts) };
  return problem(found.problem ?? { reason: "text_empty" });
}

interface Found {
  readonly drafts: ServerDraft[];
  server: ServerJson | null;
  /** The first problem of a part that looked like a server. */
  problem: ClientNote | null;
}

/** A text that is one link, address, package or document. */
function readWhole(text: string, found: Found): void {
  const word = text.trim();
  if (ADDRESS.test(word) || !/\s/.test(word)) {
    const named = readPackage(word);
    const link = linksIn(word)[0] === word ? readLink(word) : null;
    if (link !== null) found.drafts.push(...draftsOfLink(link));
    else if (ADDRESS.test(word) && !word.includes("\n")) addAddress(word, found);
    else if (named !== null) found.drafts.push(named);
  }
  // The command line of a client may contain JSON.
  if (found.drafts.length === 0 && found.problem === null && !startsWithCommand(text))
    readDocument({ text, language: null, linesBefore: 0 }, found);
}

/** A text with other words: blocks, then command lines and links. */
function readParts(text: string, found: Found): void {
  const { blocks, rest } = blocksIn(text);
  for (const block of blocks) {
    if (!readDocument(block, found)) readCommands(block.text, found);
    if (found.server !== null) return;
  }
  if (found.drafts.length > 0) return;
  for (const link of linksIn(text)) {
    const content = readLink(link);
    if (content !== null) found.drafts.push(...draftsOfLink(content));
  }
  if (found.drafts.length === 0 && found.problem === null) readCommands(rest, found);
}

const LOOKS_LIKE_JSON = /^(?:\/\/[^\n]*\n|\/\*[^*]*\*\/|\s)*(?:[{]|\[\s*[{"\]]|"[^"\n]{1,200}"\s*:)/;
const LOOKS_LIKE_TOML = /^[ \t]*\[{1,2}[\w."' -]+\]{1,2}[ \t]*(?:#.*)?$/m;
const LOOKS_LIKE_YAML = /^[ \t]*(?:- )?["']?[\w.-]+["']?:(?:[ \t]|$)/m;
/** Words that only configurations of servers have. */
const OF_SERVERS =
  /^[ \t]*(?:- )?["']?(?:mcpServers|mcp_servers|servers|extensions|command|cmd|url|uri|httpUrl)["']?:/m;

/** Reads JSON, TOML or YAML. @returns whether the text is of one of these formats */
function readDocument({ text, language, linesBefore }: Block, found: Found): boolean {
  const isToml = LOOKS_LIKE_TOML.test(text) && /^[ \t]*[\w."'-]+[ \t]*=/m.test(text);
  const isJson = LOOKS_LIKE_JSON.test(text);
  if (!isJson && !isToml && !LOOKS_LIKE_YAML.test(text)) return false;
  const parsed = isJson ? parseJson(text) : isToml ? parseToml(text) : parseYaml(text);
  if ("format" in parsed) {
    // Other texts look like TOML and YAML too.
    const isSure = isJson || (isToml ? language === "toml" || /\[{1,2}["']?mcp/i.test(text) : OF_SERVERS.test(text));
    if (isSure) found.problem ??= formatProblem(parsed, linesBefore);
    return isSure;
  }
  const before = found.drafts.length;
  const server = readServerJson(parsed.value);
  if (server === null) found.drafts.push(...draftsIn(parsed.value));
  else found.server ??= server;
  return isJson || found.drafts.length > before || server !== null;
}

function readCommands(text: string, found: Found): void {
  const { commands, installs } = commandsIn(text);
  for (const { words, variables, folder } of commands) {
    if (words === null) {
      found.problem ??= { reason: "text_quote" };
      continue;
    }
    readWords(words, found, variables, folder);
  }
  if (installs && commands.length === 0) found.problem ??= { reason: "text_install" };
}

function readWords(
  words: readonly string[],
  found: Found,
  variables: Readonly<Record<string, string>>,
  folder: string | null,
): void {
  const added = readAddCommand(words);
  if (added === null) addDraft(programDraft(words, variables, folder), found);
  else if (added.kind === "other") found.problem ??= { reason: "text_client" };
  else if (added.kind === "json") readJsonOf(added.name, added.json, found);
  else {
    const draft = draftOf(added.name, added.entry, new Map());
    if (draft === null) found.problem ??= { reason: "text_address" };
    addDraft(draft, found);
  }
}

function programDraft(
  [command, ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string | null,
): ServerDraft | null {
  return draftOf(null, { command: [command], args, env, cwd }, new Map());
}

function formatProblem({ format, problem, line, column }: FormatProblem, linesBefore: number): ClientNote {
  return { reason: "text_format", params: { format, problem, line: line + linesBefore, column } };
}

function readJsonOf(name: string | null, json: string, found: Found): void {
  const parsed = parseJson(json);
  if ("format" in parsed) found.problem ??= formatProblem(parsed, 0);
  else found.drafts.push(...draftsIn(parsed.value, name));
}

function draftsOfLink({ name, json, inputs }: NonNullable<ReturnType<typeof readLink>>): readonly ServerDraft[] {
  const parsed = parseJson(json);
  if ("format" in parsed) return [];
  const known = inputs === null ? undefined : parseJson(inputs);
  return draftsIn(
    parsed.value,
    name,
    known === undefined || "format" in known ? new Map() : readKnownInputs(known.value),
  );
}

function addAddress(text: string, found: Found): void {
  const draft = addressDraft(null, text, null, { inputs: new Map(), values: [] });
  if (draft === null) found.problem ??= { reason: "text_address" };
  else found.drafts.push(draft);
}

function addDraft(draft: ServerDraft | null, found: Found): void {
  if (draft !== null) found.drafts.push(draft);
}

/** Leaves out drafts that are the same, and numbers names that occur twice. */
function withDifferentNames(drafts: readonly ServerDraft[]): readonly ServerDraft[] {
  const seen = new Set<string>();
  const names = new Set<string>();
  return drafts.flatMap((draft) => {
    const { name, transport, values } = draft;
    const key = JSON.stringify([transport, values]);
    if (seen.has(key)) return [];
    seen.add(key);
    let free = name;
    for (let number = 2; names.has(free); number += 1) free = `${name.slice(0, 28)}-${number}`;
    names.add(free);
    return [{ ...draft, name: free }];
  });
}

const problem = (problem: ClientNote): ServerText => ({ kind: "problem", problem });

const IMAGE =
  /^(?:ghcr\.io|docker\.io|quay\.io|mcr\.microsoft\.com|public\.ecr\.aws|registry\.[\w.-]+|gcr\.io|mcp)\/[\w./:@-]+$/;
const NPM = /^@[a-z0-9~-][\w.~-]*\/[a-z0-9~-][\w.~-]*(?:@[\w.^~-]+)?$/i;
const HOST = /^(?:localhost|127\.0\.0\.1|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)(?::\d{1,5})?(?:\/[^\s\\]*)?$/;

/**
 * Reads a word that can only be a package or an address: an npm package with a scope, a container image of a known registry,
 * or an address without `https://`.
 */
function readPackage(word: string): ServerDraft | null {
  const of = (command: string, ...args: string[]) => draftOf(null, { command: [command], args }, new Map());
  if (NPM.test(word)) return of("npx", "-y", word);
  if (IMAGE.test(word)) return of("docker", "run", "-i", "--rm", word);
  const isAddress = HOST.test(word) && (/:\d|\/(?:mcp|sse|api)\b/.test(word) || /^(?:mcp\.|www\.)/.test(word));
  if (!isAddress) return null;
  const scheme = /^(?:localhost|127\.)/.test(word) ? "http" : "https";
  return addressDraft(null, `${scheme}://${word}`, null, { inputs: new Map(), values: [] });
}

/** The members in which clients keep their servers. */
const LISTS = [
  "mcpServers",
  "mcp_servers",
  "amp.mcpServers",
  "servers",
  "mcp.servers",
  "context_servers",
  "extensions",
  "mcp",
  "modelContextProtocolServers",
  "experimental",
  "customizations",
  "vscode",
  "settings",
  "cline.mcpServers",
  "tools",
];
const MAX_DEPTH = 6;

/** The servers of a client's configuration, or of an entry of one. */
function draftsIn(value: unknown, name: string | null = null, inputs: KnownInputs = new Map()): ServerDraft[] {
  return findIn(value, name, inputs, 0);
}

function findIn(value: unknown, key: string | null, outer: KnownInputs, depth: number): ServerDraft[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.flatMap((one) => (isRecord(one) ? (draftOf(nameIn(one), one, outer) ?? []) : []));
  }
  if (!isRecord(value)) return [];
  const inputs = Array.isArray(value.inputs) ? readKnownInputs(value.inputs) : outer;
  const single = draftOf(key ?? nameIn(value), value, inputs);
  if (single !== null) return [single];
  for (const list of LISTS) {
    const found = Object.hasOwn(value, list) ? findIn(value[list], null, inputs, depth + 1) : [];
    if (found.length > 0) return found;
  }
  return Object.entries(value).flatMap(([name, entry]) =>
    isRecord(entry) && name !== "inputs" ? (draftOf(name, entry, inputs) ?? []) : [],
  );
}

/** The name in an entry, as in lists of servers and in `code --add-mcp`. */
function nameIn(entry: Readonly<Record<string, unknown>>): string | null {
  const name = [entry.name, entry.server_label, entry.id].find((one) => typeof one === "string" && one.trim() !== "");
  return typeof name === "string" ? toServerName(name) : null;
}
