import { LruMap } from "../../core/util/lru-map.ts";

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
  readonly #sessions = new LruMap<string, LruMap<string, string>>(MAX_SESSIONS);

  /** @param session null: the client names none, and nothing is remembered */
  session(subject: string, session: string | null): GivenInSession {
    const key = JSON.stringify([subject, session]);
    const given = (session === null ? undefined : this.#sessions.get(key)) ?? new LruMap<string, string>(MAX_MEMORIES);
    if (session !== null) this.#sessions.set(key, given);
    return {
      has: (id) => given.get(id) !== undefined,
      add: (ids) => {
        for (const id of ids) given.set(id, id);
      },
      remove: (ids) => {
        for (const id of ids) given.delete(id);
      },
      startOver: () => given.clear(),
    };
  }
}
