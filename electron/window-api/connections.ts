import type { Connections } from "../connect/install/connections.ts";
import type { Instructions } from "../connect/instructions/instructions.ts";
import type { ConnectionPreview } from "../core/client-connection.ts";
import { RecollectError } from "../core/errors.ts";
import type { Events } from "../core/events.ts";
import type { AreaHandlers } from "./contract.ts";

export interface InstructionDependencies {
  readonly instructions: Instructions;
}

export interface ConnectionDependencies {
  readonly connections: Connections;
  /** Builds the extension for Claude Desktop. */
  extension(): Buffer;
  /** Opens a client's deep link. */
  openDeepLink(link: string): Promise<void>;
  readonly events: Pick<Events, "emit">;
}

/** Plans and writes clients' files. The window names a client or a plan, never a file. */
export function createConnectionHandlers(dependencies: ConnectionDependencies): AreaHandlers<"connections"> {
  const { connections, events, extension, openDeepLink } = dependencies;
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
      const applied = connections.apply(planId);
      events.emit("clients.changed", null);
      return applied;
    },
    "connections.extension": async () => ({ name: "recollect.mcpb", content: extension().toString("base64") }),
    "connections.openLink": async ({ clientId }) => {
      const client = (await connections.list()).find(({ id }) => id === clientId);
      if (client === undefined || client.deepLink === null) {
        throw new RecollectError("not_found", "client_link_missing", {}, { field: "clientId" });
      }
      await openDeepLink(client.deepLink);
      return null;
    },
  };
}

/** Plans and writes instructions and hooks. The window names a kind, a folder or a plan, never a file. */
export function createInstructionHandlers({ instructions }: InstructionDependencies): AreaHandlers<"instructions"> {
  return {
    "instructions.list": async ({ project }) => ({ text: instructions.text, files: await instructions.list(project) }),
    "instructions.plan": (choice) => instructions.plan(choice),
    "instructions.applyPlan": async ({ planId }) => instructions.apply(planId),
  };
}
