import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { memoryAt, openTestStore, optionsIn, temporaryFolder } from "../testing/open-store.ts";

it("finishes closing while the index is merged, even if nothing else keeps the process running", async () => {
  const folder = await temporaryFolder();
  const program = fileURLToPath(new URL("../testing/closing-process.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder]);
  expect(stdout).toBe("closed\n");
  expect(existsSync(`${optionsIn(folder).path}-wal`)).toBe(false);
});

it("merges the segments that single writes leave, and finds the same memories afterwards", async () => {
  const folder = await temporaryFolder();
  const { memories, text } = await openTestStore(folder);
  const reader = new Database(optionsIn(folder).path, { readonly: true });
  const selectSegments = reader.prepare<[], number>("SELECT count(DISTINCT segid) FROM text_index_idx").pluck();
  for (let number = 1; number <= 120; number++) {
    await memories.insert(memoryAt(number, { content: `common word ${number}` }));
  }
  // Without merging there would be 120.
  await vi.waitFor(() => expect(selectSegments.get()).toBeLessThan(12), { timeout: 30_000, interval: 50 });
  reader.close();
  const find = (token: string) => text.search({ any: [{ kind: "word", token }], all: [] }, {}, 200);
  expect(await find("common")).toHaveLength(120);
  expect(await find("77")).toHaveLength(1);
});
