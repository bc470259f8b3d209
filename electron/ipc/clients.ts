import type { ClientConfiguration } from "../core/client-configuration.ts";
import type { ClientIdentity } from "../core/memory.ts";
import { type LoggedClient, WINDOW_CLIENT } from "../core/request-log.ts";
import type { AreaHandlers, ClientActivity } from "./contract.ts";
import { createGrantHandlers, type GrantDependencies } from "./grants.ts";

/** A session, or a stream of the era without them, that is open now; `client` is null until it has said who it is. */
export interface OpenSession {
  readonly client: ClientIdentity | null;
}

export interface ClientDependencies {
  /** Clients as the log remembers them. */
  logged(): Promise<readonly LoggedClient[]>;
  /** One entry for each session or stream. */
  connected(): readonly OpenSession[];
  configurations(): Promise<readonly ClientConfiguration[]>;
  now(): number;
}

/** A client of the 2026 era holds no session: also without a stream it counts as connected this long after a request. */
const SEEN_WITHIN_MS = 5 * 60_000;

export function createClientHandlers(dependencies: ClientDependencies & GrantDependencies): AreaHandlers<"clients"> {
  return {
    ...createGrantHandlers(dependencies),
    "clients.list": () => listClients(dependencies),
    "clients.configurations": () => dependencies.configurations(),
  };
}

/** The log's clients, but for the window itself, with what is connected now; the connected first, then the last seen. */
export async function listClients(dependencies: ClientDependencies): Promise<ClientActivity[]> {
  const sessions = new Map<string, number>();
  for (const { client } of dependencies.connected()) {
    if (client !== null) sessions.set(keyOf(client), (sessions.get(keyOf(client)) ?? 0) + 1);
  }
  const heardSince = dependencies.now() - SEEN_WITHIN_MS;
  const others = (await dependencies.logged()).filter(({ name }) => name !== WINDOW_CLIENT);
  const clients = others.map((client) => {
    const held = sessions.get(keyOf(client)) ?? 0;
    const heard = client.era === "2026" && Date.parse(client.lastSeenAt) >= heardSince;
    return { ...client, sessions: held, connected: held > 0 || heard };
  });
  return clients.sort(
    (one, other) => Number(other.connected) - Number(one.connected) || other.lastSeenAt.localeCompare(one.lastSeenAt),
  );
}

function keyOf(client: ClientIdentity): string {
  return `${client.name}\n${client.version}`;
}
