/** @param intervalMs minimum time between the end of one run and the start of the next */
export function createAsyncThrottle(run: () => Promise<void>, intervalMs: number) {
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
    /** Runs immediately, or, if the last run is too recent, once after the interval. Runs never overlap. */
    request() {
      requested = true;
      if (!busy) void start();
    },
    /** Cancels a requested run. */
    stop() {
      requested = false;
      busy = false;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
