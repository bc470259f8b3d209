import { expect, test } from "vitest";
import { createFrameScheduler } from "./frame-scheduler.ts";

/** A page whose time is moved by hand; each frame takes as long as it is told. */
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
  /** Runs work once, in a frame of this length, and tells how long it was made to wait. */
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

test("where it was quiet, work runs in the next frame", () => {
  expect(page().runWork(16)).toBe(0);
});

test("work that follows waits for its tenth of a second", () => {
  const { runWork } = page();
  runWork(16);
  expect(runWork(16)).toBe(84);
});

test("work that costs frames is done in larger steps, up to half a second, and smaller ones again when it is cheap", () => {
  const { runWork } = page();
  runWork(60);
  expect(runWork(60)).toBe(90);
  for (let index = 0; index < 10; index += 1) runWork(60);
  expect(runWork(60)).toBe(440);
  for (let index = 0; index < 60; index += 1) runWork(16);
  expect(runWork(16)).toBe(84);
});
