import type { Page } from "../../../../electron/core/filter.ts";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { createPaced } from "./paced.ts";
import { createRingBuffer } from "./ring-buffer.ts";

/** Most rows kept while following; older ones are read from the log again when they are scrolled to. */
export const MAX_LIVE_ROWS = 5_000;
/** Most rows kept while reading back: as many as the log itself keeps. */
export const MAX_READ_ROWS = 50_000;
/** Rows asked for at once. */
const PAGE_ROWS = 200;
/** Pause between two questions for what is new, where the log is asked: looking into bodies is its dearest work. */
const ASK_PAUSE_MS = 1_000;

/** Why the log stands still: the owner asked for it, or is reading (scrolled away, or looking at one message). */
export type Hold = "asked" | "reading";

export interface LogSnapshot {
  readonly state: "loading" | "ready" | "failed";
  /** What the load failed with, where `state` is `failed`. */
  readonly failure: unknown;
  /** The newest first. */
  readonly rows: readonly RequestSummary[];
  /** Null while following. */
  readonly hold: Hold | null;
  /** How many rows arrived since the log was held; at least so many where `waitingMore`. */
  readonly waiting: number;
  readonly waitingMore: boolean;
  /** Whether older rows can be read, are being read, could not be read, or are all here. */
  readonly older: "more" | "loading" | "failed" | "end";
}

export interface LiveLogOptions {
  /** One page of the log under the present filter, the newest first. */
  readonly load: (page: { limit: number; beforeId?: number }) => Promise<Page<RequestSummary>>;
  /** Whether a new row passes the filter; null where only the log can tell (text in bodies): then it is asked. */
  readonly accepts: ((row: RequestSummary) => boolean) | null;
  /** Runs `flush` at the next frame, once for any number of rows. */
  readonly schedule: (flush: () => void) => void;
  readonly maximumRows?: number;
}

