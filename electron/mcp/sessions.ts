import { randomUUID } from "node:crypto";
import type { InitializeRequest, Server } from "@modelcontextprotocol/server";
import type { Grant } from "../core/caller.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { Clock } from "../core/ports.ts";
import { type Connection, readClientIdentity, toAuthInfo } from "./connection.ts";
import type { KeptSession, KeptSessions } from "./kept-sessions.ts";
import { createSessionSubscriptions, type SessionSubscriptions } from "./session-subscriptions.ts";
import { SessionTransport } from "./session-transport.ts";

/** One connection of the 2025 era, from `initialize` until it is ended or put away. */
export interface Session {
  readonly id: string;
  readonly client: ClientIdentity | null;
  /** As of the latest request: a grant can shrink while a session lives. */
  connection: Connection;
  readonly openedAt: number;
  lastSeenAt: number;
  readonly server: Server;
  readonly transport: SessionTransport;
  /** The handshake as the client sent it. */
  readonly initialize: InitializeRequest["params"];
  /** Addresses it asked to be told about, as it wrote them. */
  readonly subscriptions: SessionSubscriptions;
}

export interface Sessions {
  /** Opens a session. The one idle longest makes room when there are too many; null when all of them are in use. */
  open(connection: Connection, initialize: InitializeRequest["params"]): Promise<Session | null>;
  /** The live session of this id that was opened with this token; it counts as seen now. */
  find(id: string, connection: Connection): Session | undefined;
  /** Brings back a session that was put away: idle too long, or before a restart. Undefined where there is none. */
  revive(id: string, connection: Connection): Promise<Session | undefined>;
  /** Ends a session for good. */
  end(session: Session): Promise<void>;
  /** Without counting as seen. */
  peek(id: string): Session | undefined;
  list(): readonly Session[];
  /** What a token allows from now on, also for what is told unasked; `silent` ends its streams. */
  setGrant(tokenId: string, grant: Grant, silent: boolean): void;
  /** Ends the sessions opened with a token for good. */
  endOf(tokenId: string): Promise<void>;
  /** Puts away what has been idle too long; runs by itself now and then. */
  sweep(): Promise<void>;
  /** Puts all away. */
  close(): Promise<void>;
}

/**
 * The table of sessions. Most clients leave without saying so: a session without an open stream is put away after
 * `idleMs` without a request. What is put away costs next to nothing, and comes back with its client's next request.
 */
export function createSessions(options: {
  readonly clock: Clock;
  readonly idleMs: number;
  readonly maximum: number;
  readonly kept: KeptSessions;
  readonly buildServer: (session: Pick<Session, "id" | "client" | "subscriptions">) => Server;
  readonly onChanged: () => void;
}): Sessions {
  const { clock, idleMs, maximum, kept, buildServer, onChanged } = options;
  /** In order of last use. */
  const sessions = new Map<string, Session>();
  const reviving = new Map<string, Promise<Session | undefined>>();
  const timer = setInterval(() => void sweep(), Math.min(60_000, Math.max(1000, idleMs / 4)));
  timer.unref();

  /** The shim takes its sessions up again by itself, with a token that is new after each start. */
  function keep({ id, connection, initialize, subscriptions, lastSeenAt }: Session): void {
    if (connection.transport === "stdio") return;
    kept.save({ id, tokenId: connection.tokenId, initialize, subscriptions: [...subscriptions], lastSeenAt });
  }

  async function putAway(session: Session): Promise<void> {
    keep(session);
    await session.server.close();
  }

  async function end(session: Session): Promise<void> {
    kept.forget(session.id);
    await session.server.close();
  }

  function expired(session: Session): boolean {
    return !session.transport.busy && clock.now() - session.lastSeenAt >= idleMs;
  }

  async function sweep(): Promise<void> {
    await Promise.all([...sessions.values()].filter(expired).map(putAway));
  }

  async function makeRoom(): Promise<boolean> {
    if (sessions.size < maximum) return true;
    for (const session of sessions.values()) {
      if (session.transport.busy) continue;
      await putAway(session);
      return true;
    }
    return false;
  }

  async function make(
    connection: Connection,
    { id, initialize, subscriptions: uris }: Pick<KeptSession, "id" | "initialize" | "subscriptions">,
  ): Promise<Session> {
    const client = readClientIdentity(initialize.clientInfo);
    const transport = new SessionTransport(id);
    const subscriptions = createSessionSubscriptions(uris, () => keep(session));
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
      initialize,
      subscriptions,
    };
    server.onclose = () => {
      if (sessions.delete(id)) onChanged();
    };
    await server.connect(transport);
    return session;
  }

  function enter(session: Session): void {
    sessions.set(session.id, session);
    keep(session);
    onChanged();
  }

  async function bringBack(known: KeptSession, connection: Connection): Promise<Session | undefined> {
    if (!(await makeRoom())) return undefined;
    const session = await make(connection, known);
    if (!(await session.transport.resume(known.initialize, toAuthInfo(connection)))) {
      await end(session);
      return undefined;
    }
    enter(session);
    return session;
  }

  return {
    async open(connection, initialize) {
      if (!(await makeRoom())) return null;
      const session = await make(connection, { id: randomUUID(), initialize, subscriptions: [] });
      enter(session);
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

    async revive(id, connection) {
      const known = sessions.has(id) ? null : kept.find(id, connection.tokenId);
      if (known === null) return undefined;
      // A client may send several requests at once after a restart.
      const under = reviving.get(id) ?? bringBack(known, connection).finally(() => reviving.delete(id));
      reviving.set(id, under);
      return await under;
    },

    end,
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
      kept.forgetToken(tokenId);
      await Promise.all([...sessions.values()].filter((session) => session.connection.tokenId === tokenId).map(end));
    },

    sweep,

    async close() {
      clearInterval(timer);
      await Promise.all([...sessions.values()].map(putAway));
      kept.close();
    },
  };
}
