import { randomUUID } from "node:crypto";
import type { Server } from "@modelcontextprotocol/server";
import type { Grant } from "../core/caller.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { Clock } from "../core/ports.ts";
import type { Connection } from "./connection.ts";
import { SessionTransport } from "./session-transport.ts";

/** One connection of the 2025 era, from `initialize` until it is ended or forgotten. */
export interface Session {
  readonly id: string;
  readonly client: ClientIdentity | null;
  /** As of the latest request: a grant can shrink while a session lives. */
  connection: Connection;
  readonly openedAt: number;
  lastSeenAt: number;
  readonly server: Server;
  readonly transport: SessionTransport;
  /** Addresses it asked to be told about, as it wrote them. */
  readonly subscriptions: Set<string>;
}

export interface Sessions {
  /** Opens a session. The one idle longest makes room when there are too many; null when all of them are in use. */
  open(
    connection: Connection,
    client: ClientIdentity | null,
    buildServer: (session: Pick<Session, "id" | "client" | "subscriptions">) => Server,
  ): Promise<Session | null>;
  /** The live session of this id that was opened with this token; it counts as seen now. */
  find(id: string, connection: Connection): Session | undefined;
  /** Without counting as seen. */
  peek(id: string): Session | undefined;
  list(): readonly Session[];
  /** What a token allows from now on, also for what is told unasked; `silent` ends its streams. */
  setGrant(tokenId: string, grant: Grant, silent: boolean): void;
  /** Ends the sessions opened with a token. */
  endOf(tokenId: string): Promise<void>;
  /** Ends what has been idle too long; runs by itself now and then. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The table of sessions. Most clients leave without saying so: a session without an open stream ends after
 * `idleMs` without a request.
 */
export function createSessions(options: {
  readonly clock: Clock;
  readonly idleMs: number;
  readonly maximum: number;
  readonly onChanged: () => void;
}): Sessions {
  const { clock, idleMs, maximum, onChanged } = options;
  /** In order of last use. */
  const sessions = new Map<string, Session>();
  const timer = setInterval(() => void sweep(), Math.min(60_000, Math.max(1000, idleMs / 4)));
  timer.unref();

  async function end(session: Session): Promise<void> {
    await session.server.close();
  }

  function expired(session: Session): boolean {
    return !session.transport.busy && clock.now() - session.lastSeenAt >= idleMs;
  }

  async function sweep(): Promise<void> {
    await Promise.all([...sessions.values()].filter(expired).map(end));
  }

  async function makeRoom(): Promise<boolean> {
    if (sessions.size < maximum) return true;
    for (const session of sessions.values()) {
      if (session.transport.busy) continue;
      await end(session);
      return true;
    }
    return false;
  }

  return {
    async open(connection, client, buildServer) {
      if (!(await makeRoom())) return null;
      const id = randomUUID();
      const subscriptions = new Set<string>();
      const transport = new SessionTransport(id);
      const server = buildServer({ id, client, subscriptions });
      const now = clock.now();
      const session: Session = {
        id,
        client,
        connection,
        openedAt: now,
        lastSeenAt: now,
        server,
        transport,
        subscriptions,
      };
      server.onclose = () => {
        if (sessions.delete(id)) onChanged();
      };
      await server.connect(transport);
      sessions.set(id, session);
      onChanged();
      return session;
    },

    find(id, connection) {
      const session = sessions.get(id);
      if (session === undefined || session.connection.tokenId !== connection.tokenId) return undefined;
      session.connection = connection;
      session.lastSeenAt = clock.now();
      sessions.delete(id);
      sessions.set(id, session);
      return session;
    },

    peek: (id) => sessions.get(id),
    list: () => [...sessions.values()],

    setGrant(tokenId, grant, silent) {
      for (const session of sessions.values()) {
        if (session.connection.tokenId !== tokenId) continue;
        session.connection = { ...session.connection, grant };
        if (silent) session.transport.endStream();
      }
    },

    async endOf(tokenId) {
      await Promise.all([...sessions.values()].filter((session) => session.connection.tokenId === tokenId).map(end));
    },

    sweep,

    async close() {
      clearInterval(timer);
      await Promise.all([...sessions.values()].map(end));
    },
  };
}
