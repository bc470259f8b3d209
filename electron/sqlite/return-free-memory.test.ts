import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

/** Only glibc has the function, and only there its version is in the report. */
const header = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };

it.skipIf(header.header?.glibcVersionRuntime === undefined)(
  "returns memory that was freed between blocks in use to the system",
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--expose-gc",
      path.join(import.meta.dirname, "testing", "free-memory-process.ts"),
    ]);
    const { before, after } = JSON.parse(stdout) as { before: number; after: number };
    // 86 MB were allocated.
    expect(before - after).toBeGreaterThan(40);
  },
);
