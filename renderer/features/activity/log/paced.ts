/** Work that is asked for often and done seldom. */
export interface Paced {
  /** Runs at once where it was quiet, else once after the pause; never two at a time. */
  request(): void;
  stop(): void;
}

/** @param pause shortest time between the end of a run and the begin of the next, in milliseconds */
export function createPaced(run: () => Promise<void>, pause: number): Paced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let busy = false;
  let wanted = false;

  async function start(): Promise<void> {
    busy = true;
    wanted = false;
    await run();
    timer = setTimeout(() => {
      timer = null;
      busy = false;
      if (wanted) void start();
    }, pause);
  }

  return {
    request() {
      wanted = true;
      if (!busy) void start();
    },
    stop() {
      wanted = false;
      busy = false;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
