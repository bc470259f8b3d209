import { programFor } from "../../../../electron/core/program.ts";
import { hasSecretName } from "../../../../electron/core/secrets/secret-name.ts";
import { readServerJson, type ServerJson } from "../../../../electron/core/server-json.ts";
import { toServerName } from "../../../../electron/core/server-name.ts";
import type { NewServer, StdioServer } from "../../../../electron/core/servers.ts";
import { isRecord } from "../../../../electron/core/util/is-record.ts";
import type { MethodInput } from "../../../../electron/window-api/contract.ts";
import { splitCommandLine } from "./command-line.ts";
import { nameFromCommand, nameFromUrl } from "./server-name.ts";

/** A variable of a program, or a header of an address. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}

type ProgramDraft = Pick<StdioServer, "kind" | "command" | "args" | "cwd">;
type AddressDraft = { readonly kind: "http" | "sse"; readonly url: string };

/** A server as read from what the owner entered. */
export interface ServerDraft {
  /** A proposal. */
  readonly name: string;
  readonly transport: ProgramDraft | AddressDraft;
  readonly values: readonly NamedValue[];
}

type InputProblem = "json" | "empty" | "quote" | "address";

/** Several drafts are possible only in a client's configuration. */
export type ServerInput =
  /** The `server.json` of a registry. */
  | { readonly kind: "registry"; readonly server: ServerJson }
  | { readonly kind: "drafts"; readonly drafts: readonly ServerDraft[] }
  | { readonly kind: "problem"; readonly problem: InputProblem };

/** The members in which clients keep their servers. */
const LISTS = ["mcpServers", "servers", "context_servers", "mcp"];

/** Reads a command line, a URL, or the JSON of a client's configuration. Null: nothing was entered. */
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

/** The complete server, with the owner's choices. */
export function newServer(
  name: string,
  transport: ServerDraft["transport"],
  values: readonly NamedValue[],
): MethodInput<"servers.add"> {
  const named = values.filter((value) => value.name.trim() !== "");
  const record = (secret: boolean) =>
    Object.fromEntries(named.filter((value) => value.secret === secret).map(({ name, value }) => [name.trim(), value]));
  return {
    name,
    transport:
      transport.kind === "stdio"
        ? { ...transport, args: [...transport.args], env: record(false) }
        : { ...transport, headers: record(false) },
    secrets: record(true),
  };
}

/** The server of a registry's `server.json`, as a program is started on the platform. */
export function registryServer(
  name: string,
  { transport, secrets }: Omit<NewServer, "name">,
  platform: string,
): MethodInput<"servers.add"> {
  if (transport.kind !== "stdio") return { name, transport, secrets };
  const { command, args } = programFor(platform, transport);
  return { name, transport: { ...transport, command, args: [...args], inherit: [] }, secrets };
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

/** Null: not an address. */
function addressDraft(
  key: string | null,
  address: string,
  kind: AddressDraft["kind"],
  values: readonly NamedValue[],
): ServerDraft | null {
  const url = URL.parse(address);
  if (url === null) return null;
  // The last part of the path is usual for the older transport.
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
