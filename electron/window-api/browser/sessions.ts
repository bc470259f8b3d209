import { createHash, randomBytes } from "node:crypto";

/** Unused links and browser sessions that are stored; the oldest are removed first. */
const MAX_LINKS = 32;
const MAX_SESSIONS = 64;

/**
 * The browser sessions of the interface. A link carries a key that works once and starts a session, which lasts as long
 * as this process. Only hashes of keys and sessions are stored.
 */
export interface InterfaceSessions {
  /** Returns a new one-time key. */
  newKey(): string;
  /** Consumes a key. Returns the new session's secret, or null for an unknown or used key. */
  redeem(key: string): string | null;
  isValid(session: string): boolean;
}

export function createInterfaceSessions(): InterfaceSessions {
  const keys = new Set<string>();
  const sessions = new Set<string>();
  return {
    newKey: () => remember(keys, MAX_LINKS),
    redeem: (key) => (keys.delete(hash(key)) ? remember(sessions, MAX_SESSIONS) : null),
    isValid: (session) => sessions.has(hash(session)),
  };
}

/** Creates a 256-bit secret, stores its hash, and removes the oldest hash past the limit. */
function remember(hashes: Set<string>, limit: number): string {
  const secret = randomBytes(32).toString("base64url");
  hashes.add(hash(secret));
  if (hashes.size > limit) hashes.delete(hashes.values().next().value ?? "");
  return secret;
}

function hash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
