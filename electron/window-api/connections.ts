import type { Tokens } from "../auth/tokens.ts";
import type { Connections } from "../connect/install/connections.ts";
import type { Instructions } from "../connect/instructions/instructions.ts";
import type { ConnectionPreview } from "../core/client-connection.ts";
import type { Events } from "../core/events.ts";
import type { ShippedSkill } from "../core/instructions.ts";
import type { LoggedClient } from "../core/request-log.ts";
import { RecollectError } from "../text/errors.ts";
import type { AreaHandlers, TokenRenewal } from "./contract.ts";

export interface InstructionDependencies {
  readonly instructions: Instructions;
  readonly skills: () => Promise<readonly ShippedSkill[]>;
}

export interface ConnectionDependencies {
  readonly connections: Connections;
  /** Builds the extension for Claude Desktop. */
  extension(): Promise<Buffer>;
  /** Opens a client's deep link. */
  openDeepLink(link: string): Promise<void>;
  readonly tokens: Pick<Tokens, "list" | "replace">;
  /** Clients from the request log. */
  logged(): Promise<readonly Pick<LoggedClient, "subject" | "transport">[]>;
  /** Called after tokens were renewed. */
  onTokensRenewed(renewal: TokenRenewal): void;
  readonly events: Pick<Events, "emit">;
}

/** Plans and writes clients' files. The window names a client or a plan, never a file. */
export function createConnectionHandlers(dependencies: ConnectionDependencies): AreaHandlers<"connections"> {
  const { connections, events, extension, openDeepLink, onTokensRenewed } = dependencies;
  return {
    "connections.catalogue": () => connections.list(),
    "connections.planConnect": (choice) => connections.planConnect(choice),
    "connections.planDisconnect": (choice) => connections.planDisconnect(choice),
    "connections.stale": () => connections.stale(),
    "connections.refresh": async () => {
      const previews: ConnectionPreview[] = [];
      for (const { path } of await connections.stale()) previews.push(await connections.planRefresh(path));
      return previews;
    },
    "connections.applyPlan": async ({ planId }) => {
      const applied = await connections.apply(planId);
      events.emit("clients.changed", null);
      return applied;
    },
    "connections.renewTokens": async () => {
      const renewal = await renewTokens(dependencies);
      onTokensRenewed(renewal);
      events.emit("clients.changed", null);
      return renewal;
    },
    "connections.extension": async () => ({ name: "recollect.mcpb", content: (await extension()).toString("base64") }),
    "connections.openLink": async ({ clientId }) => {
      const client = (await connections.list()).find(({ id }) => id === clientId);
      if (client === undefined || client.deepLink === null) {
        throw new RecollectError("client_link_missing", {}, { field: "clientId" });
      }
      await openDeepLink(client.deepLink);
      return null;
    },
  };
}

/**
 * Replaces the token of every client that may have sent it over HTTP, and writes the new ones to the files that
 * Recollect wrote. Clients that were only seen over stdio never sent their own token.
 */
async function renewTokens({ connections, tokens, logged }: ConnectionDependencies): Promise<TokenRenewal> {
  const seen = await logged();
  const transportsOf = (subject: string) => seen.filter((client) => client.subject === subject);
  const isOnlyStdio = (subject: string) => {
    const clients = transportsOf(subject);
    return clients.length > 0 && clients.every(({ transport }) => transport === "stdio");
  };
  const used = (await tokens.list()).filter(({ revokedAt, lastUsedAt }) => revokedAt === null && lastUsedAt !== null);
  const subjects = [...new Set(used.map(({ subject }) => subject))].filter((subject) => !isOnlyStdio(subject));
  for (const subject of subjects) await tokens.replace(subject);

  const files: string[] = [];
  const rewritten = new Set<string>();
  for (const { path, clientId } of (await connections.stale()).filter((file) => subjects.includes(file.clientId))) {
    try {
      await connections.apply((await connections.planRefresh(path)).id);
      files.push(path);
      rewritten.add(clientId);
    } catch (error) {
      // An alert asks the owner to configure this client.
      if (!(error instanceof RecollectError)) throw error;
    }
  }
  return { subjects, files, unwritten: subjects.filter((subject) => !rewritten.has(subject)) };
}

/** Plans and writes instructions and hooks. The window names a kind, a folder or a plan, never a file. */
export function createInstructionHandlers({
  instructions,
  skills,
}: InstructionDependencies): AreaHandlers<"instructions"> {
  return {
    "instructions.list": async ({ project }) => ({ text: instructions.text, files: await instructions.list(project) }),
    "instructions.plan": (choice) => instructions.plan(choice),
    "instructions.skills": skills,
    "instructions.applyPlan": async ({ planId }) => instructions.apply(planId),
  };
}
