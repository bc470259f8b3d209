import { z } from "zod";
import { ACCESS_LEVELS, type AccessLevel, type ServerGrant } from "../../core/caller.ts";
import type { ClientConfiguration } from "../../core/client-configuration.ts";
import {
  CONNECTION_SCOPES,
  type ConnectionPreview,
  type KnownClient,
  type StaleConnection,
  TRANSPORTS,
} from "../../core/client-connection.ts";
import {
  INSTRUCTION_KINDS,
  type InstructionList,
  type InstructionPreview,
  type ShippedSkill,
} from "../../core/instructions.ts";
import { PLUGIN_ACTIONS, type PluginInfo, type PluginPreview } from "../../core/plugin.ts";
import type { LoggedClient } from "../../core/request-log.ts";
import { method, nothing } from "./method.ts";

/** Names a client's file by client and scope. The application knows its path. */
const connection = {
  clientId: z.string().max(60),
  scope: z.enum(CONNECTION_SCOPES),
  /** The project's folder, for the scope `project`. */
  project: z.string().max(4096).optional(),
};

/** The client that a token was issued to. */
const subject = z.string().min(1).max(100);
/** The domains or namespaces that a client is limited to, or null for all. */
const limit = z.array(z.string()).min(1).max(100).nullable();
/** What a client may use of other MCP servers. Prompts and resources are included unless tools are named. */
const serverGrants = z
  .array(
    z.object({
      server: z.string().min(1).max(100),
      tools: z.union([z.enum(["all", "read-only"]), z.array(z.string().max(200)).max(1000)]),
    }),
  )
  .max(64);
/** When a token expires, in ISO 8601, or null for never. */
const expiresAt = z.iso.datetime({ offset: true }).nullable();

/** Clients, their grants, and their configuration files. */
export const clientMethods = {
  "clients.list": method<readonly ClientActivity[]>()(nothing),
  "clients.configurations": method<readonly ClientConfiguration[]>()(nothing),

  /** The grant of each subject's token, newest first. */
  "clients.grants": method<readonly ClientGrant[]>()(nothing),
  /**
   * Takes effect on the client's next request, and immediately on notifications. Creates the token of a known client
   * that has not connected yet.
   */
  "clients.updateGrant": method<ClientGrant>()({
    subject,
    access: z.enum(ACCESS_LEVELS).optional(),
    domains: limit.optional(),
    namespaces: limit.optional(),
    servers: serverGrants.optional(),
    /** Lists every tool of other servers, however many there are. */
    listAllTools: z.boolean().optional(),
    /** Whether it may search and read conversations of its domains. */
    conversations: z.boolean().optional(),
    paused: z.boolean().optional(),
    injection: z.boolean().optional(),
    /** Also renews an expired token. */
    expiresAt: expiresAt.optional(),
  }),
  /** Creates a token for a script or an unknown client, under a name that the owner chooses. */
  "clients.createToken": method<IssuedToken>()({
    name: z.string().trim().min(1).max(100),
    access: z.enum(ACCESS_LEVELS),
    domains: limit,
    namespaces: limit,
    expiresAt,
  }),
  /** Issues a new token with the same grant. A revoked client has access again. */
  "clients.rotate": method<IssuedToken>()({ subject }),
  /** Ends the client's tokens, sessions and streams immediately. */
  "clients.revoke": method<ClientGrant>()({ subject }),
  /** Removes a revoked token that the owner named, so that its name is free. A known client's token stays revoked. */
  "clients.forget": method<null>()({ subject }),

  "connections.catalogue": method<readonly KnownClient[]>()(nothing),
  "connections.planConnect": method<ConnectionPreview>()({ ...connection, transport: z.enum(TRANSPORTS) }),
  "connections.planDisconnect": method<ConnectionPreview>()(connection),
  "connections.stale": method<readonly StaleConnection[]>()(nothing),
  /** Plans the update of every outdated file. */
  "connections.refresh": method<readonly ConnectionPreview[]>()(nothing),
  /** Writes the change of a preview. */
  "connections.applyPlan": method<ConnectionPreview>()({ planId: z.string().max(60) }),
  /**
   * Replaces the tokens of all clients that connect over HTTP, after another program may have received them. The
   * previous tokens are refused immediately.
   */
  "connections.renewTokens": method<TokenRenewal>()(nothing),
  /** Opens the client's deep link. */
  "connections.openLink": method<null>()({ clientId: z.string().max(60) }),

  /** The extension that Claude Desktop installs on a double click. */
  "connections.extension": method<ExtensionBundle>()(nothing),

  /** The text of the instructions and the state of each file; includes the files of `project`. */
  "instructions.list": method<InstructionList>()({ project: connection.project }),
  /** Plans writing or removing the instructions; changes nothing. */
  "instructions.plan": method<InstructionPreview>()({
    kind: z.enum(INSTRUCTION_KINDS),
    scope: connection.scope,
    project: connection.project,
    action: z.enum(["write", "remove"]),
  }),
  "instructions.skills": method<readonly ShippedSkill[]>()(nothing),
  "instructions.applyPlan": method<InstructionPreview>()({ planId: z.string().max(60) }),

  "plugins.list": method<readonly PluginInfo[]>()(nothing),
  /** Plans to install or update a client's plugin, or to remove it; changes nothing. */
  "plugins.plan": method<PluginPreview>()({ clientId: connection.clientId, action: z.enum(PLUGIN_ACTIONS) }),
  /** Generates or removes the plugin and runs the client's own commands. */
  "plugins.applyPlan": method<PluginPreview>()({ planId: z.string().max(60) }),
} as const;

/** The current grant of one client. Times are ISO 8601. */
export interface ClientGrant {
  /** A known client's id, or the name of a token. */
  readonly subject: string;
  readonly state: "active" | "paused" | "expired" | "revoked";
  readonly access: AccessLevel;
  /** Null for all. */
  readonly domains: readonly string[] | null;
  readonly namespaces: readonly string[] | null;
  /** Other MCP servers that it may use. */
  readonly servers: readonly ServerGrant[];
  /** Whether it lists all their tools, even above the limit. Default: false. */
  readonly listAllTools?: boolean;
  /** Whether it may search and read conversations. Default: false. */
  readonly conversations?: boolean;
  /** Whether hooks add memories to the client's prompts. */
  readonly injection: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  /** True while the previous token is still valid: until this one is first used. */
  readonly rotating: boolean;
}

/** A new token. Its text is returned only here. */
export interface IssuedToken {
  readonly grant: ClientGrant;
  readonly token: string;
}

export interface TokenRenewal {
  /** The clients whose tokens were renewed. */
  readonly subjects: readonly string[];
  /** The files that contain a new token now. */
  readonly files: readonly string[];
  /** Those of `subjects` that the owner has to configure. */
  readonly unwritten: readonly string[];
}

export interface ExtensionBundle {
  /** The file's name. */
  readonly name: string;
  /** The file in Base64. */
  readonly content: string;
}

/** One client, as it identified itself, live or from the log. */
export interface ClientActivity extends LoggedClient {
  readonly connected: boolean;
  readonly sessions: number;
}