export interface LiveLog {
  subscribe(listener: () => void): () => void;
  snapshot(): LogSnapshot;
  /** Reads the first page; again after a failure. */
  start(): Promise<void>;
  /** Takes what the application has just recorded. */
  receive(rows: readonly RequestSummary[]): void;
  /** Stands still from now on. An asked hold stays asked when reading begins. */
  hold(reason: Hold): void;
  /** Shows what waited and follows. */
  follow(): void;
  loadOlder(): Promise<void>;
  /** Follows, and reads the newest rows without waiting for their announcement. */
  followNow(): Promise<void>;
  /** Looks for what was missed while the application could not be heard; what is being read stays. */
  catchUp(): void;
  /** Takes rows as they are now, where they are shown; with `accepts` against them they leave. */
  replace(rows: readonly RequestSummary[]): void;
  /** Forgets every row after the log was cleared, and follows. */
  empty(): void;
  stop(): void;
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
 * The rows of the live log: pages read backwards and new rows in front, never more than a bound. New rows gather in a
 * ring and reach the window once a frame, so that a flood costs one render a frame; while held they only count.
 */
export function createLiveLog(options: LiveLogOptions): LiveLog {
  const maximumRows = options.maximumRows ?? MAX_LIVE_ROWS;
  const listeners = new Set<() => void>();
  const arrived = createRingBuffer<RequestSummary>(maximumRows);
  let current = LOADING;
  let scheduled = false;
  let missed = false;
  let stopped = false;
  // Counts clears: an answer that was asked for before one must not bring its rows back.
  let generation = 0;
  const asking = createPaced(readNewest, ASK_PAUSE_MS);

  function set(changes: Partial<LogSnapshot>): void {
    current = { ...current, ...changes };
    for (const listener of listeners) {
      listener();
    }
  }

  function scheduleFlush(): void {
    if (!scheduled) {
      scheduled = true;
      options.schedule(() => {
        scheduled = false;
        flush();
      });
    }
  }

  function flush(): void {
    if (stopped || current.state !== "ready" || arrived.received === 0) {
      return;
    }
    if (options.accepts === null) {
      arrived.drain();
      asking.request();
      return;
    }
    if (current.hold !== null) {
      set({ waiting: arrived.received });
      return;
    }
    const gap = arrived.overflowed;
    const newest = newestId();
    const fresh = arrived.drain().filter((row) => row.id > newest);
    const rows = gap ? fresh : fresh.concat(current.rows);
    if (fresh.length > 0) {
      set({ waiting: 0, ...bounded(rows, gap) });
    }
  }

  function bounded(rows: RequestSummary[], gap: boolean): Pick<LogSnapshot, "rows" | "older"> {
    const tooMany = rows.length > maximumRows;
    return { rows: tooMany ? rows.slice(0, maximumRows) : rows, older: tooMany || gap ? "more" : current.older };
  }

  /** Reads the newest page in place of judging new rows here; while held, only to count what is new. */
  async function readNewest(): Promise<void> {
    const asked = generation;
    try {
      const page = await options.load({ limit: PAGE_ROWS });
      if (asked !== generation || current.state !== "ready") return;
      if (current.hold === null) takeNewest(page);
      else {
        const fresh = page.items.filter((row) => row.id > newestId()).length;
        set({ waiting: fresh, waitingMore: fresh === page.items.length && page.nextCursor !== undefined });
      }
    } catch {
      // The rows on screen stay true; the next arrival asks again.
    }
  }

  function newestId(): number {
    return current.rows[0]?.id ?? Number.NEGATIVE_INFINITY;
  }

  function takeNewest(page: Page<RequestSummary>): void {
    const newest = newestId();
    const fresh = page.items.filter((row) => row.id > newest);
    if (fresh.length === page.items.length) {
      set({ rows: fresh, waiting: 0, older: page.nextCursor === undefined ? "end" : "more" });
    } else {
      set({ waiting: 0, ...bounded(fresh.concat(current.rows), false) });
    }
  }

  async function start(): Promise<void> {
    stopped = false;
    const asked = generation;
    set({ state: "loading", failure: null });
    try {
      const page = await options.load({ limit: PAGE_ROWS });
      if (asked === generation) {
        set({ state: "ready", rows: page.items, older: page.nextCursor === undefined ? "end" : "more" });
        scheduleFlush();
      }
    } catch (failure) {
      if (asked === generation) {
        set({ state: "failed", failure });
      }
    }
  }

  function follow(): void {
    if (current.hold === null) return;
    set({ hold: null, waiting: 0, waitingMore: false });
    flush();
    if (missed || options.accepts === null) {
      missed = false;
      void readNewest();
    }
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => current,
    start,
    receive(rows) {
      const accepts = options.accepts;
      for (const row of rows) {
        if (accepts === null || accepts(row)) {
          arrived.push(row);
        }
      }
      if (arrived.received > 0) {
        scheduleFlush();
      }
    },
    hold(reason) {
      if (current.hold !== "asked" && current.hold !== reason) {
        set({ hold: reason });
      }
    },
    follow,
    async followNow() {
      follow();
      await readNewest();
    },
    async loadOlder() {
      const last = current.rows.at(-1)?.id;
      if (last === undefined || (current.older !== "more" && current.older !== "failed")) {
        return;
      }
      if (current.rows.length >= MAX_READ_ROWS) {
        set({ older: "end" });
        return;
      }
      const asked = generation;
      set({ older: "loading" });
      try {
        const page = await options.load({ limit: PAGE_ROWS, beforeId: last });
        // Rows at the end may have been dropped meanwhile; then what was read no longer joins on.
        if (asked === generation && current.rows.at(-1)?.id === last) {
          set({
            rows: [...current.rows, ...page.items],
            older: page.nextCursor === undefined ? "end" : "more",
          });
        } else if (asked === generation) {
          set({ older: "more" });
        }
      } catch {
        if (asked === generation) {
          set({ older: "failed" });
        }
      }
    },
    catchUp() {
      if (current.state === "failed") {
        void start();
      } else if (current.hold === null) {
        asking.request();
      } else {
        missed = true;
      }
    },
    replace(rows) {
      const changed = new Map(rows.map((row) => [row.id, row]));
      const passes = options.accepts ?? (() => true);
      set({ rows: current.rows.map((row) => changed.get(row.id) ?? row).filter(passes) });
    },
    empty() {
      generation += 1;
      arrived.drain();
      set({ state: "ready", failure: null, rows: [], hold: null, waiting: 0, waitingMore: false, older: "end" });
    },
    stop() {
      stopped = true;
      asking.stop();
      generation += 1;
      arrived.drain();
    },
  };
}
