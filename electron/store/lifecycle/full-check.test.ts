import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Logger } from "../../core/ports.ts";
import { START, temporaryFolder } from "../testing/open-store.ts";
import { scheduleFullCheck } from "./full-check.ts";

const DAY = 86_400_000;
let lines: string[];
let logger: Logger;
let file: string;
let checks: number;
beforeEach(async () => {
  file = join(await temporaryFolder(), "checked.txt");
  vi.useFakeTimers({ now: START });
  lines = [];
  checks = 0;
  const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
});
afterEach(() => void vi.useRealTimers());

function schedule(stoppedUncleanly: boolean, check = async (): Promise<string | null> => null) {
  return scheduleFullCheck({
    check: () => {
      checks++;
      return check();
    },
    stoppedUncleanly,
    file,
    write: writeFileSync,
    clock: { now: () => Date.now() },
    logger,
  });
}

it("checks after an unclean stop, and then once a week", async () => {
  writeFileSync(file, new Date(START).toISOString());
  schedule(true);
  expect(checks).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(checks).toBe(1);
  await vi.advanceTimersByTimeAsync(6 * DAY);
  expect(checks).toBe(1);
  await vi.advanceTimersByTimeAsync(DAY);
  expect(checks).toBe(2);
});

it("checks after a clean stop if the last check was a week ago, or its time is in the future or unknown", async () => {
  for (const [last, expected] of [
    [new Date(START - 8 * DAY).toISOString(), 1],
    [new Date(START - 6 * DAY).toISOString(), 0],
    [new Date(START + 99 * DAY).toISOString(), 1],
    ["", 1],
  ] as const) {
    checks = 0;
    vi.setSystemTime(START);
    writeFileSync(file, last);
    const stop = schedule(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(checks).toBe(expected);
    await stop();
  }
  expect(Date.parse(readFileSync(file, "utf8").trim())).toBeGreaterThanOrEqual(START);
});

it("repeats a check that did not finish an hour later", async () => {
  schedule(true, () => Promise.reject(new Error("no memory")));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toEqual([expect.stringMatching(/^warn: The full check of the database did not finish/)]);
  await vi.advanceTimersByTimeAsync(65 * 60_000);
  expect(checks).toBe(2);
});

it("does not check after it was cancelled", async () => {
  const stop = schedule(true);
  await stop();
  await vi.advanceTimersByTimeAsync(10 * DAY);
  expect(checks).toBe(0);
});
