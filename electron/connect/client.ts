import path from "node:path";
import type { Transport } from "../core/client-connection.ts";
import type { ClientNote } from "../core/client-note.ts";
import type { Value } from "./write-text.ts";

/** The name of our entry in every client's configuration. */
export const SERVER_NAME = "recollect";

/** The environment variable that a project's file refers to instead of containing the token. */
export const TOKEN_VARIABLE = "RECOLLECT_TOKEN";

/** The command that starts the stdio shim. */
export interface ShimCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The paths and environment of the machine that the client runs on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The values that a configuration is built from. */
export interface ConnectContext extends Machine {
  /** `http://127.0.0.1:7325/mcp` */
  readonly url: string;
  /** The client's token, or a reference to a variable in the client's syntax. */
  readonly token: string;
  readonly shim: ShimCommand;
}

/** The position of our entry in a configuration file. */
export interface EntryPlace {
  readonly language: "json" | "yaml" | "toml";
  /** The top-level key that contains the servers. */
  readonly container: string;
  /** `map`: the entry is a member named `recollect`. `list`: it is an item whose `name` is `recollect`. */
  readonly form: "map" | "list";
  /** The name of the entry, if not `recollect`. */
  readonly name?: string;
  /** The key and value that identify an item of a list, if not `name` and the entry's name. */
  readonly item?: { readonly key: string; readonly value: string };
}

export type Entry = { readonly [key: string]: Value | undefined };

/** A second entry that our server entry refers to. */
export interface Companion {
  readonly place: EntryPlace;
  readonly entry: Entry;
}

/** A configuration file inside a project. It never contains a token. */
export interface ProjectFile {
  /** Relative to the project's folder, with `/` as separator. */
  readonly path: string;
  /** The reference to the token variable; null if the client has no such syntax: then only stdio is supported. */
  readonly tokenReference: string | null;
  /** The position of our entry, if it differs from the user's file. */
  readonly place?: EntryPlace;
  /** Our entry over HTTP, if the client takes the token's variable outside of a header. */
  httpEntry?(context: ConnectContext): Entry;
  /** The entry that makes the client ask for the token. */
  readonly companion?: Companion;
}

/**
 * The variables that a client replaces in its servers' entries, by its documentation. `shell`: `${NAME}`,
 * `${NAME:-default}`. `dollar`: `$NAME` too. `editor`: `${env:NAME}`, `${input:NAME}`, `${userHome}`. `braces`:
 * `{env:NAME}`. `secrets`: `${{ secrets.NAME }}`.
 */
export type VariableSyntax = "shell" | "dollar" | "editor" | "braces" | "secrets";

export interface ServerForm {
  readonly variables?: VariableSyntax;
  /** True: `url` without a type is an address of the older transport with server-sent events. */
  readonly urlIsSse?: true;
}

/**
 * A supported client: everything Recollect knows about it except the translated texts, which its notes name.
 * To add a client, add its file, list it in registry.ts, and write its notes in text/<language>/connect.ts.
 */
export interface ConnectClient {
  /** `claude-code`, `cursor`, …; also the subject of its token. */
  readonly id: string;
  readonly title: string;
  /**
   * The names that it sends in `clientInfo`. A name matches if it starts with these words, ignoring case and
   * separators: `codex` matches `codex-mcp-client`.
   */
  readonly wireNames: readonly string[];
  /** True for the configuration of clients that are not listed. */
  readonly isGeneric?: true;
  /** False if the client does not support HTTP servers, or cannot send a header to one. It then needs no token. */
  readonly takesHttp: boolean;
  readonly place: EntryPlace;
  /** The client is installed if one of these paths exists or one of these commands is on the PATH. */
  installMarkers(machine: Machine): { readonly paths: readonly string[]; readonly commands: readonly string[] };
  /** The user's file: the first of these that exists, else the first. Empty if the client has no file to edit. */
  userFiles(machine: Machine): readonly string[];
  readonly projectFile: ProjectFile | null;
  /** Our entry in the client's format. Called with `http` only if `takesHttp`. */
  entry(context: ConnectContext, transport: Transport): Entry;
  /**
   * The client's own command that adds us over stdio, as separate words; null if it has none on this platform. It never
   * contains a token, because other users of the machine can read command lines.
   */
  command?(context: ConnectContext): readonly string[] | null;
  /** A link that makes the client add us over stdio. A link is opened by a command line: see `command`. */
  readonly deepLink?: {
    /** With the colon: `cursor:`. */
    readonly scheme: string;
    build(context: ConnectContext): string;
  };
  /** True if the client installs `.mcpb` bundles. */
  readonly hasExtension?: true;
  /** True if its hooks can recall for its prompts (cli/hook). */
  readonly hasHooks?: true;
  /** How it reads other servers' entries, if they differ from the form that most clients share. */
  readonly serverForm?: ServerForm;
  /** Why stdio suits this client better. */
  readonly httpCaveat?: ClientNote;
  /** How to paste the configuration of a client without a file to edit. */
  readonly paste?: Readonly<Record<Transport, ClientNote>>;
  /** What to do after the configuration is written: restart, approve, switch on. */
  readonly nextStep: ClientNote;
  /** What to try if the client does not connect; by default, to restart it. */
  readonly help?: ClientNote;
}

/** The position of our entry in the file of a scope. */
export function placeOf({ place, projectFile }: ConnectClient, scope: "user" | "project"): EntryPlace {
  return (scope === "project" ? projectFile?.place : undefined) ?? place;
}

/** The shim command with the client's id, so that its grant applies and the file needs no token. */
export function shimFor(clientId: string, shim: ShimCommand): ShimCommand {
  return { ...shim, env: { ...shim.env, RECOLLECT_CLIENT: clientId } };
}

/** The shim command with the variable of the data folder, which clients do not have in their environment. */
export function withDataFolder(shim: ShimCommand, env: NodeJS.ProcessEnv): ShimCommand {
  return { ...shim, env: { ...dataFolderVariables(env), ...shim.env } };
}

/** The variable that passes the data folder to the shim, unless it is the default. */
export function dataFolderVariables(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const folder = env.RECOLLECT_DATA_DIR;
  return folder ? { RECOLLECT_DATA_DIR: path.resolve(folder) } : {};
}

/** The headers of an HTTP entry. */
export function authorization({ token }: ConnectContext): { readonly Authorization: string } {
  return { Authorization: `Bearer ${token}` };
}

/** `command`, `args` and, unless empty, `env`: the format that most clients share. */
export function stdioEntry({ shim }: ConnectContext): Entry {
  const { command, args, env } = shim;
  return Object.keys(env).length === 0 ? { command, args } : { command, args, env };
}

/** The entry as base64 in a query parameter, as Cursor and LM Studio expect it. */
export function encodeEntry(entry: Entry): string {
  return encodeURIComponent(Buffer.from(JSON.stringify(entry)).toString("base64"));
}
