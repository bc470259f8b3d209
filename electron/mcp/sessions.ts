import { randomUUID } from "node:crypto";
import type { InitializeRequest, Server } from "@modelcontextprotocol/server";
import type { Grant } from "../core/caller.ts";
import type { ClientIdentity } from "../core/memory.ts";
import type { Clock } from "../core/ports.ts";
import { type Connection, readClientIdentity, toAuthInfo } from "./connection.ts";
import type { ResourceWatches } from "./resource-watches.ts";
import type { SessionStore, StoredSession } from "./session-store.ts";
import { SessionTransport } from "./session-transport.ts";

/** A live session (protocol revision 2025), from `initialize` until it is ended or suspended. */
export interface Session {
  readonly id: string;
  readonly client: ClientIdentity | null;
  /** From the latest request: a grant can change while a session is open. */
  connection: Connection;
  readonly openedAt: number;
  lastSeenAt: number;
  readonly server: Server;
  readonly transport: SessionTransport;
  /** The parameters of the client's `initialize` request. */
  readonly initialize: InitializeRequest["params"];
  readonly subscriptions: SessionSubscriptions;
}

interface SubscriptionCallbacks {
  start(uri: string): Promise<void>;
  end(uri: string): void;
  onChanged(): void;
}

/** The resources that a session is subscribed to, as the client wrote their addresses. */
export class SessionSubscriptions {
  readonly #uris: Set<string>;
  readonly #options: SubscriptionCallbacks;

  constructor(uris: Iterable<string>, options: SubscriptionCallbacks) {
    this.#uris = new Set(uris);
    this.#options = options;
  }

  get size(): number {
    return this.#uris.size;
  }

