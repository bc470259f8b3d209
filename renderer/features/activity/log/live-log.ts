import type { Page } from "../../../../electron/core/filter.ts";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { createAsyncThrottle } from "./async-throttle.ts";

/** Rows in memory while following. Older ones are read from the log again when the owner scrolls to them. */
const MAX_LIVE_ROWS = 5_000;
/** Rows in memory while reading back: as many as the log itself keeps. */
const MAX_READ_ROWS = 50_000;
const PAGE_ROWS = 200;
/** Minimum time between two reads of the newest page: a search in bodies is the log's most expensive query. */
const REFRESH_INTERVAL_MS = 1_000;

/** Why the log does not follow: the owner paused it, or is reading (scrolled down, or with a message open). */
export type HoldReason = "paused" | "reading";

export interface LogSnapshot {
  readonly state: "loading" | "ready" | "failed";
  /** The error, if `state` is `failed`. */
  readonly failure: unknown;
  /** Newest first. */
  readonly rows: readonly RequestSummary[];
  /** Null while following. */
  readonly hold: HoldReason | null;
  /** Matching rows that arrived since the log was held; a lower bound if `waitingMore`. */
  readonly waiting: number;
  readonly waitingMore: boolean;
  /** Whether older rows are available, being read, could not be read, or are all loaded. */
  readonly older: "more" | "loading" | "failed" | "end";
}

export interface LiveLogOptions {
  /** Reads a page of the log under the current filter, newest first. */
  readonly load: (page: { limit: number; beforeId?: number }) => Promise<Page<RequestSummary>>;
  /** Whether a new row matches the filter. Null if only the log can decide (text in bodies): then it is queried. */
  readonly matches: ((row: RequestSummary) => boolean) | null;
  /** Runs `flush` in a later frame. */
  readonly schedule: (flush: () => void) => void;
  readonly maxRows?: number;
}

const LOADING: LogSnapshot = {
  state: "loading",
  failure: null,
  rows: [],
  hold: null,
  waiting: 0,
  waitingMore: false,
  older: "end",
};

/**
 * The rows of the live log: older pages at the end, new rows in front, bounded in number. New rows are buffered and
 * applied once a frame, so that a thousand messages a second cost one render a frame; while held they are only counted.
 *
 * A store for `useSyncExternalStore`. A state library would replace only `#set` and `subscribe`.
 */
export class LiveLog {
  readonly #load: LiveLogOptions["load"];
  readonly #matches: LiveLogOptions["matches"];
  readonly #schedule: LiveLogOptions["schedule"];
  readonly #maxRows: number;
  readonly #listeners = new Set<() => void>();
  readonly #refresh = createAsyncThrottle(() => this.#readNewest(), REFRESH_INTERVAL_MS);
  #snapshot = LOADING;
  /** Rows since the last flush, oldest first; at least the newest `#maxRows` of them. */
  #buffer: RequestSummary[] = [];
  #received = 0;
  #flushScheduled = false;
  #missedRows = false;
  #stopped = false;
  /** Incremented by `clear` and `stop`: a page requested before must not be applied after. */
  #generation = 0;

  constructor({ load, matches, schedule, maxRows = MAX_LIVE_ROWS }: LiveLogOptions) {
    this.#load = load;
    this.#matches = matches;
    this.#schedule = schedule;
    this.#maxRows = maxRows;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get snapshot(): LogSnapshot {
    return this.#snapshot;
  }

