import type { ErrorBody } from "../text/errors.ts";
import type { ServerFigures } from "./request-log.ts";
import { isRecord } from "./util/is-record.ts";

/** The tool that calls a tool of another server which is not listed. */
export const CALL_TOOL = "call_tool";

/** Returns the tool that a call is for: with {@link CALL_TOOL}, the tool in its arguments. */
export function calledTool(name: string, args: unknown): string {
  return name === CALL_TOOL && isRecord(args) && typeof args.name === "string" ? args.name : name;
}

/** A program. It receives a few harmless variables of this process, and those that are named here. */
export interface StdioServer {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Null for the owner's home folder. */
  readonly cwd: string | null;
  /** Variables with their values. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables that are passed on from Recollect's own environment. */
  readonly inherit: readonly string[];
}

/** A server over HTTP: Streamable HTTP, or the older transport with server-sent events. */
export interface RemoteServer {
  readonly kind: "http" | "sse";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A client that the owner registered at the authorization server. Without it Recollect registers itself. */
  readonly oauth?: OAuthRegistration | undefined;
}

export interface OAuthRegistration {
  readonly clientId: string;
  /** The port of the redirect address, or null for any. */
  readonly port: number | null;
}

/** The owner's input for a new server. */
export interface NewServer {
  readonly name: string;
  readonly transport: StdioServer | RemoteServer;
  /** Values that are stored with the owner's secrets: variables of a program, headers of an address. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The secret of the client in {@link RemoteServer.oauth}, if it has one. */
  readonly clientSecret?: string | undefined;
}

/**
 * `waiting`: the next start is delayed after a failure. `failed`: it failed too often and is started again only after a
 * longer pause, or when the owner restarts it. `sign-in`: it does not run, because the owner has to sign in.
 */
export type ServerState = "stopped" | "starting" | "running" | "waiting" | "failed" | "sign-in";

/** The owner's sign-in at a server over HTTP. */
export interface ServerSignIn {
  /** `waiting`: for the browser. `needed`: also if the server requires more permissions than the sign-in gave. */
  readonly state: "needed" | "waiting" | "done";
  /** The page to open in the browser, while it is waited for. */
  readonly address: string | null;
  /** Why a sign-in is needed, or why the last one failed. Null if it is not known. */
  readonly problem: ErrorBody | null;
}

/** Another MCP server, as the owner sees it. */
export interface ServerSummary {
  readonly id: string;
  readonly name: string;
  readonly transport: StdioServer | RemoteServer;
  /** The names of its secrets; their values are never returned. */
  readonly secretNames: readonly string[];
  readonly state: ServerState;
  /** Why it is not running, or which of its entries are invalid and left out; otherwise null. */
  readonly problem: ErrorBody | null;
  /** The name and version that the server reports; null before its first start. */
  readonly identity: { readonly name: string; readonly version: string } | null;
  readonly protocolVersion: string | null;
  /** Whether clients see memories about it next to its tools. */
  readonly memoryHints: boolean;
  /** Null if the server never asked for a sign-in. */
  readonly signIn: ServerSignIn | null;
  readonly pid: number | null;
  /** ISO 8601; null while it is not running. */
  readonly startedAt: string | null;
  readonly tools: { readonly approved: number; readonly waiting: number };
  readonly prompts: number;
  readonly resources: number;
}

/** A server with the requests of clients that it served today, by the request log. */
export interface ListedServer extends ServerSummary {
  readonly today: ServerFigures;
}

/**
 * `approved`: as the owner approved it. `new`: not approved yet. `changed`: different from the approved definition, so
 * calls are refused. `missing`: approved, but the server no longer offers it.
 */
export type ServerToolState = "approved" | "new" | "changed" | "missing";

/**
 * Findings for the owner before the approval of a tool. `hidden`: characters that a person does not see. `instruction`:
 * text that reads like an instruction to an assistant. `contradiction`: hints that exclude each other. `lookalike`: a name
 * or title that a person or a model can take for the name of a tool of Recollect.
 */
export type ToolFinding =
  | { readonly kind: "hidden"; readonly count: number }
  | { readonly kind: "instruction"; readonly excerpt: string }
  | { readonly kind: "contradiction"; readonly hints: readonly string[] }
  | { readonly kind: "lookalike"; readonly name: string };

