import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** The process waits for releases; without one it is ended. */
const PROCESS_TIMEOUT_MS = 60_000;

it("releases memory once the application is idle, and again after a thread has ended", async () => {
  // In a separate process, because the test runner uses the inspector of its threads.
  const program = path.join(import.meta.dirname, "testing", "idle-memory-process.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: PROCESS_TIMEOUT_MS });
  const { message, returned, before, after } = JSON.parse(stdout) as {
    message: string;
    returned: number;
    before: number;
    after: number;
  };
  expect({ message, returned }).toEqual({ message: "Memory was released", returned: 2 });
  expect(after).toBeLessThan(before / 2);
});
