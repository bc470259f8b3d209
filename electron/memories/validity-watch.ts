import type { Events } from "../core/events.ts";
import type { Clock, Logger, MemoryStore } from "../core/ports.ts";
import { changeOf, createAnnouncer } from "./announce.ts";

/**
 * The longest wait between two looks at the clock: timers do not advance while the computer sleeps, and the system's
 * clock can be set.
 */
const MAX_WAIT_MS = 60_000;

interface ValidityWatchParts {
  readonly store: MemoryStore;
  readonly events: Events;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Announces memories that become valid or expire while the application runs. */
export class ValidityWatch {
  readonly #parts: ValidityWatchParts;
  readonly #announce: ReturnType<typeof createAnnouncer>;
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: ValidityWatchParts) {
    this.#parts = parts;
    this.#announce = createAnnouncer(parts.events);
    this.#stopListening = parts.events.on("memories.changed", () => void this.settle());
    void this.settle();
  }

  /** Brings the store up to date with the clock, before a read. Never throws. */
  readonly settle = async (): Promise<void> => {
    if (this.#isClosed) return;
    const { store, clock, logger } = this.#parts;
    // Read before the store reads it: what the store returns as next is later than this, unless it could not be marked.
    const now = clock.now();
    try {
      const { changed, nextAt } = await store.refreshValidity();
      this.#announce(changed.map((memory) => changeOf("validity", memory, null)));
      this.#schedule(nextAt, now);
    } catch (error) {
      // The next read reports a failure of the database.
      logger.debug("The validity of memories was not updated.", { error: String(error) });
    }
  };

  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #schedule(nextAt: number | null, now: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (nextAt === null || this.#isClosed) return;
    const wait = nextAt - now;
    // Past already: the marks could not be written, because the disk is full or the database is damaged.
    this.#timer = setTimeout(this.settle, wait <= 0 ? MAX_WAIT_MS : Math.min(wait, MAX_WAIT_MS)).unref();
  }
}
