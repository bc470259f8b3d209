import Database from "better-sqlite3";
import { expect, it, vi } from "vitest";
import { memoryAt, openTestStore, optionsIn, temporaryFolder } from "../testing/open-store.ts";

it("merges the segments that single writes leave, and finds the same memories afterwards", async () => {
  const folder = await temporaryFolder();
  const { memories, text } = await openTestStore(folder);
  const reader = new Database(optionsIn(folder).path, { readonly: true });
  const selectSegments = reader.prepare<[], number>("SELECT count(DISTINCT segid) FROM text_index_idx").pluck();
  let most = 0;
  for (let number = 1; number <= 120; number++) {
    await memories.insert(memoryAt(number, { content: `common word ${number}` }));
    most = Math.max(most, selectSegments.get() ?? 0);
  }
  expect(most).toBeGreaterThan(3);
  await vi.waitFor(() => expect(selectSegments.get()).toBeLessThan(most / 2), { timeout: 10_000, interval: 50 });
  reader.close();
  const find = (token: string) => text.search({ any: [{ kind: "word", token }], all: [] }, {}, 200);
  expect(await find("common")).toHaveLength(120);
  expect(await find("77")).toHaveLength(1);
});