/** A field of a tool that changed since its approval. Null if the field is missing. Schemas are JSON. */
export interface ToolDifference {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A tool of a server, as the owner sees it. The texts are those that a model reads once it is approved. */
export interface ServerTool {
  readonly name: string;
  /** The name that clients use; null before its approval. */
  readonly exposedName: string | null;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>> | null;
  /** Hints of the server, which nobody checks. */
  readonly hints: { readonly readOnly: boolean; readonly destructive: boolean };
  readonly state: ServerToolState;
  /** The owner's switch. */
  readonly enabled: boolean;
  readonly findings: readonly ToolFinding[];
  /** Only for `changed`. */
  readonly differences: readonly ToolDifference[];
}

/** A line of a server's error output, or a note by Recollect about it. */
export interface ServerLogLine {
  /** ISO 8601. */
  readonly at: string;
  /** `output`: not a message, on standard output. `notice`: by Recollect. `message`: a log message of the protocol. */
  readonly source: "error" | "output" | "notice" | "message";
  readonly text: string;
}

/** The result of a call by the owner. */
export interface ServerCall {
  readonly result: unknown;
  readonly durationMs: number;
}

/**
 * Other MCP servers that Recollect connects to, for the owner.
 * @throws not_found for an unknown id
 */
export interface ServerService {
  list(): readonly ServerSummary[];
  /**
   * Adds a server, starts it and reads its tools. They are approved unless there is a finding about them. No client has
   * access until the owner grants it. A server that needs a sign-in is added in the state `sign-in`, and read after it.
   * @throws invalid_argument, conflict if the name is taken, unavailable if it does not start, cancelled; then it is
   * not added, and its processes have exited
   */
  add(server: NewServer, signal?: AbortSignal): Promise<ServerSummary>;
  /** The log of a server that is being added, oldest first; empty if there is none of this name. */
  addingLog(name: string): readonly ServerLogLine[];
  /** The server with the same program or address and the same values; null without one. */
  find(server: Pick<NewServer, "transport" | "secrets">): Promise<ServerSummary | null>;
  /** Stops a server and removes it with its secrets and its sign-in. */
  remove(id: string): Promise<ServerSummary>;
  /** Adds a removed server again, with its id, approvals and secrets. Possible until the application stops. */
  restore(id: string): Promise<ServerSummary>;
  /** Replaces the values of secrets and stops the server, so that it starts with them. */
  setSecrets(id: string, values: Readonly<Record<string, string>>): Promise<ServerSummary>;
  /** Restarts a server, even if it failed, and re-reads its tools. @throws unavailable */
  restart(id: string): Promise<ServerSummary>;
  /** Stops a server. It starts again when it is called. */
  stop(id: string): Promise<ServerSummary>;
  /** Begins a sign-in. @returns the page that the owner opens in the browser @throws unavailable */
  signIn(id: string): Promise<{ readonly address: string }>;
  /** Waits for the end of the last sign-in and for the start after it. @throws RecollectError with the reason of a failure */
  finishSignIn(id: string): Promise<ServerSummary>;
  /** Ends a sign-in in progress. */
  cancelSignIn(id: string): Promise<ServerSummary>;
  /** Stops a server and forgets its sign-in. */
  signOut(id: string): Promise<ServerSummary>;
  tools(id: string): readonly ServerTool[];
  /**
   * Approves tools as they are now. An approved tool that is missing is removed.
   * @param names null for all without findings; the others keep their state
   */
  approve(id: string, names: readonly string[] | null): readonly ServerTool[];
  /** Switches approved tools on or off for all clients. */
  setEnabled(id: string, names: readonly string[], enabled: boolean): readonly ServerTool[];
  /** Switches whether clients see memories about the server next to its tools. */
  setMemoryHints(id: string, enabled: boolean): ServerSummary;
  /** Oldest first. */
  log(id: string): readonly ServerLogLine[];
  /** Calls an approved tool for the owner. @throws unavailable, cancelled */
  call(id: string, tool: string, args: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<ServerCall>;
}
