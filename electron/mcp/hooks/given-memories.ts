import { LRUCache } from "lru-cache";

/** Remembered sessions: enough for a few weeks. */
const MAX_SESSIONS = 500;
/** Remembered memories of one session; past the maximum, the first ones may be repeated. */
const MAX_MEMORIES = 2_000;

/** The memories that a session has received from hooks. */
export interface GivenInSession {
  readonly has: (id: string) => boolean;
  add(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
  startOver(): void;
}

/**
 * Remembers the memories that each session has received. Not persistent: after a restart of the application a session
 * may receive a memory again.
 */
export class GivenMemories {
  readonly #sessions = new LRUCache<string, Set<string>>({ max: MAX_SESSIONS });

  /** @param session null if the client names none; then nothing is remembered */
  session(subject: string, session: string | null): GivenInSession {
    const key = JSON.stringify([subject, session]);
    const given = (session === null ? undefined : this.#sessions.get(key)) ?? new Set();
    if (session !== null) this.#sessions.set(key, given);
    return {
      has: (id) => given.has(id),
      add: (ids) => {
        for (const id of ids) given.add(id);
        for (const first of given) {
          if (given.size <= MAX_MEMORIES) break;
          given.delete(first);
        }
      },
      remove: (ids) => {
        for (const id of ids) given.delete(id);
      },
      startOver: () => given.clear(),
    };
  }
}
