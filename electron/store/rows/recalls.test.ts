import { expect, it } from "vitest";
import { idAt, memoryAt, openTestStore, START, temporaryFolder } from "../testing/open-store.ts";

it("writes recalls when the store closes, without adding a revision", async () => {
  const folder = await temporaryFolder();
  const { memories, close } = await openTestStore(folder);
  const before = await memories.insert(memoryAt(1));
  memories.markRecalled([idAt(1), idAt(404)], START + 1);
  memories.markRecalled([idAt(1)], START + 2);
  await close();
  const { memories: again } = await openTestStore(folder);
  expect(await again.get(idAt(1))).toEqual({
    ...before,
    recallCount: 2,
    recalledAt: new Date(START + 2).toISOString(),
  });
});

it("sorts by recalls that are not written yet", async () => {
  const { memories } = await openTestStore();
  for (const number of [1, 2, 3]) await memories.insert(memoryAt(number));
  memories.markRecalled([idAt(2)], START);
  expect((await memories.list({}, "recalled", 9, null)).items.map(({ id }) => id)).toEqual([idAt(2), idAt(3), idAt(1)]);
});
