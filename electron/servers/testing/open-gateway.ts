import { openTestStack } from "../../../tests/testing/clients.ts";
import type { Stack } from "../../../tests/testing/stack.ts";
import type { ServerGrant } from "../../core/caller.ts";
import type { NewServer } from "../../core/servers.ts";
import type { ServerLimits } from "../limits.ts";
import type { Servers } from "../servers.ts";
import { openServers } from "./open-servers.ts";

export interface Gateway {
  readonly stack: Stack;
  readonly servers: Servers;
  /** Issues the token of a client that may use servers, named with what it may use of each. */
  token(grants: Readonly<Record<string, ServerGrant["tools"]>>, subject?: string): Promise<string>;
  /** Changes what a client may use. */
  grant(subject: string, grants: Readonly<Record<string, ServerGrant["tools"]>>): Promise<void>;
  idOf(name: string): string;
}

/** The product's stack with servers. */
export async function openGateway(added: readonly NewServer[], limits: Partial<ServerLimits> = {}): Promise<Gateway> {
  const { servers } = openServers({
    limits,
    memories: {
      search: (...args) => stack.service.search(...args),
      shortIds: (...args) => stack.service.shortIds(...args),
    },
  });
  const stack: Stack = await openTestStack({
    sources: [
      {
        entriesFor: (grant) => servers.entriesFor(grant),
        clientConnected: (grant) => servers.clientConnected(grant),
        onChanged: (listener) => servers.onCatalogChanged(listener),
      },
    ],
  });
  stack.events.on("memories.changed", (changes) => servers.noteMemories(changes));
  for (const server of added) await servers.add(server);
  const idOf = (name: string) => servers.list().find((server) => server.name === name)?.id ?? "";
  const grantsOf = (grants: Readonly<Record<string, ServerGrant["tools"]>>) =>
    Object.entries(grants).map(([name, tools]) => ({ server: idOf(name), tools }));
  return {
    stack,
    servers,
    idOf,
    token: (grants, subject = "test-client") => stack.issue({ servers: grantsOf(grants) }, subject),
    async grant(subject, grants) {
      const row = (await stack.tokens.list()).find((one) => one.subject === subject);
      if (row === undefined) throw new Error(`${subject} has no token.`);
      await stack.tokens.update(subject, { grant: { ...row.grant, servers: grantsOf(grants) } });
    },
  };
}
