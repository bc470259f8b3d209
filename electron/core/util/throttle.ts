/** Runs work at most once in a span of time. */
export interface Throttle {
  /** Runs the work now, or once when the span since its last start has passed. */
  request(): void;
  /** Drops a pending request. */
  cancel(): void;
}

/** @param gapMs the minimum time between two starts of the work, in milliseconds */
export function createThrottle(work: () => void, gapMs: number): Throttle {
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const run = () => {
    timer = undefined;
    lastAt = performance.now();
    work();
  };
  return {
    request() {
      if (timer !== undefined) return;
      const wait = lastAt + gapMs - performance.now();
      if (wait <= 0) run();
      else timer = setTimeout(run, wait).unref();
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
