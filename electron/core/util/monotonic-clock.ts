import type { Clock } from "../ports.ts";

/** A clock that is set back further was wrong before, so its earlier times are not kept. */
const MAX_SET_BACK_MS = 48 * 60 * 60_000;

/**
 * Returns a clock that repeats its last time while the system's clock is behind it, so that new memories remain the
 * newest.
 * @param lastAt the newest time that is stored, in milliseconds since 1970
 */
export function createMonotonicClock(clock: Clock, lastAt: number): Clock {
  let last = lastAt;
  return {
    now() {
      const now = clock.now();
      if (now >= last || last - now > MAX_SET_BACK_MS) last = now;
      return last;
    },
  };
}
