import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../core/ports.ts";
import type { BrowserSession } from "../contract.ts";

/** How long a link works. */
export const LINK_LIFETIME_MS = 10 * 60_000;
/** A session without a call and without an open event stream ends after this time. */
export const SESSION_IDLE_MS = 12 * 60 * 60_000;
/** Unused links and sessions that are stored; the oldest links and the least recently used sessions are removed. */
const MAX_LINKS = 32;
const MAX_SESSIONS = 64;

interface StoredSession {
  readonly id: string;
  readonly createdAt: number;
  lastUsedAt: number;
  /** Aborted when the session ends. One for each open event stream. */
  readonly streams: Set<AbortController>;
}

/**
 * The browser sessions of the interface. A link carries a key that works once and starts a session for one tab, which
 * lasts until it is idle, is signed out, or this process ends. Only hashes of keys and secrets are stored.
 */
export class BrowserSessions {
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #onChange: () => void;
  /** When each key expires, by its hash. */
  readonly #keys = new Map<string, number>();
  /** By the hash of the secret, the least recently used first. */
  readonly #sessions = new Map<string, StoredSession>();

  constructor(dependencies: {
    readonly clock: Clock;
    readonly newId: () => string;
    /** Called when a session starts or is signed out. */
    readonly onChange: () => void;
  }) {
    this.#clock = dependencies.clock;
    this.#newId = dependencies.newId;
    this.#onChange = dependencies.onChange;
  }

  /** Returns a new one-time key. */
  newKey(): string {
    const key = newSecret();
    this.#keys.set(hash(key), this.#clock.now() + LINK_LIFETIME_MS);
    for (const oldest of [...this.#keys.keys()].slice(0, -MAX_LINKS)) this.#keys.delete(oldest);
    return key;
  }

  /** Consumes a key and starts a session. Returns null for an unknown, used or expired key. */
  redeem(key: string): { readonly id: string; readonly secret: string } | null {
    const expiresAt = this.#keys.get(hash(key));
    this.#keys.delete(hash(key));
    const now = this.#clock.now();
    if (expiresAt === undefined || expiresAt <= now) return null;
    const secret = newSecret();
    const id = this.#newId();
    this.#sessions.set(hash(secret), { id, createdAt: now, lastUsedAt: now, streams: new Set() });
    for (const session of [...this.#sessions.values()].slice(0, -MAX_SESSIONS)) this.#end(session);
    this.#onChange();
    return { id, secret };
  }

  /** Marks a session as used. Returns its id, or null for an unknown or ended session. */
  use(secret: string): string | null {
    const session = this.#find(secret);
    if (session === null) return null;
    session.lastUsedAt = this.#clock.now();
    this.#sessions.delete(hash(secret));
    this.#sessions.set(hash(secret), session);
    return session.id;
  }

  /** Keeps a session in use while an event stream is open. Returns null for an unknown or ended session. */
  openStream(secret: string): { readonly ended: AbortSignal; close(): void } | null {
    const session = this.#find(secret);
    if (session === null) return null;
    const stream = new AbortController();
    session.streams.add(stream);
    return {
      ended: stream.signal,
      close: () => {
        session.lastUsedAt = this.#clock.now();
        session.streams.delete(stream);
      },
    };
  }

  /** The most recently used first. */
  list(): BrowserSession[] {
    this.#endIdle();
    const now = this.#clock.now();
    return [...this.#sessions.values()]
      .map(({ id, createdAt, lastUsedAt, streams }) => ({
        id,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(streams.size > 0 ? now : lastUsedAt).toISOString(),
      }))
      .sort((one, other) => other.lastUsedAt.localeCompare(one.lastUsedAt));
  }

  /** Ends a session and its event streams; `null` ends all. Does nothing for an unknown id. */
  signOut(id: string | null): void {
    for (const session of [...this.#sessions.values()]) if (id === null || session.id === id) this.#end(session);
    this.#onChange();
  }

  #find(secret: string): StoredSession | null {
    this.#endIdle();
    return this.#sessions.get(hash(secret)) ?? null;
  }

  #endIdle(): void {
    const idleSince = this.#clock.now() - SESSION_IDLE_MS;
    for (const session of [...this.#sessions.values()]) {
      if (session.streams.size === 0 && session.lastUsedAt <= idleSince) this.#end(session);
    }
  }

  #end(ended: StoredSession): void {
    for (const [key, session] of this.#sessions) if (session === ended) this.#sessions.delete(key);
    for (const stream of [...ended.streams]) stream.abort();
  }
}

/** Returns a 256-bit secret. */
function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function hash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
