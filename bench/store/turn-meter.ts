/** The longest turns of the event loop, in milliseconds. */
export interface LongestTurn {
  readonly wall: number;
  /** Does not depend on other programs; the system counts it in steps of up to 4 ms. */
  readonly processor: number;
}

const INTERVAL_MS = 1;

/**
 * Measures how long this thread is busy between two opportunities to serve a request, by a timer that is due in every
 * turn of the event loop. Returns a function that ends the measurement.
 */
export function measureTurns(): () => LongestTurn {
  let longest: LongestTurn = { wall: 0, processor: 0 };
  let last = { wall: performance.now(), processor: processorTime() };
  const timer = setInterval(() => {
    const now = { wall: performance.now(), processor: processorTime() };
    longest = {
      wall: Math.max(longest.wall, now.wall - last.wall - INTERVAL_MS),
      processor: Math.max(longest.processor, now.processor - last.processor),
    };
    last = now;
  }, INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

/** The processor time of this thread, or of the process if Node does not report the thread's. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}
