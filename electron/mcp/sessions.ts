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

/** No session can give way: each has a request in progress, or is needed for its stream as much as the new one. */
export class NoRoom extends Error {}

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

  /** Opens a session. Past the maximum, an older session without a request is suspended. @throws NoRoom */
  async open(connection: Connection, initialize: InitializeRequest["params"]): Promise<Session> {
    if (this.#displaced(connection, null, "any") === null) throw new NoRoom();
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

  /**
   * Resumes a session that was suspended for being idle or by a restart.
   * @param isStream whether it is for a stream only: then no session with a stream gives way, because its client would
   * open it again, and so on
   * @returns undefined if there is none
   * @throws NoRoom
   */
  async resume(id: string, connection: Connection, isStream = false): Promise<Session | undefined> {
    const stored = this.#sessions.has(id) ? null : this.#options.store.find(id, connection.tokenId);
    // The shim opens a session that is not stored again itself, for its stream too.
    const needsRoom = !this.#resuming.has(id) && (isStream || stored !== null);
    if (needsRoom && this.#displaced(connection, null, isStream ? "silent" : "any") === null) throw new NoRoom();
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
   * Finds the session that gives way to one more: of the same token if it has too many, otherwise of the token with the
   * most. A session with a request in progress never does, and a session with a stream only if all others have streams too.
   * @param kind `silent`: only sessions without a stream
   * @returns undefined if there is room, null if no session can give way
   */
  #displaced({ tokenId }: Connection, added: Session | null, kind: "any" | "silent"): Session | undefined | null {
    const { maximum, maximumOfToken } = this.#options;
    const others = this.list().filter((session) => session !== added);
    const own = others.filter(({ connection }) => connection.tokenId === tokenId);
    const candidates = own.length >= maximumOfToken ? own : others.length >= maximum ? others : null;
    if (candidates === null) return undefined;
    const idle = candidates.filter((session) => !session.transport.isWorking);
    const silent = idle.find(({ transport }) => !transport.isListening);
    return silent ?? (kind === "any" ? ofLargestToken(idle)[0] : null) ?? null;
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
    await this.#suspend(this.#displaced(session.connection, session, "any") ?? undefined);
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

/** Returns the sessions of the token that has the most. */
function ofLargestToken(sessions: readonly Session[]): readonly Session[] {
  const groups = Object.values(Object.groupBy(sessions, ({ connection }) => connection.tokenId));
  return groups.reduce<readonly Session[]>(
    (largest, group = []) => (group.length > largest.length ? group : largest),
    [],
  );
}
