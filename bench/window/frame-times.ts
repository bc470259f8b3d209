import type { Page } from "@playwright/test";
import { quantile } from "../support/statistics.ts";

export interface FrameTimes {
  readonly frames: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Frames longer than two frame times: 33 ms at 60 Hz. */
  readonly late: number;
  /** The longest task of the page's main thread; 0 if none took 50 ms. */
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
// The first two frames belong to the call itself.
const STOP = `
  window.framesWanted = false;
  for (const task of window.taskObserver.takeRecords()) window.taskTimes.push(task.duration);
  window.taskObserver.disconnect();
  return { times: window.frameTimes.slice(2), longestTask: Math.max(0, ...window.taskTimes) };
`;

/** Measures the times between the page's frames during an action, in milliseconds. */
export async function measureFrames(page: Page, during: () => Promise<unknown>): Promise<FrameTimes> {
  await page.evaluate(`(() => {${START}})()`);
  await during();
  const { times, longestTask } = await page.evaluate<{ times: number[]; longestTask: number }>(`(() => {${STOP}})()`);
  return {
    frames: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    longest: quantile(times, 1),
    late: times.filter((time) => time > LATE_MS).length,
    longestTask,
  };
}
