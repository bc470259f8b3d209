import { type InitializeRequest, isInitializeRequest } from "@modelcontextprotocol/server";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { type RecordContext, RecordList } from "../platform/record-file.ts";

const storedSession = z.object({
  id: z.string(),
  tokenId: z.string(),
  /** The parameters of the client's `initialize` request. */
  initialize: z.custom<InitializeRequest["params"]>((params) =>
    isInitializeRequest({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
  ),
  subscriptions: z.array(z.string()),
  /** Milliseconds since 1970. */
  lastSeenAt: z.number(),
});
/** The data to resume a session (protocol revision 2025) with a new server instance. It contains no secret. */
export type StoredSession = Readonly<z.output<typeof storedSession>>;

/** How long a client may be away: over a weekend and a few days. */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
/** Enough for the clients of one machine in a week. */
const MAX_SESSIONS = 1000;
/** Per token, so that none can displace the sessions of others: more than the number of live sessions. */
const MAX_SESSIONS_OF_TOKEN = 400;
/** A larger session, in characters of JSON, is not stored. Bounds the file to 16 MB. */
const MAX_SESSION_LENGTH = 16 * 1024;
/** Changes within this time are written together. */
const WRITE_DELAY_MS = 1000;

/**
 * The sessions that clients may resume, in a file. Many clients treat an unknown session as a permanent error, although
 * the specification requires a new handshake; with the store, sessions survive idle time and restarts (ADR 0009).
 */
export class SessionStore {
  readonly #options: RecordContext;
  readonly #file: RecordList<StoredSession>;
  readonly #sessions = new LRUCache<string, StoredSession>({ max: MAX_SESSIONS });
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RecordContext & { readonly file: string }) {
    this.#options = options;
    this.#file = new RecordList({ ...options, item: storedSession, keyOf: ({ id }) => id, isCompact: true });
    const since = options.clock.now() - MAX_AGE_MS;
    for (const session of this.#file.list()) {
      if (session.lastSeenAt >= since) this.#sessions.set(session.id, session);
    }
  }

  /** Returns a session if it was opened with this token. */
  find(id: string, tokenId: string): StoredSession | null {
    const session = this.#sessions.get(id);
    return session?.tokenId === tokenId ? session : null;
  }

  save(session: StoredSession): void {
    if (JSON.stringify(session).length <= MAX_SESSION_LENGTH) this.#set(session);
    else this.#sessions.delete(session.id);
    this.#scheduleWrite();
  }

  delete(id: string): void {
    if (this.#sessions.delete(id)) this.#scheduleWrite();
  }

  /** Deletes all sessions that were opened with a token. */
  deleteToken(tokenId: string): void {
    for (const session of [...this.#sessions.values()]) {
      if (session.tokenId === tokenId) this.delete(session.id);
    }
  }

  /** Writes pending changes. */
  close(): void {
    if (this.#timer !== null) this.#write();
  }

  /** Stores a session. A token with too many sessions loses its own oldest one, never one of another token. */
  #set(session: StoredSession): void {
    this.#sessions.set(session.id, session);
    const own = [...this.#sessions.values()].filter(({ tokenId }) => tokenId === session.tokenId);
    for (const { id } of own.slice(MAX_SESSIONS_OF_TOKEN)) this.#sessions.delete(id);
  }

  #scheduleWrite(): void {
    this.#timer ??= setTimeout(() => this.#write(), WRITE_DELAY_MS).unref();
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      this.#file.replace(() => [...this.#sessions.values()].toReversed());
    } catch (error) {
      this.#options.logger.warn("The clients' sessions could not be saved", { error });
    }
  }
}
