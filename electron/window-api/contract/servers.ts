import { z } from "zod";
import type { ListedServer, ServerCall, ServerLogLine, ServerSummary, ServerTool } from "../../core/servers.ts";
import { method, nothing } from "./method.ts";

const id = z.string().min(1).max(100);
const name = z.string().max(200);
const value = z.string().max(4096);
const values = z.record(name, value);

/** Other MCP servers that Recollect connects to. */
export const serverMethods = {
  "servers.list": method<readonly ListedServer[]>()(nothing),
  /**
   * Adds a server and starts it. Its tools are approved unless there is a finding about them. No client has access before
   * `clients.updateGrant`. The signal of the call cancels it and ends the server's processes. A failure has the server's log in `details.log`; then it is not added.
   */
  "servers.add": method<ServerSummary>()(
    z.object({
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
  ),
  /** The log of a server that is being added; empty if there is none of this name. */
  "servers.addingLog": method<readonly ServerLogLine[]>()(z.object({ name })),
  "servers.remove": method<ServerSummary>()(z.object({ id })),
  /** Undoes `remove`, until the application stops. */
  "servers.restore": method<ServerSummary>()(z.object({ id })),
  /** Sets the values of secrets; the others stay. */
  "servers.setSecrets": method<ServerSummary>()(z.object({ id, values })),
  /** Starts a server now, also one that failed. */
  "servers.restart": method<ServerSummary>()(z.object({ id })),
  "servers.stop": method<ServerSummary>()(z.object({ id })),
  /** Begins a sign-in, or returns the page of the one in progress. */
  "servers.signIn": method<{ readonly address: string }>()(z.object({ id })),
  /** Waits for the end of the last sign-in, at most as long as a sign-in can take. */
  "servers.finishSignIn": method<ServerSummary>()(z.object({ id })),
  "servers.cancelSignIn": method<ServerSummary>()(z.object({ id })),
  "servers.signOut": method<ServerSummary>()(z.object({ id })),
  "servers.tools": method<readonly ServerTool[]>()(z.object({ id })),
  /** Approves tools as they are now; null: all. */
  "servers.approve": method<readonly ServerTool[]>()(z.object({ id, names: z.array(name).nullable() })),
  "servers.setEnabled": method<readonly ServerTool[]>()(z.object({ id, names: z.array(name), enabled: z.boolean() })),
  /** Switches whether clients read what memory has about a server, with its tools. */
  "servers.setMemoryHints": method<ServerSummary>()(z.object({ id, enabled: z.boolean() })),
  "servers.log": method<readonly ServerLogLine[]>()(z.object({ id })),
  /** Calls an approved tool. The signal of the call cancels it. */
  "servers.call": method<ServerCall>()(
    z.object({ id, tool: name, arguments: z.record(z.string(), z.unknown()).default({}) }),
  ),
} as const;
