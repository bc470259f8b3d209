import type { ClientConfiguration } from "../core/client-configuration.ts";
import type { LoggedClient } from "../core/request-log.ts";
import type { AreaHandlers, ClientActivity } from "./contract.ts";

/** A client that holds sessions now. */
export interface ConnectedClient {
  readonly name: string;
  readonly version: string;
  readonly sessions: number;
}

export interface ClientDependencies {
  /** Clients as the log remembers them. */
  logged(): Promise<readonly LoggedClient[]>;
  connected(): readonly ConnectedClient[];
  configurations(): Promise<readonly ClientConfiguration[]>;
  now(): number;
}

/** A client of the 2026 era holds no session: it counts as connected while it was heard of within this time. */
const SEEN_WITHIN_MS = 5 * 60_000;

export function createClientHandlers(dependencies: ClientDependencies): AreaHandlers<"clients"> {
  return {
    "clients.list": () => listClients(dependencies),
    "clients.configurations": () => dependencies.configurations(),
  };
}

/** The log's clients with what is connected now; the connected first, then the last seen. */
export async function listClients(dependencies: ClientDependencies): Promise<ClientActivity[]> {
  const sessions = new Map(dependencies.connected().map((client) => [keyOf(client), client.sessions]));
  const heardSince = dependencies.now() - SEEN_WITHIN_MS;
  const clients = (await dependencies.logged()).map((client) => {
    const held = sessions.get(keyOf(client)) ?? 0;
    return { ...client, sessions: held, connected: held > 0 || Date.parse(client.lastSeenAt) >= heardSince };
  });
  return clients.sort(
    (one, other) => Number(other.connected) - Number(one.connected) || other.lastSeenAt.localeCompare(one.lastSeenAt),
  );
}

function keyOf(client: { readonly name: string; readonly version: string }): string {
  return `${client.name}\n${client.version}`;
}
