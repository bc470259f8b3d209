export const LIST_KINDS = ["tools", "prompts", "resources"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** After ten doublings of the delay, a list is read at most every nine minutes. */
const MAX_DOUBLINGS = 10;

/**
 * Re-reads lists after change notifications. Notifications are combined, and the delay doubles with each read that is
 * followed by another notification, so that a server that notifies after each read does not keep both busy.
 */
export class ListRefresh {
  readonly #delayMs: number;
  readonly #read: (kinds: readonly ListKind[]) => Promise<void>;
  readonly #kinds = new Set<ListKind>();
  #timer: NodeJS.Timeout | null = null;
  #isReading = false;
  #isClosed = false;
  #repeats = 0;
  #lastReadAt = Number.NEGATIVE_INFINITY;

  constructor(delayMs: number, read: (kinds: readonly ListKind[]) => Promise<void>) {
    this.#delayMs = delayMs;
    this.#read = read;
  }

  request(kind: ListKind): void {
    this.#kinds.add(kind);
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #schedule(): void {
    if (this.#timer !== null || this.#isReading || this.#isClosed) return;
    const delay = this.#delayMs * 2 ** this.#repeats;
    const isRepeated = performance.now() - this.#lastReadAt < 2 * delay;
    this.#repeats = isRepeated ? Math.min(this.#repeats + 1, MAX_DOUBLINGS) : 0;
    this.#timer = setTimeout(() => void this.#run(), this.#delayMs * 2 ** this.#repeats).unref();
  }

  async #run(): Promise<void> {
    this.#timer = null;
    const kinds = [...this.#kinds];
    this.#kinds.clear();
    this.#isReading = true;
    await this.#read(kinds);
    this.#isReading = false;
    this.#lastReadAt = performance.now();
    if (this.#kinds.size > 0) this.#schedule();
  }
}
