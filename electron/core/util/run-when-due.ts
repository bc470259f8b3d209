import type { Clock } from "../ports.ts";

interface DueWork {
  readonly clock: Clock;
  /** Before the first look, so that clients connect and make their first requests. */
  readonly firstDelayMs: number;
  readonly intervalMs: number;
  /** When the work was last done, in milliseconds since 1970, or null if it is due. */
  readonly lastAt: () => number | null;
  /** Never throws. Returns whether the work was done; otherwise it is retried an hour later. */
  readonly run: () => Promise<boolean>;
}

const LOOK_INTERVAL_MS = 5 * 60_000;
const RETRY_INTERVAL_MS = 60 * 60_000;

/**
 * Runs work when it is due by the wall clock. A timer of a day would not advance while the machine sleeps. A last time
 * in the future was written by a wrong clock: the work is due.
 * @returns a function that stops this and waits for running work
 */
export function runWhenDue({ clock, firstDelayMs, intervalMs, lastAt, run }: DueWork): () => Promise<void> {
  let retryAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const isDue = (now: number): boolean => {
    if (now < retryAt && retryAt - now <= RETRY_INTERVAL_MS) return false;
    const last = lastAt();
    return last === null || now - last >= intervalMs || last > now;
  };
  const look = async () => {
    const now = clock.now();
    if (isDue(now)) retryAt = (await run()) ? Number.NEGATIVE_INFINITY : now + RETRY_INTERVAL_MS;
    if (!stopped) timer = start(LOOK_INTERVAL_MS);
  };
  const start = (delayMs: number) =>
    setTimeout(() => {
      running = look();
    }, delayMs).unref();
  let timer = start(firstDelayMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}
