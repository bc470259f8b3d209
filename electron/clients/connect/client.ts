import type { ConnectionScope, Transport } from "../../core/client-connection.ts";
import type { Value } from "./write-text.ts";

/** Our entry's name in every client's configuration. */
export const SERVER_NAME = "recollect";

/** The variable that a project's file names in place of the token. */
export const TOKEN_VARIABLE = "RECOLLECT_TOKEN";

/** How the stdio shim is started. */
export interface ShimCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The shim as one client starts it: it says whose it is, so that this client's rights hold and no token need stand in the
 * file.
 */
export function shimFor(clientId: string, shim: ShimCommand): ShimCommand {
  return { ...shim, env: { ...shim.env, RECOLLECT_CLIENT: clientId } };
}

/** Where a client's files lie on this machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** All a configuration is made of. */
export interface ConnectContext extends Machine {
  /** `http://127.0.0.1:7325/mcp` */
  readonly url: string;
  /** This client's own token, or the form in which its files name a variable. */
  readonly token: string;
  readonly shim: ShimCommand;
}

/** Where our entry stands in a client's file. */
export interface EntryPlace {
  readonly language: "json" | "yaml" | "toml";
  /** The key at the top of the file that holds the servers. */
  readonly container: string;
  /** `map`: the entry is a member called `recollect`. `list`: it is an item whose `name` is `recollect`. */
  readonly form: "map" | "list";
  /** What tells our item from others of a list, where it is not `name: recollect`. */
  readonly item?: { readonly key: string; readonly value: string };
}

export type Entry = { readonly [key: string]: Value };

/** One more entry of ours, which the server's own refers to. */
export interface Companion {
  readonly place: EntryPlace;
  readonly entry: Entry;
}

/** A project's file, and what it holds in place of secrets. */
export interface ProjectFile {
  /** Below the project's folder, parts joined by `/`. */
  readonly path: string;
  /** How the file names the variable with the token; null where it cannot: then it takes the shim alone. */
  readonly tokenReference: string | null;
  /** Where our entry stands, if elsewhere than in the owner's own file. */
  readonly place?: EntryPlace;
  /** Our entry over HTTP, if it names the token otherwise than in a header. */
  httpEntry?(context: ConnectContext): Entry;
  /** What the client asks for the token by. */
  readonly companion?: Companion;
}

/** One client of the catalogue. */
export interface ConnectClient {
  /** `claude-code`, `cursor`, …; also whom its token is made for. */
  readonly id: string;
  readonly title: string;
  /** False where the client takes no HTTP server, or cannot send a header to one: it needs no token. */
  readonly takesHttp: boolean;
  readonly place: EntryPlace;
  /** Any of these says that the client is on this machine: files or folders of its own, and commands on the PATH. */
  signs(machine: Machine): { readonly paths: readonly string[]; readonly commands: readonly string[] };
  /** The owner's own file: the first that exists of these, else the first. Empty where it is edited in the client alone. */
  userFiles(machine: Machine): readonly string[];
  readonly projectFile: ProjectFile | null;
  /** Our entry as the client reads it; asked for HTTP only where it takes HTTP. */
  entry(context: ConnectContext, transport: Transport): Entry;
  /** The client's own command that adds us, as words; null where it has none. */
  command?(context: ConnectContext, transport: Transport): readonly string[] | null;
  /** A link that has the client add us; null where it has none. */
  deepLink?(context: ConnectContext): string | null;
  /** Why the stdio server suits this client better, where HTTP has a drawback of its own. A sentence or two. */
  readonly httpCaveat?: string;
  /** How to paste the snippet where there is no file to add it to. */
  readonly paste?: { readonly stdio: string; readonly http: string };
  /** What to do after the file is written: restart, approve, switch on. A sentence or two. */
  readonly afterwards: string;
}

/** Where our entry stands in a file of this scope. */
export function placeOf({ place, projectFile }: ConnectClient, scope: ConnectionScope): EntryPlace {
  return (scope === "project" ? projectFile?.place : undefined) ?? place;
}

/** What else of ours stands in a file of this scope; null where nothing does. */
export function companionOf(
  { projectFile }: ConnectClient,
  scope: ConnectionScope,
  transport: Transport,
): Companion | null {
  return scope === "project" && transport === "http" ? (projectFile?.companion ?? null) : null;
}
