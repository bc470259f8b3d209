import type { Page } from "@playwright/test";

export interface FrameTimes {
  readonly frames: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Frames that came later than twice their time: at 60 Hz 33 ms. */
  readonly late: number;
}

const LATE_MS = 1000 / 30;

/** Milliseconds between the page's frames while something goes on, which ends the measurement. */
export async function measureFrames(page: Page, during: () => Promise<unknown>): Promise<FrameTimes> {
  await page.evaluate(() => {
    const state = window as unknown as { frameTimes: number[]; frameStop: boolean };
    state.frameTimes = [];
    state.frameStop = false;
    let last = performance.now();
    const next = (now: number) => {
      state.frameTimes.push(now - last);
      last = now;
      if (!state.frameStop) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await during();
  const times = await page.evaluate(() => {
    const state = window as unknown as { frameTimes: number[]; frameStop: boolean };
    state.frameStop = true;
    return state.frameTimes.slice(2);
  });
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    frames: sorted.length,
    p50: at(0.5),
    p99: at(0.99),
    longest: sorted.at(-1) ?? Number.NaN,
    late: sorted.filter((time) => time > LATE_MS).length,
  };
}
