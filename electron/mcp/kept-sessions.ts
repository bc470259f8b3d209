import { readFileSync } from "node:fs";
import { type InitializeRequest, isInitializeRequest } from "@modelcontextprotocol/server";

/** What it takes to go on with a session of the 2025 era once its server instance is gone. */
export interface KeptSession {
  readonly id: string;
  readonly tokenId: string;
  /** The handshake as the client sent it. */
  readonly initialize: InitializeRequest["params"];
  readonly subscriptions: readonly string[];
  /** Milliseconds since 1970. */
  readonly lastSeenAt: number;
}

/** The sessions that a client may go on with, live or not. */
export interface KeptSessions {
  /** The session of this id, if it was opened with this token. */
  find(id: string, tokenId: string): KeptSession | null;
  save(session: KeptSession): void;
  forget(id: string): void;
  forgetToken(tokenId: string): void;
  /** Writes what is not written yet. */
  close(): void;
}

export interface KeptSessionsOptions {
  readonly file: string;
  /** Writes a whole file that only its owner may read. */
  write(file: string, content: string): void;
  now(): number;
  onFailure(error: unknown): void;
}

/** Longest that a client which left without a word may stay away. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
const MAXIMUM = 500;
/** A session that takes more characters is not kept: its client has to initialise anew. */
const LARGEST = 16 * 1024;
/** Changes closer together than this are written together. */
const WRITE_AFTER_MS = 1000;

/**
 * Many clients treat a session that the server no longer knows as an error for good, though the specification has them
 * initialise anew. So sessions outlive idleness and restarts: they are kept in a file, without any secret.
 */
export function openKeptSessions({ file, write, now, onFailure }: KeptSessionsOptions): KeptSessions {
  /** In order of last use. */
  const sessions = new Map(readSessions(file, now() - KEPT_MS).map((session) => [session.id, session]));
  let timer: NodeJS.Timeout | null = null;

  function writeNow(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    try {
      write(file, JSON.stringify([...sessions.values()]));
    } catch (error) {
      onFailure(error);
    }
  }
  const changed = (): void => {
    timer ??= setTimeout(writeNow, WRITE_AFTER_MS).unref();
  };

  return {
    find(id, tokenId) {
      const session = sessions.get(id);
      return session?.tokenId === tokenId ? session : null;
    },
    save(session) {
      sessions.delete(session.id);
      if (JSON.stringify(session).length <= LARGEST) sessions.set(session.id, session);
      for (const id of sessions.keys()) {
        if (sessions.size <= MAXIMUM) break;
        sessions.delete(id);
      }
      changed();
    },
    forget(id) {
      if (sessions.delete(id)) changed();
    },
    forgetToken(tokenId) {
      for (const session of sessions.values()) {
        if (session.tokenId === tokenId && sessions.delete(session.id)) changed();
      }
    },
    close() {
      if (timer !== null) writeNow();
    },
  };
}

/** What cannot be read counts as none: then clients initialise anew. */
function readSessions(file: string, since: number): readonly KeptSession[] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(parsed) ? parsed.filter((each) => isKept(each) && each.lastSeenAt >= since) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptSession {
  if (typeof value !== "object" || value === null) return false;
  const { id, tokenId, initialize, subscriptions, lastSeenAt } = value as Record<string, unknown>;
  return (
    typeof id === "string" &&
    typeof tokenId === "string" &&
    typeof lastSeenAt === "number" &&
    Array.isArray(subscriptions) &&
    subscriptions.every((uri) => typeof uri === "string") &&
    isInitializeRequest({ jsonrpc: "2.0", id: 0, method: "initialize", params: initialize })
  );
}
