import { z } from "zod";
import { CONNECTION_SCOPES } from "../../core/client-connection.ts";
import type {
  ServerMovePreview,
  ServerMoveResult,
  ServerReturnPreview,
  ServerSource,
} from "../../core/server-moves.ts";
import type { ListedServer, ServerCall, ServerLogLine, ServerSummary, ServerTool } from "../../core/servers.ts";
import { method, nothing } from "./method.ts";

/** Names a client's file, and the entries in it. The application knows its path. */
const source = {
  clientId: z.string().max(60),
  scope: z.enum(CONNECTION_SCOPES).default("user"),
  /** The project's folder, for the scope `project`. */
  project: z.string().max(4096).optional(),
};
const id = z.string().min(1).max(100);
const name = z.string().max(200);
const value = z.string().max(4096);
const values = z.record(name, value);

/** Other MCP servers that Recollect connects to. */
export const serverMethods = {
  "servers.list": method<readonly ListedServer[]>()(nothing),
  /**
   * Adds a server and starts it. Its tools are approved unless there is a finding about them. No client has access
   * before `clients.updateGrant`. The signal of the call cancels it and ends the server's processes. A failure has the
   * server's log in `details.log`; then it is not added.
   */
  "servers.add": method<ServerSummary>()({
    name,
    transport: z.discriminatedUnion("kind", [
      z.object({
        kind: z.literal("stdio"),
        command: value,
        args: z.array(value).max(200).default([]),
        cwd: value.nullable().default(null),
        env: values.default({}),
        inherit: z.array(name).max(200).default([]),
      }),
      z.object({
        kind: z.enum(["http", "sse"]),
        url: value,
        headers: values.default({}),
        oauth: z.object({ clientId: value, port: z.number().nullable().default(null) }).optional(),
      }),
    ]),
    /** Variables of a program, headers of an address. Stored with the owner's secrets. */
    secrets: values.default({}),
    clientSecret: z.string().min(1).max(4096).optional(),
  }),
  /** The log of a server that is being added; empty if there is none of this name. */
  "servers.addingLog": method<readonly ServerLogLine[]>()({ name }),
  /** The names of the proxy, certificate and registry variables that are set where Recollect runs. */
  "servers.networkVariables": method<readonly string[]>()(nothing),
  "servers.remove": method<ServerSummary>()({ id }),
  /** Undoes `remove`, until the application stops. */
  "servers.restore": method<ServerSummary>()({ id }),
  /** Sets the values of secrets; the others stay. */
  "servers.setSecrets": method<ServerSummary>()({ id, values }),
  /** Starts a server now, even if it failed. */
  "servers.restart": method<ServerSummary>()({ id }),
  "servers.stop": method<ServerSummary>()({ id }),
  /** Begins a sign-in, or returns the page of the one in progress. */
  "servers.signIn": method<{ readonly address: string }>()({ id }),
  /** Waits for the end of the last sign-in, at most as long as a sign-in can take. */
  "servers.finishSignIn": method<ServerSummary>()({ id }),
  "servers.cancelSignIn": method<ServerSummary>()({ id }),
  "servers.signOut": method<ServerSummary>()({ id }),
  "servers.tools": method<readonly ServerTool[]>()({ id }),
  /** Approves tools as they are now, or all with null. */
  "servers.approve": method<readonly ServerTool[]>()({ id, names: z.array(name).nullable() }),
  "servers.setEnabled": method<readonly ServerTool[]>()({ id, names: z.array(name), enabled: z.boolean() }),
  /** Switches whether clients see memories about a server next to its tools. */
  "servers.setMemoryHints": method<ServerSummary>()({ id, enabled: z.boolean() }),
  "servers.log": method<readonly ServerLogLine[]>()({ id }),
  /** The files of installed clients that have other servers, or from which servers were moved. */
  "servers.sources": method<readonly ServerSource[]>()(nothing),
  /** Plans to move servers from a client's file to Recollect; changes nothing. */
  "servers.planMove": method<ServerMovePreview>()({
    ...source,
    /** The names in the file, or null for all movable servers. */
    names: z.array(name).max(64).nullable().default(null),
    /** Values of variables that have none where Recollect runs. */
    variables: values.default({}),
  }),
  /**
   * Starts the servers of a plan, grants them to the client, and replaces their entries by Recollect's. Those that do
   * not start stay in the file. A failure leaves the file unchanged, and so does the signal of the call, which cancels
   * it. The event `servers.moving` reports progress.
   */
  "servers.move": method<ServerMoveResult>()({ planId: id }),
  /** Plans to put the entries of moved servers back; changes nothing. */
  "servers.planReturn": method<ServerReturnPreview>()(source),
  "servers.return": method<ServerReturnPreview>()({ planId: id }),
  /** Calls an approved tool. The signal of the call cancels it. */
  "servers.call": method<ServerCall>()({ id, tool: name, arguments: z.record(z.string(), z.unknown()).default({}) }),
} as const;
