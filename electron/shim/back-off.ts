import { setTimeout as sleep } from "node:timers/promises";

/** Pauses between the streams that one listener opens, so that a server that ends each at once is not pressed. */
export interface BackOff {
  /** A stream is being opened. */
  begin(): void;
  /** The stream has ended: waits a moment, longer each time, briefly after one that lasted. Ends early on abort. */
  pause(signal: AbortSignal): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export function createBackOff(): BackOff {
  let begun = 0;
  let next = FIRST_PAUSE_MS;
  return {
    begin() {
      begun = performance.now();
    },
    async pause(signal) {
      if (performance.now() - begun > LONGEST_PAUSE_MS) next = FIRST_PAUSE_MS;
      const pause = next;
      next = Math.min(next * 2, LONGEST_PAUSE_MS);
      await sleep(pause, undefined, { signal }).catch(() => {});
    },
  };
}
