import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Logger } from "../../core/ports.ts";
import { scheduleBackups } from "./backups.ts";

let lines: string[];
let logger: Logger;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
});
afterEach(() => void vi.useRealTimers());

it("makes a backup soon after the start and then daily, also after a failure, until it is stopped", async () => {
  let backups = 0;
  const stop = scheduleBackups(async () => {
    backups++;
    if (backups === 1) throw new Error("disk full");
    return "memories-2026-01-02.sqlite";
  }, logger);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(backups).toBe(1);
  expect(lines[0]).toBe("error: The backup failed");
  await vi.advanceTimersByTimeAsync(2 * 24 * 3_600_000);
  expect(backups).toBe(3);
  await stop();
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(backups).toBe(3);
});
