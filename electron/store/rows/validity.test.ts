import { expect, it } from "vitest";
import type { MemoryFilter } from "../../core/filter.ts";
import type { OpenedStore } from "../open-memory-store.ts";
import { idAt, memoryAt, openTestStore, START, temporaryFolder } from "../testing/open-store.ts";

const HOUR = 3_600_000;
const at = (time: number) => new Date(time).toISOString();

async function openWithClock() {
  const clock = { time: START, now: () => clock.time };
  const folder = await temporaryFolder();
  const store = await openTestStore(folder, clock);
  return { clock, store, folder };
}

async function listed({ memories }: OpenedStore, filter: MemoryFilter = {}): Promise<string[]> {
  return (await memories.list(filter, "created-ascending", 50, null)).items.map(({ id }) => id);
}

it("lists, counts and searches a memory only in its half-open interval", async () => {
  const { clock, store } = await openWithClock();
  const { memories, text } = store;
  await memories.insert(memoryAt(1, { tags: ["sale"], validFrom: at(START + HOUR), validUntil: at(START + 2 * HOUR) }));
  await memories.insert(memoryAt(2, { tags: ["sale"] }));
  const search = async () => {
    const hits = await text.search({ any: [{ kind: "word", token: "number" }], all: [] }, {}, 10);
    return hits.map(({ id }) => id).sort();
  };
  const seen = async () => {
    await memories.refreshValidity();
    const { tags, total } = await memories.facets({});
    return [await listed(store), await search(), total, tags[0]?.count, await memories.count({ tags: ["sale"] })];
  };

  expect(await seen()).toEqual([[idAt(2)], [idAt(2)], 1, 1, 1]);
  clock.time = START + HOUR;
  expect(await seen()).toEqual([[idAt(1), idAt(2)], [idAt(1), idAt(2)], 2, 2, 2]);
  clock.time = START + 2 * HOUR - 1;
  expect(await seen()).toEqual([[idAt(1), idAt(2)], [idAt(1), idAt(2)], 2, 2, 2]);
  clock.time = START + 2 * HOUR;
  expect(await seen()).toEqual([[idAt(2)], [idAt(2)], 1, 1, 1]);
  expect(await memories.counts()).toMatchObject({ memories: 1, expired: 1, upcoming: 0, superseded: 0, trash: 0 });
});

it("returns the memories that were valid at a time, including by a search", async () => {
  const { store } = await openWithClock();
  await store.memories.insert(memoryAt(1, { validUntil: at(START) }));
  await store.memories.insert(memoryAt(2, { validFrom: at(START) }));
  expect(await listed(store)).toEqual([idAt(2)]);
  expect(await listed(store, { asOf: START - 1 })).toEqual([idAt(1)]);
  expect(await listed(store, { asOf: START })).toEqual([idAt(2)]);
  const hits = await store.text.search({ any: [{ kind: "word", token: "number" }], all: [] }, { asOf: START - 1 }, 1);
  expect(hits.map(({ id }) => id)).toEqual([idAt(1)]);
});

it("returns the memories that changed once, and when the next one changes", async () => {
  const { clock, store } = await openWithClock();
  await store.memories.insert(memoryAt(1, { validUntil: at(START + HOUR) }));
  await store.memories.insert(memoryAt(2, { validFrom: at(START + 3 * HOUR) }));
  expect(await store.memories.refreshValidity()).toEqual({ changed: [], nextAt: START + HOUR });
  clock.time = START + HOUR;
  const first = await store.memories.refreshValidity();
  expect(first.changed.map(({ id, revision }) => [id, revision])).toEqual([[idAt(1), 1]]);
  expect(first.nextAt).toBe(START + 3 * HOUR);
  expect((await store.memories.refreshValidity()).changed).toEqual([]);
  clock.time = START + 5 * HOUR;
  expect(await store.memories.refreshValidity()).toMatchObject({ changed: [{ id: idAt(2) }], nextAt: null });
});

it("marks more memories than one step, and follows a clock that is set back", async () => {
  const { clock, store } = await openWithClock();
  for (let number = 1; number <= 120; number++) {
    await store.memories.insert(memoryAt(number, { validUntil: at(START + HOUR) }));
  }
  clock.time = START + 2 * HOUR;
  expect((await store.memories.refreshValidity()).changed).toHaveLength(120);
  expect(await store.memories.counts()).toMatchObject({ memories: 0, expired: 120 });
  clock.time = START;
  expect((await store.memories.refreshValidity()).changed).toHaveLength(120);
  expect(await store.memories.counts()).toMatchObject({ memories: 120, expired: 0 });
});

it("marks the memories that expired while the application was closed", async () => {
  const { clock, store, folder } = await openWithClock();
  await store.memories.insert(memoryAt(1, { validUntil: at(START + HOUR) }));
  await store.close();
  clock.time = START + HOUR;
  const again = await openTestStore(folder, clock);
  expect((await again.memories.refreshValidity()).changed).toHaveLength(1);
  expect(await listed(again)).toEqual([]);
});

it("keeps the interval of each revision, and refuses an empty one", async () => {
  const { memories } = await openTestStore();
  const { id } = await memories.insert(memoryAt(1, { validFrom: at(START) }));
  const edit = { client: null, at: START, action: "update" } as const;
  await memories.update(id, { validUntil: at(START + HOUR) }, null, edit);
  await memories.update(id, { validFrom: null }, null, edit);
  expect((await memories.history(id)).map(({ validFrom, validUntil }) => [validFrom, validUntil])).toEqual([
    [null, at(START + HOUR)],
    [at(START), at(START + HOUR)],
    [at(START), null],
  ]);
  await expect(memories.update(id, { validFrom: at(START + HOUR) }, null, edit)).rejects.toMatchObject({
    code: "invalid_argument",
    field: "validUntil",
  });
});

it("keeps a memory valid until its replacement is", async () => {
  const { clock, store } = await openWithClock();
  await store.memories.insert(memoryAt(1));
  await store.memories.insert(memoryAt(2, { supersedes: idAt(1), validFrom: at(START + HOUR) }));
  expect(await listed(store)).toEqual([idAt(1)]);
  clock.time = START + HOUR;
  await store.memories.refreshValidity();
  expect(await listed(store)).toEqual([idAt(2)]);
  expect(await listed(store, { asOf: START + HOUR - 1 })).toEqual([idAt(1)]);
});

it("finds an identical memory only with the same interval, and never an expired one", async () => {
  const { clock, store } = await openWithClock();
  const { content, domain, namespace } = await store.memories.insert(memoryAt(1, { validUntil: at(START + HOUR) }));
  const place = { content, domain, namespace, validFrom: null, validUntil: null };
  expect(await store.memories.findIdentical(place)).toBeNull();
  expect(await store.memories.findIdentical({ ...place, validUntil: at(START + HOUR) })).toMatchObject({ id: idAt(1) });
  clock.time = START + HOUR;
  await store.memories.refreshValidity();
  expect(await store.memories.findIdentical({ ...place, validUntil: at(START + HOUR) })).toBeNull();
});
