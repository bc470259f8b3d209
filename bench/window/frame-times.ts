import type { Page } from "@playwright/test";

export interface FrameTimes {
  readonly frames: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Frames that came later than twice their time: at 60 Hz 33 ms. */
  readonly late: number;
  /** The longest that the page's thread was held at a stretch; 0 where that was never 50 ms. */
  readonly longestTask: number;
}

const LATE_MS = 1000 / 30;

const START = `
  window.frameTimes = [];
  window.framesWanted = true;
  window.taskTimes = [];
  window.taskObserver = new PerformanceObserver((list) => {
    for (const task of list.getEntries()) window.taskTimes.push(task.duration);
  });
  window.taskObserver.observe({ type: "longtask" });
  let last = performance.now();
  const next = (now) => {
    window.frameTimes.push(now - last);
    last = now;
    if (window.framesWanted) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
`;
// The first two frames are of the call itself.
const STOP = `
  window.framesWanted = false;
  for (const task of window.taskObserver.takeRecords()) window.taskTimes.push(task.duration);
  window.taskObserver.disconnect();
  return { times: window.frameTimes.slice(2), longestTask: Math.max(0, ...window.taskTimes) };
`;

/** Milliseconds between the page's frames while something goes on, which ends the measurement. */
export async function measureFrames(page: Page, during: () => Promise<unknown>): Promise<FrameTimes> {
  await page.evaluate(`(() => {${START}})()`);
  await during();
  const { times, longestTask } = await page.evaluate<{ times: number[]; longestTask: number }>(`(() => {${STOP}})()`);
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return {
    frames: sorted.length,
    p50: at(0.5),
    p99: at(0.99),
    longest: sorted.at(-1) ?? Number.NaN,
    late: sorted.filter((time) => time > LATE_MS).length,
    longestTask,
  };
}
