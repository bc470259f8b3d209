import { LRUCache } from "lru-cache";

/** Sessions that are remembered: those of a few weeks. */
const MAX_SESSIONS = 500;
/** Memories that are remembered of one session; past it, the first ones may be given again. */
const MAX_MEMORIES = 2_000;

/** The memories that a session has received from hooks. */
export interface GivenInSession {
  readonly has: (id: string) => boolean;
  add(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
  startOver(): void;
}

/**
 * Remembers what each session has received, in memory only: after a restart of the application a session may receive a
 * memory again.
 */
export class GivenMemories {
  readonly #sessions = new LRUCache<string, Set<string>>({ max: MAX_SESSIONS });

  /** @param session null: the client names none, and nothing is remembered */
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
