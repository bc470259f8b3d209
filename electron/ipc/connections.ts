import type { Connections } from "../clients/install/connections.ts";
import type { ConnectionPreview } from "../core/client-connection.ts";
import { RecollectError } from "../core/errors.ts";
import type { Events } from "../core/events.ts";
import type { AreaHandlers } from "./contract.ts";

export interface ConnectionHandling {
  readonly connections: Connections;
  /** The bundle for Claude Desktop. */
  extension(): Buffer;
  /** Hands a client a link that the application built. */
  openDeepLink(link: string): Promise<void>;
  readonly events: Pick<Events, "emit">;
}

/** Clients' files are planned and written here; the window names a client or a plan, never a file. */
export function createConnectionHandlers(handling: ConnectionHandling): AreaHandlers<"connections"> {
  const { connections, events, extension, openDeepLink } = handling;
  return {
    "connections.catalogue": () => connections.catalogue(),
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
      const client = (await connections.catalogue()).find(({ id }) => id === clientId);
      if (client === undefined || client.deepLink === null) {
        throw new RecollectError("not_found", "This client has no link to open.", {
          field: "clientId",
          hint: "Write its file, or copy the configuration.",
        });
      }
      await openDeepLink(client.deepLink);
      return null;
    },
  };
}
