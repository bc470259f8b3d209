import { expect, it, onTestFinished } from "vitest";
import { MAX_TAGS } from "../../core/tags.ts";
import { memoryAt, START, temporaryFolder } from "../testing/open-store.ts";
import { Exchange, Replica, SHARED, SPACE, ulidAt, withoutAuthors } from "./testing/replica.ts";

const EDIT = { client: null, at: START + 60_000 };

async function openReplicas(count: number): Promise<Replica[]> {
  const replicas: Replica[] = [];
  for (let number = 1; number <= count; number++) {
    const replica = await new Replica(await temporaryFolder(), number).open();
    onTestFinished(() => replica.close());
    await replica.join();
    replicas.push(replica);
  }
  return replicas;
}

/** The replica at this place captures a memory; the later its number, the later the memory. */
const capture = (replica: Replica | undefined, number: number, values: Parameters<typeof memoryAt>[1]) =>
  replica?.store.memories.insert(memoryAt(number, { id: ulidAt("M", number), domain: SHARED, ...values }));

const merge = (replica: Replica) => replica.store.changes.mergeIdentical(SPACE, EDIT, () => undefined);

async function exchangeAll(replicas: readonly Replica[], exchange: Exchange): Promise<void> {
  for (let round = 0; round < 5; round++) {
    for (const replica of replicas) await exchange.publish(replica);
    for (const replica of replicas) {
      await exchange.deliver(replica);
      await merge(replica);
    }
  }
}

/** The current memories of a replica with their tags. */
async function current(replica: Replica) {
  const all = await replica.state();
  return all
    .map(({ memory }) => memory)
    .filter(({ supersededBy, deletedAt }) => supersededBy === null && deletedAt === null)
    .map(({ id, tags, pinned }) => ({ id, tags, pinned }));
}

async function expectSame(replicas: readonly Replica[]): Promise<void> {
  const [first, ...others] = await Promise.all(replicas.map((replica) => replica.state()));
  for (const state of others) expect(withoutAuthors(state)).toEqual(withoutAuthors(first));
  for (const replica of replicas) {
    expect((await replica.store.changes.conflicts(10, null)).items).toEqual([]);
    expect(await replica.store.integrity()).toBeNull();
  }
}

it("makes one memory of the same capture on two devices, with the tags and the pin of both", async () => {
  const replicas = await openReplicas(2);
  const [one, other] = replicas;
  await capture(one, 1, { content: "Deploy on Monday.", tags: ["deploy", "team"] });
  await capture(other, 2, { content: "Deploy  on Monday.\n", tags: ["monday", "team"], pinned: true });
  await exchangeAll(replicas, new Exchange());
  await expectSame(replicas);
  for (const replica of replicas) {
    expect(await current(replica)).toEqual([{ id: ulidAt("M", 1), tags: ["deploy", "monday", "team"], pinned: true }]);
    expect(await replica.store.memories.get(ulidAt("M", 2))).toMatchObject({
      content: "Deploy  on Monday.\n",
      tags: ["monday", "team"],
      supersededBy: ulidAt("M", 1),
    });
  }
});

it("makes one memory of the same capture on three devices, in whatever order they hear of each other", async () => {
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [2, 0, 1],
  ];
  for (const order of orders) {
    const replicas = await openReplicas(3);
    for (const [index, replica] of replicas.entries()) {
      await capture(replica, index + 1, { content: "The same.", tags: [`tag-${index}`] });
    }
    const exchange = new Exchange();
    // Each device publishes and receives on its own, so that some merge before they know of the oldest memory.
    for (const index of order) {
      const replica = replicas[index] as Replica;
      await exchange.deliver(replica);
      await merge(replica);
      await exchange.publish(replica);
    }
    await exchangeAll(replicas, exchange);
    await expectSame(replicas);
    const states = await Promise.all(replicas.map(current));
    for (const state of states) {
      expect(state, order.join()).toEqual([{ id: ulidAt("M", 1), tags: ["tag-0", "tag-1", "tag-2"], pinned: false }]);
    }
  }
});

