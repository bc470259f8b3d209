import { expect, it } from "vitest";
import { createFrameScheduler } from "./use-live-log.ts";

/** A page with a manual clock and frames of a given length. */
function page() {
  let now = 0;
  const frames: (() => void)[] = [];
  const waits: number[] = [];
  const scheduler = createFrameScheduler({
    now: () => now,
    requestFrame: (run) => frames.push(run),
    wait: (run, milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      run();
    },
  });
  const frame = (milliseconds: number) => {
    for (const run of frames.splice(0)) run();
    now += milliseconds;
  };
  /** Runs work once in a frame of this length. @returns how long the work was delayed */
  const runWork = (milliseconds: number) => {
    const before = waits.length;
    let ran = 0;
    scheduler(() => {
      ran += 1;
    });
    frame(milliseconds);
    frame(0);
    expect(ran).toBe(1);
    return waits.length > before ? waits.at(-1) : 0;
  };
  return { runWork };
}

it("runs work in the next frame after an idle period", () => {
  expect(page().runWork(16)).toBe(0);
});

it("delays the next work to a tenth of a second after the last", () => {
  const { runWork } = page();
  runWork(16);
  expect(runWork(16)).toBe(84);
});

it("lengthens the interval to at most half a second while frames are dropped, and shortens it again after", () => {
  const { runWork } = page();
  runWork(60);
  expect(runWork(60)).toBe(90);
  for (let index = 0; index < 10; index += 1) runWork(60);
  expect(runWork(60)).toBe(440);
  for (let index = 0; index < 60; index += 1) runWork(16);
  expect(runWork(16)).toBe(84);
});
