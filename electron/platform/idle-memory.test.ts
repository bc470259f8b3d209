import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("releases memory after requests once the application is idle", async () => {
  // In a separate process, because the test runner uses the inspector of its threads.
  const { stdout } = await promisify(execFile)(process.execPath, [
    path.join(import.meta.dirname, "testing", "idle-memory-process.ts"),
  ]);
  const { message, returned, before, after } = JSON.parse(stdout) as {
    message: string;
    returned: boolean;
    before: number;
    after: number;
  };
  expect({ message, returned }).toEqual({ message: "Memory was released", returned: true });
  expect(after).toBeLessThan(before / 2);
});
