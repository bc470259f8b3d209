interface Throttle {
  /** Runs immediately, or, if the last run is too recent, once after the interval. Runs never overlap. */
  request(): void;
  /** Cancels a requested run. */
  stop(): void;
}

/** @param intervalMs minimum time between the end of one run and the start of the next */
export function createAsyncThrottle(run: () => Promise<void>, intervalMs: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let busy = false;
  let requested = false;

  async function start(): Promise<void> {
    busy = true;
    requested = false;
    await run();
    timer = setTimeout(() => {
      timer = null;
      busy = false;
      if (requested) void start();
    }, intervalMs);
  }

  return {
    request() {
      requested = true;
      if (!busy) void start();
    },
    stop() {
      requested = false;
      busy = false;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
