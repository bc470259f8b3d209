import { z } from "zod";
import type { ClientConfiguration } from "../../core/client-configuration.ts";
import type { CatalogueClient, ConnectionPreview, StaleConnection } from "../../core/client-connection.ts";
import { INSTRUCTION_KINDS, type InstructionList, type InstructionPreview } from "../../core/instructions.ts";
import type { LoggedClient } from "../../core/request-log.ts";
import { method, nothing } from "./method.ts";

/** A client's file: named by client and scope; the application knows where it lies. */
const connection = {
  clientId: z.string().max(60),
  scope: z.enum(["user", "project"]),
  /** The project's folder, for the scope `project`. */
  project: z.string().max(4096).optional(),
};

/** Whom a token was made for. */
const subject = z.string().min(1).max(100);
/** Domains or namespaces that a client is limited to; null: all. */
const limit = z.array(z.string()).min(1).max(100).nullable();
/** Until when a token serves, ISO 8601; null: until it is revoked. */
const expiresAt = z.iso.datetime({ offset: true }).nullable();

/** Clients, what they may do, and what is written into their files. */
export const clientMethods = {
  "clients.list": method<readonly ClientActivity[]>()(nothing),
  "clients.configurations": method<readonly ClientConfiguration[]>()(nothing),

  /** What each client's token allows, the newest first: one entry for each subject. */
  "clients.grants": method<readonly ClientGrant[]>()(nothing),
  /**
   * Takes effect on the client's next request, and at once on what is told unasked. A known client that has not come yet
   * gets its token here.
   */
  "clients.updateGrant": method<ClientGrant>()(
    z.object({
      subject,
      access: z.enum(["read", "write"]).optional(),
      domains: limit.optional(),
      namespaces: limit.optional(),
      paused: z.boolean().optional(),
      /** Also renews one that has expired. */
      expiresAt: expiresAt.optional(),
    }),
  ),
  /** A token for whatever is not in the catalogue, under a name of the owner's. */
  "clients.createToken": method<IssuedToken>()(
    z.object({
      name: z.string().trim().min(1).max(100),
      access: z.enum(["read", "write"]),
      domains: limit,
      namespaces: limit,
      expiresAt,
    }),
  ),
  /** A new token with the same grant, also for a client that was revoked: then it is let in again. */
  "clients.rotate": method<IssuedToken>()(z.object({ subject })),
  /** Ends the client's tokens, sessions and streams at once. */
  "clients.revoke": method<ClientGrant>()(z.object({ subject })),
  /** Removes a revoked token of the owner's, so that its name is free. A known client's stays: it says that it is revoked. */
  "clients.forget": method<null>()(z.object({ subject })),

  "connections.catalogue": method<readonly CatalogueClient[]>()(nothing),
  "connections.planConnect": method<ConnectionPreview>()(
    z.object({ ...connection, transport: z.enum(["http", "stdio"]) }),
  ),
  "connections.planDisconnect": method<ConnectionPreview>()(z.object(connection)),
  "connections.stale": method<readonly StaleConnection[]>()(nothing),
  /** What would bring every stale file up to date. */
  "connections.refresh": method<readonly ConnectionPreview[]>()(nothing),
  /** Writes what a preview showed; the plan stays with the application. */
  "connections.applyPlan": method<ConnectionPreview>()(z.object({ planId: z.string().max(60) })),
  /** Hands the client its link, which the application builds. */
  "connections.openLink": method<null>()(z.object({ clientId: z.string().max(60) })),

  /** The bundle that Claude Desktop installs with a double click. */
  "connections.extension": method<ExtensionBundle>()(nothing),

  /** What is put in, and every file it goes into with its state; those of a project where one is named. */
  "instructions.list": method<InstructionList>()(z.object({ project: connection.project })),
  /** What putting them in, or taking them out, would write; changes nothing. */
  "instructions.plan": method<InstructionPreview>()(
    z.object({
      kind: z.enum(INSTRUCTION_KINDS),
      scope: connection.scope,
      project: connection.project,
      action: z.enum(["write", "remove"]),
    }),
  ),
  "instructions.applyPlan": method<InstructionPreview>()(z.object({ planId: z.string().max(60) })),
} as const;

/** What one client's token allows now. Times are ISO 8601. */
export interface ClientGrant {
  /** A client's id in the catalogue, or the name its token was given. */
  readonly subject: string;
  readonly state: "active" | "paused" | "expired" | "revoked";
  readonly access: "read" | "write";
  /** Null: all. */
  readonly domains: readonly string[] | null;
  readonly namespaces: readonly string[] | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  /** True while the token before it still serves, until this one is first used. */
  readonly rotating: boolean;
}

/** A token that was made just now; its text is told here alone. */
export interface IssuedToken {
  readonly grant: ClientGrant;
  readonly token: string;
}

export interface ExtensionBundle {
  /** What the file is to be called. */
  readonly name: string;
  /** The file in Base64. */
  readonly content: string;
}

/** One client as it showed itself on the wire, live or from the log. */
export interface ClientActivity extends LoggedClient {
  readonly connected: boolean;
  readonly sessions: number;
}
