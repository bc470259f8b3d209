import type { ClientConfiguration } from "../core/client-configuration.ts";
import type { ClientIdentity } from "../core/memory.ts";
import { isAssistant, type LoggedClient } from "../core/request-log.ts";
import type { AreaHandlers, ClientActivity } from "./contract.ts";
import { createGrantHandlers, type GrantDependencies } from "./grants.ts";

/**
 * An open session, or an open stream of a client without sessions. `client` is null until the client identified itself.
 */
export interface OpenSession {
  readonly client: ClientIdentity | null;
}

export interface ClientDependencies {
  /** Clients from the request log. */
  logged(): Promise<readonly LoggedClient[]>;
  /** Returns one entry for each session or stream. */
  connected(): readonly OpenSession[];
  configurations(): Promise<readonly ClientConfiguration[]>;
  now(): number;
}

/** A 2026-07-28 client has no session. It counts as connected for this long after a request. */
const CONNECTED_AFTER_REQUEST_MS = 5 * 60_000;

export function createClientHandlers(dependencies: ClientDependencies & GrantDependencies): AreaHandlers<"clients"> {
  return {
    ...createGrantHandlers(dependencies),
    "clients.list": () => listClients(dependencies),
    "clients.configurations": () => dependencies.configurations(),
  };
}

/** Returns the assistants in the log, connected ones first, then by last request. */
export async function listClients(dependencies: ClientDependencies): Promise<ClientActivity[]> {
  const sessions = new Map<string, number>();
  for (const { client } of dependencies.connected()) {
    if (client !== null) sessions.set(keyOf(client), (sessions.get(keyOf(client)) ?? 0) + 1);
  }
  const connectedSince = dependencies.now() - CONNECTED_AFTER_REQUEST_MS;
  const others = (await dependencies.logged()).filter(isAssistant);
  const clients = others.map((client) => {
    const open = sessions.get(keyOf(client)) ?? 0;
    const recent = client.era === "2026" && Date.parse(client.lastSeenAt) >= connectedSince;
    return { ...client, sessions: open, connected: open > 0 || recent };
  });
  return clients.sort(
    (one, other) => Number(other.connected) - Number(one.connected) || other.lastSeenAt.localeCompare(one.lastSeenAt),
  );
}

function keyOf(client: ClientIdentity): string {
  return `${client.name}\n${client.version}`;
}