it("adds the tags of a memory that was superseded by one which another device superseded at the same time", async () => {
  const replicas = await openReplicas(3);
  const [one, two, three] = replicas as [Replica, Replica, Replica];
  for (const [index, replica] of replicas.entries()) {
    await capture(replica, index + 1, { content: "The same.", tags: [`tag-${index}`] });
  }
  const [first, second] = [new Exchange(), new Exchange()];
  // The third device knows only the second one's memory, while the second one hears of the first one's.
  await second.publish(two, false);
  await second.deliver(three);
  await merge(three);
  await first.publish(one, false);
  await first.deliver(two);
  await merge(two);
  await exchangeAll(replicas, new Exchange());
  for (const replica of replicas) {
    expect(await current(replica)).toEqual([{ id: ulidAt("M", 1), tags: ["tag-0", "tag-1", "tag-2"], pinned: false }]);
  }
});

it("merges after a restart what arrived before it", async () => {
  const replicas = await openReplicas(2);
  const [one, other] = replicas as [Replica, Replica];
  await capture(one, 1, { content: "The same." });
  await capture(other, 2, { content: "The same." });
  const exchange = new Exchange();
  await exchange.publish(one);
  await exchange.deliver(other);
  await other.reopen();
  await merge(other);
  expect((await current(other)).map(({ id }) => id)).toEqual([ulidAt("M", 1)]);
});

it("keeps a memory separate that was separated, edited, deleted, or is in another place", async () => {
  const replicas = await openReplicas(2);
  const [one, other] = replicas as [Replica, Replica];
  for (const number of [1, 3, 5, 7]) await capture(one, number, { content: `Content ${number}.` });
  const [separated, edited, deleted, moved] = [2, 4, 6, 8].map((number) => ulidAt("M", number)) as [
    string,
    string,
    string,
    string,
  ];
  for (const number of [2, 4, 6]) await capture(other, number, { content: `Content ${number - 1}.` });
  await capture(other, 8, { content: "Content 7.", namespace: "decisions" });
  await other.store.memories.update(edited, { content: "Edited." }, null, { ...EDIT, action: "update" });
  await one.store.memories.setDeleted(ulidAt("M", 5), true, null, { ...EDIT, action: "delete" });
  const exchange = new Exchange();
  await exchangeAll(replicas, exchange);
  expect(await other.store.memories.get(separated)).toMatchObject({ supersededBy: ulidAt("M", 1) });
  for (const id of [edited, deleted, moved]) {
    expect(await one.store.memories.get(id)).toMatchObject({ supersededBy: null });
  }
  await other.store.memories.separate(
    { id: ulidAt("M", 1), changes: {}, expectedRevision: null },
    [{ id: separated, expectedRevision: null }],
    EDIT,
  );
  await other.reopen();
  await exchangeAll(replicas, exchange);
  expect(await other.store.memories.get(separated)).toMatchObject({ supersededBy: null });
  await expectSame(replicas);
});

it("keeps two memories whose tags together are too many for one", async () => {
  const replicas = await openReplicas(2);
  const [one, other] = replicas;
  const tags = (prefix: string) => Array.from({ length: MAX_TAGS - 10 }, (_, index) => `${prefix}-${index}`);
  await capture(one, 1, { content: "The same.", tags: tags("one") });
  await capture(other, 2, { content: "The same.", tags: tags("other") });
  await exchangeAll(replicas, new Exchange());
  for (const replica of replicas) expect(await current(replica)).toHaveLength(2);
});

it("does not change identical memories of one device", async () => {
  const replicas = await openReplicas(2);
  const [one] = replicas;
  await capture(one, 1, { content: "The same." });
  await capture(one, 2, { content: "The same." });
  await exchangeAll(replicas, new Exchange());
  for (const replica of replicas) expect(await current(replica)).toHaveLength(2);
});
