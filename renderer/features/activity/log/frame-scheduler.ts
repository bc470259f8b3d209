/** Shortest pause between two renders of new rows: ten a second are as much as an eye can follow. */
const SHORTEST_PAUSE_MS = 100;
/** Longest pause, however slow the machine. */
const LONGEST_PAUSE_MS = 500;
/** A frame that took longer than this was dropped by a display of 60 a second. */
const DROPPED_FRAME_MS = 25;

/** The page's clock and frames. */
export interface FrameClock {
  now(): number;
  requestFrame(run: () => void): void;
  wait(run: () => void, milliseconds: number): void;
}

const PAGE_CLOCK: FrameClock = {
  now: () => performance.now(),
  requestFrame: (run) => void requestAnimationFrame(run),
  wait: (run, milliseconds) => void setTimeout(run, milliseconds),
};

/**
 * Runs work at the next frame, after a pause since the last run; at once where it was quiet. Work that costs a frame
 * makes the pause half as long again, work that does not shortens it: a slow machine shows a flood in larger steps, and
 * stays smooth between them.
 */
export function createFrameScheduler(clock: FrameClock = PAGE_CLOCK): (work: () => void) => void {
  let last = Number.NEGATIVE_INFINITY;
  let pause = SHORTEST_PAUSE_MS;

  function runInFrame(work: () => void): void {
    clock.requestFrame(() => {
      last = clock.now();
      work();
      clock.requestFrame(() => {
        const dropped = clock.now() - last > DROPPED_FRAME_MS;
        pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pause * (dropped ? 1.5 : 0.95)));
      });
    });
  }

  return (work) => {
    const rest = last + pause - clock.now();
    if (rest <= 0) runInFrame(work);
    else clock.wait(() => runInFrame(work), rest);
  };
}
