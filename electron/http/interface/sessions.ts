import { createHash, randomBytes } from "node:crypto";

/** How many unused links and how many browsers are remembered; the oldest give way. */
const MAX_LINKS = 32;
const MAX_SESSIONS = 64;

/**
 * Who may use the interface in a browser. A link carries a key that works once; what it opens is a session that lives
 * as long as this process. Both are kept as hashes, so that memory holds nothing that opens the door.
 */
export interface InterfaceSessions {
  /** A new one-time key. */
  newKey(): string;
  /** Uses up a key. Answers the new session's secret, or null where the key is unknown or was used. */
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

/** Makes a secret of 256 bits, keeps its hash, and forgets the oldest past the limit. */
function remember(hashes: Set<string>, limit: number): string {
  const secret = randomBytes(32).toString("base64url");
  hashes.add(hash(secret));
  if (hashes.size > limit) hashes.delete(hashes.values().next().value ?? "");
  return secret;
}

function hash(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
