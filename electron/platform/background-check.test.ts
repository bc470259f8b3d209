import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Logger } from "../core/ports.ts";
import { scheduleFullCheck } from "./background-check.ts";
import { scheduleBackups } from "./backup-schedule.ts";

let lines: string[];
let logger: Logger;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
});
afterEach(() => void vi.useRealTimers());

it("looks through the database once, later, and says what it found", async () => {
  let checks = 0;
  const found: string[] = [];
  const check = async () => {
    checks++;
    return "row 7 missing from index tags";
  };
  scheduleFullCheck(check, (finding) => found.push(finding), logger);
  expect(checks).toBe(0);
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(checks).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^error: The database is damaged/)]);
  expect(found).toEqual(["row 7 missing from index tags"]);
});

it("does not look any more once the application has stopped", async () => {
  const stop = scheduleFullCheck(
    async () => null,
    () => undefined,
    logger,
  );
  stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(lines).toEqual([]);
});

it("backs up soon after the start and then daily, over a failure, until it is stopped", async () => {
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
