import { expect, it } from "vitest";
import { idAt, memoryAt, openTestStore, START, temporaryFolder } from "../testing/open-store.ts";

it("writes recalls when the store closes, without adding a revision", async () => {
  const folder = await temporaryFolder();
  const { memories, close } = await openTestStore(folder);
  const before = await memories.insert(memoryAt(1));
  memories.markRecalled([idAt(1), idAt(404)], "one", START + 1);
  memories.markRecalled([idAt(1)], "two", START + 2);
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
  memories.markRecalled([idAt(2)], "client", START);
  expect((await memories.list({}, "recalled", 9, null)).items.map(({ id }) => id)).toEqual([idAt(2), idAt(3), idAt(1)]);
});

it("counts the recalls of each client once a day", async () => {
  const folder = await temporaryFolder();
  const { memories, close } = await openTestStore(folder);
  await memories.insert(memoryAt(1));
  for (let recall = 0; recall < 40; recall += 1) memories.markRecalled([idAt(1)], "one", START + recall);
  await close();
  const { memories: again } = await openTestStore(folder);
  again.markRecalled([idAt(1)], "one", START + 60_000);
  expect((await again.list({}, "recalled", 1, null)).items).toMatchObject([
    { recallCount: 1, recalledAt: new Date(START + 60_000).toISOString() },
  ]);
  again.markRecalled([idAt(1)], "one", START + 86_400_000);
  again.markRecalled([idAt(1)], "two", START);
  expect((await again.list({}, "recalled", 1, null)).items).toMatchObject([{ recallCount: 3 }]);
});
