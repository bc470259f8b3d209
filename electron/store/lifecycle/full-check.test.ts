import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Logger } from "../../core/ports.ts";
import { scheduleFullCheck } from "./full-check.ts";

let lines: string[];
let logger: Logger;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  logger = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };
});
afterEach(() => void vi.useRealTimers());

it("checks the database once after a delay, and reports the finding", async () => {
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

it("does not check after it was cancelled", async () => {
  const stop = scheduleFullCheck(
    async () => null,
    () => undefined,
    logger,
  );
  stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(lines).toEqual([]);
});
