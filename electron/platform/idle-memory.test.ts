import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

it("gives back what requests left behind, once it has been quiet", async () => {
  // In a process of its own: the runner holds the inspector of its threads.
  const { stdout } = await promisify(execFile)(process.execPath, [
    path.join(import.meta.dirname, "idle-memory.fixture.ts"),
  ]);
  const { message, before, after } = JSON.parse(stdout) as { message: string; before: number; after: number };
  expect(message).toBe("Memory was given back");
  expect(after).toBeLessThan(before / 2);
});