  /** @throws the error of the source that reports the changes */
  async add(uri: string): Promise<void> {
    if (this.#uris.has(uri)) return;
    this.#uris.add(uri);
    try {
      await this.#options.start(uri);
    } catch (error) {
      this.#uris.delete(uri);
      throw error;
    }
    this.#options.onChanged();
  }

  delete(uri: string): void {
    if (!this.#uris.delete(uri)) return;
    this.#options.end(uri);
    this.#options.onChanged();
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#uris[Symbol.iterator]();
  }
}

interface SessionsOptions {
  readonly clock: Clock;
  /** A session without a request or an open stream for this long is suspended. */
  readonly idleMs: number;
  /** The maximum number of live sessions, and of those that one token opened. */
  readonly maximum: number;
  readonly maximumOfToken: number;
  readonly store: SessionStore;
  readonly watches: ResourceWatches;
  readonly buildServer: (session: Pick<Session, "id" | "client" | "subscriptions" | "connection">) => Server;
  readonly onChanged: () => void;
}

/**
 * The table of live sessions. Most clients disconnect without ending their session, so an idle session is suspended:
 * its server instance is closed and its data stays in the store. The client's next request resumes it.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  /** Least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #resuming = new Map<string, Promise<Session | undefined>>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: SessionsOptions) {
    this.#options = options;
    const interval = Math.min(60_000, Math.max(1000, options.idleMs / 4));
    this.#timer = setInterval(() => void this.#suspendIdle(), interval).unref();
  }

  /** Opens a session. Past the maximum, an older session is suspended. */
  async open(connection: Connection, initialize: InitializeRequest["params"]): Promise<Session> {
    const session = await this.#create(connection, { id: randomUUID(), initialize, subscriptions: [] });
    await this.#add(session);
    return session;
  }

  /** Returns a live session that was opened with this connection's token, and marks it as used. */
  use(id: string, connection: Connection): Session | undefined {
    const session = this.#sessions.get(id);
    if (session === undefined || session.connection.tokenId !== connection.tokenId) return undefined;
    session.connection = connection;
    session.lastSeenAt = this.#options.clock.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session;
  }

  /** Resumes a session that was suspended for being idle or by a restart. @returns undefined if there is none */
  async resume(id: string, connection: Connection): Promise<Session | undefined> {
    const stored = this.#sessions.has(id) ? null : this.#options.store.find(id, connection.tokenId);
    if (stored === null) return undefined;
    // After a restart a client may send several requests at the same time.
    const resuming =
      this.#resuming.get(id) ?? this.#resumeStored(stored, connection).finally(() => this.#resuming.delete(id));
    this.#resuming.set(id, resuming);
    return await resuming;
  }

  /** Ends a session permanently. */
  async end(session: Session): Promise<void> {
    this.#options.store.delete(session.id);
    await session.server.close();
  }

  /** Ends all sessions that were opened with a token. */
  async endOf(tokenId: string): Promise<void> {
    this.#options.store.deleteToken(tokenId);
    const ended = [...this.#sessions.values()].filter((session) => session.connection.tokenId === tokenId);
    await Promise.all(ended.map((session) => this.end(session)));
  }

  /** Changes the rights of a token, including its notifications. @param endStreams closes its sessions' streams */
  setGrant(tokenId: string, grant: Grant, endStreams: boolean): void {
    for (const session of this.#sessions.values()) {
      if (session.connection.tokenId !== tokenId) continue;
      session.connection = { ...session.connection, grant };
      this.#options.watches.endAll(session.id, grant);
      if (endStreams) session.transport.endStream();
    }
  }

  /** Returns a live session without marking it as used. */
  peek(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  list(): readonly Session[] {
    return [...this.#sessions.values()];
  }

  /** Suspends all sessions. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.list().map((session) => this.#suspend(session)));
    this.#options.store.close();
  }

  /**
   * Suspends sessions past the maximum. A token with too many loses its own; otherwise the longest idle session is
   * suspended, or one of the token with the most if all are busy. So no token can exclude the others.
   */
  async #makeRoomFor(added: Session): Promise<void> {
    const { maximum, maximumOfToken } = this.#options;
    const all = this.list();
    const own = all.filter(({ connection }) => connection.tokenId === added.connection.tokenId);
    if (own.length > maximumOfToken) {
      await this.#suspend(oldestOf(own.filter((session) => session !== added)));
    } else if (all.length > maximum) {
      const others = all.filter((session) => session !== added);
      await this.#suspend(others.find(({ transport }) => !transport.isBusy) ?? oldestOf(ofLargestToken(others)));
    }
  }

  async #create(
    connection: Connection,
    { id, initialize, subscriptions: uris }: Pick<StoredSession, "id" | "initialize" | "subscriptions">,
  ): Promise<Session> {
    const client = readClientIdentity(initialize.clientInfo);
    const transport = new SessionTransport(id);
    const { watches } = this.#options;
    const grantOf = () => session.connection.grant;
    const notify = (uri: string) => {
      if (transport.canNotify) server.sendResourceUpdated({ uri }).catch(() => undefined);
    };
    const subscriptions = new SessionSubscriptions(uris, {
      start: (uri) => watches.start(id, uri, grantOf, () => notify(uri)),
      end: (uri) => watches.end(id, uri),
      onChanged: () => this.#save(session),
    });
    const server = this.#options.buildServer({ id, client, subscriptions, connection });
    const now = this.#options.clock.now();
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
      watches.endAll(id);
      if (this.#sessions.delete(id)) this.#options.onChanged();
    };
    await server.connect(transport);
    for (const uri of uris) watches.startLater(id, uri, grantOf, () => notify(uri));
    return session;
  }

  async #add(session: Session): Promise<void> {
    this.#sessions.set(session.id, session);
    this.#save(session);
    this.#options.onChanged();
    // Afterwards and not before, because sessions are opened concurrently.
    await this.#makeRoomFor(session);
  }

  async #resumeStored(stored: StoredSession, connection: Connection): Promise<Session | undefined> {
    const session = await this.#create(connection, stored);
    if (!(await session.transport.resume(stored.initialize, toAuthInfo(connection)))) {
      await this.end(session);
      return undefined;
    }
    await this.#add(session);
    return session;
  }

  /** Sessions over stdio are not stored: the shim reopens them, with the new token of each start. */
  #save({ id, connection, initialize, subscriptions, lastSeenAt }: Session): void {
    if (connection.transport === "stdio") return;
    const { tokenId } = connection;
    this.#options.store.save({ id, tokenId, initialize, subscriptions: [...subscriptions], lastSeenAt });
  }

  async #suspend(session: Session | undefined): Promise<void> {
    if (session === undefined) return;
    this.#save(session);
    await session.server.close();
  }

  async #suspendIdle(): Promise<void> {
    const { clock, idleMs } = this.#options;
    const idle = this.list().filter(
      ({ transport, lastSeenAt }) => !transport.isBusy && clock.now() - lastSeenAt >= idleMs,
    );
    await Promise.all(idle.map((session) => this.#suspend(session)));
  }
}

/** Returns the least recently used session, preferring idle ones. */
function oldestOf(sessions: readonly Session[]): Session | undefined {
  return sessions.find(({ transport }) => !transport.isBusy) ?? sessions[0];
}

/** Returns the sessions of the token that has the most. */
function ofLargestToken(sessions: readonly Session[]): readonly Session[] {
  const groups = Object.values(Object.groupBy(sessions, ({ connection }) => connection.tokenId));
  return groups.reduce<readonly Session[]>(
    (largest, group = []) => (group.length > largest.length ? group : largest),
    [],
  );
}
