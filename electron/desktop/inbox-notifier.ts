/** After a notification, further proposals are notified of together, at the end of this time. */
export const NOTIFICATION_QUIET_MS = 60 * 60 * 1000;

interface InboxNotifierOptions {
  /** Returns how many memories wait for the owner's review. */
  readonly count: () => Promise<number>;
  /** Whether the owner has the window in front, which shows the count. */
  readonly isWatching: () => boolean;
  readonly notify: (waiting: number) => void;
  readonly now: () => number;
}

/**
 * Notifies the owner when more memories wait for review than before, at most once in {@link NOTIFICATION_QUIET_MS}.
 * Proposals from before the start are not notified of.
 */
export class InboxNotifier {
  readonly #options: InboxNotifierOptions;
  /** How many the owner was last notified of, or saw. */
  #known: number | null = null;
  #notifiedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: InboxNotifierOptions) {
    this.#options = options;
  }

  /** Compares the inbox with the one before. Call it once at the start, and after each change. */
  async check(): Promise<void> {
    const { count, isWatching, notify, now } = this.#options;
    const waiting = await count();
    if (this.#known === null || waiting <= this.#known || isWatching()) {
      this.#known = waiting;
      return;
    }
    const quietMs = this.#notifiedAt + NOTIFICATION_QUIET_MS - now();
    if (quietMs > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = null;
        void this.check().catch(() => undefined);
      }, quietMs).unref();
      return;
    }
    this.#known = waiting;
    this.#notifiedAt = now();
    notify(waiting);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