  /** Reads the first page, also to retry after a failure. */
  async start(): Promise<void> {
    this.#stopped = false;
    const generation = this.#generation;
    this.#set({ state: "loading", failure: null });
    try {
      const page = await this.#load({ limit: PAGE_ROWS });
      if (generation !== this.#generation) return;
      this.#set({ state: "ready", rows: page.items, older: olderThan(page) });
      this.#scheduleFlush();
    } catch (failure) {
      if (generation === this.#generation) this.#set({ state: "failed", failure });
    }
  }

  /** Discards buffered rows and pending reads. */
  stop(): void {
    this.#stopped = true;
    this.#generation += 1;
    this.#refresh.stop();
    this.#drain();
  }

  /** Adds rows that the application has just recorded, oldest first. */
  receive(rows: readonly RequestSummary[]): void {
    for (const row of rows) {
      if (this.#matches?.(row) === false) continue;
      this.#buffer.push(row);
      this.#received += 1;
    }
    if (this.#buffer.length > 2 * this.#maxRows) this.#buffer = this.#buffer.slice(-this.#maxRows);
    if (this.#received > 0) this.#scheduleFlush();
  }

  /** Stops following. Reading does not replace a pause, which only the owner lifts. */
  hold(reason: HoldReason): void {
    const { hold } = this.#snapshot;
    if (hold !== "paused" && hold !== reason) this.#set({ hold: reason });
  }

  /** Shows the rows that arrived while held, and follows. */
  follow(): void {
    if (this.#snapshot.hold === null) return;
    this.#set({ hold: null, waiting: 0, waitingMore: false });
    this.#flush();
    if (!this.#missedRows && this.#matches !== null) return;
    this.#missedRows = false;
    void this.#readNewest();
  }

  /** Follows, and reads the newest rows without waiting for their events. */
  async followNow(): Promise<void> {
    this.follow();
    await this.#readNewest();
  }

  async loadOlder(): Promise<void> {
    const { rows, older } = this.#snapshot;
    const lastId = rows.at(-1)?.id;
    if (lastId === undefined || older === "loading" || older === "end") return;
    if (rows.length >= MAX_READ_ROWS) {
      this.#set({ older: "end" });
      return;
    }
    const generation = this.#generation;
    this.#set({ older: "loading" });
    try {
      const page = await this.#load({ limit: PAGE_ROWS, beforeId: lastId });
      if (generation !== this.#generation) return;
      const current = this.#snapshot.rows;
      // The last rows may have been dropped since; then the page does not continue the list.
      if (current.at(-1)?.id !== lastId) this.#set({ older: "more" });
      else this.#set({ rows: [...current, ...page.items], older: olderThan(page) });
    } catch {
      if (generation === this.#generation) this.#set({ older: "failed" });
    }
  }

  /** Reads rows whose events were lost while disconnected; if the log is held, once it follows again. */
  catchUp(): void {
    if (this.#snapshot.state === "failed") void this.start();
    else if (this.#snapshot.hold === null) this.#refresh.request();
    else this.#missedRows = true;
  }

  /** Replaces rows by their changed versions; those that do not match the filter any more are removed. */
  replace(rows: readonly RequestSummary[]): void {
    const changed = new Map(rows.map((row) => [row.id, row]));
    const matches = this.#matches ?? (() => true);
    this.#set({ rows: this.#snapshot.rows.map((row) => changed.get(row.id) ?? row).filter(matches) });
  }

  /** Removes all rows after the log was cleared, and follows. */
  clear(): void {
    this.#generation += 1;
    this.#drain();
    this.#set({ ...LOADING, state: "ready" });
  }

  #set(changes: Partial<LogSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changes };
    for (const listener of this.#listeners) listener();
  }

  #scheduleFlush(): void {
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    this.#schedule(() => {
      this.#flushScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#stopped || this.#snapshot.state !== "ready") return;
    this.#dropShown();
    if (this.#received === 0) return;
    if (this.#matches === null) {
      this.#drain();
      this.#refresh.request();
    } else if (this.#snapshot.hold !== null) {
      this.#set({ waiting: this.#received });
    } else {
      const overflowed = this.#received > this.#maxRows;
      this.#prepend(this.#drain(), overflowed);
    }
  }

  /** Drops buffered rows that a page was read with: they are neither new nor waiting. */
  #dropShown(): void {
    const newestId = this.#newestId;
    const fresh = this.#buffer.filter((row) => row.id > newestId);
    this.#received -= this.#buffer.length - fresh.length;
    this.#buffer = fresh;
  }

  /** Empties the buffer. @returns its rows, newest first, at most `#maxRows` */
  #drain(): RequestSummary[] {
    const rows = this.#buffer.slice(-this.#maxRows).reverse();
    this.#buffer = [];
    this.#received = 0;
    return rows;
  }

  /** @param gap whether rows are missing before the present ones, which are then dropped */
  #prepend(fresh: RequestSummary[], gap: boolean): void {
    const rows = gap ? fresh : fresh.concat(this.#snapshot.rows);
    const tooMany = rows.length > this.#maxRows;
    this.#set({
      rows: tooMany ? rows.slice(0, this.#maxRows) : rows,
      older: tooMany || gap ? "more" : this.#snapshot.older,
      waiting: 0,
    });
  }

  get #newestId(): number {
    return this.#snapshot.rows[0]?.id ?? Number.NEGATIVE_INFINITY;
  }

  /** Reads the newest page and adds its new rows; while held, only counts them. */
  async #readNewest(): Promise<void> {
    const generation = this.#generation;
    // After a failure the rows on screen are still correct; the next event requests the page again.
    const page = await this.#load({ limit: PAGE_ROWS }).catch(() => null);
    if (page === null || generation !== this.#generation || this.#snapshot.state !== "ready") return;
    const newestId = this.#newestId;
    const fresh = page.items.filter((row) => row.id > newestId);
    const allNew = fresh.length === page.items.length;
    if (this.#snapshot.hold !== null) {
      this.#set({ waiting: fresh.length, waitingMore: allNew && page.nextCursor !== undefined });
    } else if (allNew) {
      this.#set({ rows: fresh, waiting: 0, older: olderThan(page) });
    } else {
      this.#prepend(fresh, false);
    }
  }
}

function olderThan(page: Page<RequestSummary>): LogSnapshot["older"] {
  return page.nextCursor === undefined ? "end" : "more";
}
