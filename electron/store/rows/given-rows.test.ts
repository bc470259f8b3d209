import { expect, it } from "vitest";
import type { GivenMemories } from "../../core/use.ts";
import { idAt, memoryAt, openTestStore, START, temporaryFolder } from "../testing/open-store.ts";

const DAY_MS = 24 * 60 * 60_000;

function given(...memories: readonly number[]): GivenMemories {
  return {
    memories: memories.map(idAt),
    by: "prompt",
    at: START,
    subject: "claude-code",
    client: "claude-code",
    session: "s1",
    project: "shop",
  };
}

async function openWith(count: number, folder?: string) {
  const store = await openTestStore(folder);
  for (let number = 1; number <= count; number += 1) await store.memories.insert(memoryAt(number));
  return store;
}

it("keeps records across a restart, without unknown memories", async () => {
  const folder = await temporaryFolder();
  const { use, close } = await openWith(2, folder);
  use.record(given(1, 2, 404));
  await close();
  const { use: again } = await openTestStore(folder);
  expect(await again.inSession("s1")).toMatchObject([
    { memory: idAt(1), by: "prompt", at: START, session: "s1", project: "shop" },
    { memory: idAt(2) },
  ]);
  expect(await again.firstAt()).toBe(START);
});

it("withdraws a record before and after it was written", async () => {
  const { use } = await openWith(2);
  const [first, second] = [given(1), { ...given(2), at: START + 1 }];
  use.record(first);
  use.withdraw(first);
  use.record(second);
  await use.flush();
  use.withdraw(second);
  await expect.poll(() => use.ofClient("claude-code")).toMatchObject({ given: 0 });
});

it("counts uses, names the last one, and does not replace a use", async () => {
  const { use } = await openWith(2);
  use.record(given(1));
  use.record({ ...given(1, 2), at: START + 5 });
  const [first, second, third] = await use.inSession("s1");
  const at = { conversation: "c1", message: 4 };
  await use.setOutcomes([
    { row: first?.row ?? 0, used: true, ...at },
    { row: second?.row ?? 0, used: true, conversation: "c2", message: 9 },
    { row: third?.row ?? 0, used: false, ...at },
  ]);
  await use.setOutcomes([{ row: first?.row ?? 0, used: false, ...at }]);
  const found = await use.ofMemories([idAt(1), idAt(2), idAt(3)]);
  const last = { conversation: "c2", message: 9, at: new Date(START + 5).toISOString(), client: "claude-code" };
  expect(found.get(idAt(1))).toEqual({ given: 2, used: 2, unknown: 0, last });
  expect(found.get(idAt(2))).toEqual({ given: 1, used: 0, unknown: 0, last: null });
  expect(found.has(idAt(3))).toBe(false);
  expect(await use.between("claude-code", START + 1, START + 9)).toEqual([
    { memory: idAt(1), used: true, conversation: "c2", message: 9 },
    { memory: idAt(2), used: false, ...at },
  ]);
});

it("forgets everything that was known from a conversation", async () => {
  const { use } = await openWith(1);
  use.record(given(1));
  const [row] = await use.inSession("s1");
  await use.setOutcomes([{ row: row?.row ?? 0, used: true, conversation: "c1", message: 4 }]);
  expect(await use.conversations()).toEqual(["c1"]);
  await use.forgetConversations(["c1"]);
  expect(await use.conversations()).toEqual([]);
  expect(await use.inSession("s1")).toEqual([]);
  expect((await use.ofMemories([idAt(1)])).get(idAt(1))).toEqual({ given: 1, used: 0, unknown: 1, last: null });
});

it("deletes records that are older than the log's, and all of them when asked to", async () => {
  let now = START;
  const store = await openTestStore(undefined, { now: () => now });
  await store.memories.insert(memoryAt(1));
  store.use.record(given(1));
  await store.use.flush();
  now = START + 8 * DAY_MS;
  store.use.record({ ...given(1), at: now, session: "s2" });
  expect(await store.use.inSession("s1")).toEqual([]);
  expect(await store.use.inSession("s2")).toHaveLength(1);
  await store.use.clear();
  expect(await store.use.ofClient("claude-code")).toEqual({ given: 0, used: 0, unknown: 0 });
});

it("loses the records of a memory that is deleted permanently", async () => {
  const { use, memories } = await openWith(1);
  use.record(given(1));
  await use.flush();
  await memories.setDeleted(idAt(1), true, null, { action: "delete", client: null, at: START });
  await memories.purge([idAt(1)]);
  expect(await use.ofClient("claude-code")).toMatchObject({ given: 0 });
});

it("lists memories that were often given and never used, and counts by client and day", async () => {
  const { use } = await openWith(3);
  for (let times = 0; times < 5; times += 1) use.record({ ...given(1, 2), at: START + times });
  use.record(given(3));
  const rows = await use.inSession("s1");
  const outcomes = rows.map(({ row }) => ({ row, used: false, conversation: "c1", message: 2 }));
  await use.setOutcomes(outcomes);
  expect(await use.neverUsed(5, 9)).toEqual([idAt(1), idAt(2)]);
  expect(await use.byClient()).toMatchObject([{ subject: "claude-code", given: 11, used: 0, unknown: 0 }]);
  use.record({ ...given(2), at: START + 9, session: "s2" });
  const [last] = await use.inSession("s2");
  await use.setOutcomes([{ row: last?.row ?? 0, used: true, conversation: "c1", message: 3 }]);
  expect(await use.neverUsed(5, 9)).toEqual([idAt(1)]);
});
