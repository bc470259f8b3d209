import { expect, it, onTestFinished } from "vitest";
import type { Edit } from "../../core/ports.ts";
import { memoryAt, START, temporaryFolder } from "../testing/open-store.ts";
import { Exchange, PRIVATE, Replica, SHARED, SPACE, synchronise, ulidAt, withoutAuthors } from "./testing/replica.ts";

const ID = ulidAt("M", 1);
const edit = (action: Edit["action"], after = 60_000): Edit => ({ client: null, at: START + after, action });

async function openReplicas(count: number): Promise<{ replicas: Replica[]; exchange: Exchange }> {
  const replicas: Replica[] = [];
  for (let number = 1; number <= count; number++) {
    const replica = await new Replica(await temporaryFolder(), number).open();
    onTestFinished(() => replica.close());
    await replica.join();
    replicas.push(replica);
  }
  return { replicas, exchange: new Exchange() };
}

/** A pair of replicas that have the same memory. */
async function openPair() {
  const { replicas, exchange } = await openReplicas(2);
  const [one, other] = replicas as [Replica, Replica];
  await one.store.memories.insert(memoryAt(1, { id: ID, domain: SHARED, content: "first", tags: ["a"] }));
  await synchronise(replicas, exchange);
  return { one, other, sync: () => synchronise(replicas, exchange), exchange };
}

it("brings a capture with all its fields to another device", async () => {
  const { one, other } = await openPair();
  expect(await other.state()).toEqual(await one.state());
  expect((await other.store.memories.get(ID))?.content).toBe("first");
  expect(await other.store.text.size()).toBe(1);
});

it("brings every kind of change to another device, with its history", async () => {
  const { one, other, sync } = await openPair();
  const { memories } = one.store;
  await memories.update(ID, { content: "second", tags: ["b"], source: "x.md" }, null, edit("update", 1_000));
  await memories.setPinned([ID], true);
  await memories.insert(memoryAt(2, { domain: SHARED, supersedes: ID }));
  await memories.reinstate(ID, edit("restore", 2_000));
  await memories.setDeleted(ID, true, null, edit("delete", 3_000));
  await sync();
  expect(await other.state()).toEqual(await one.state());
  expect((await other.store.memories.history(ID)).map(({ action }) => action)).toEqual([
    "delete",
    "restore",
    "supersede",
    "update",
    "capture",
  ]);
  await other.store.memories.setDeleted(ID, false, null, edit("restore", 4_000));
  await sync();
  expect(await one.state()).toEqual(await other.state());
});

it("records nothing of a memory outside the shared domains", async () => {
  const { one, sync, exchange, other } = await openPair();
  const before = exchange.entries.length;
  await one.store.memories.insert(memoryAt(5, { domain: PRIVATE, content: "a secret" }));
  await one.store.memories.update(memoryAt(5).id, { content: "another secret" }, null, edit("update"));
  await sync();
  expect(exchange.entries).toHaveLength(before);
  expect(await other.store.memories.get(memoryAt(5).id)).toBeNull();
});

it("deletes a purged memory on all devices, and the contents of its earlier changes", async () => {
  const { one, other, sync, exchange } = await openPair();
  await one.store.memories.update(ID, { content: "never sent" }, null, edit("update"));
  await one.store.memories.setDeleted(ID, true, null, edit("delete"));
  await one.store.memories.purge([ID]);
  await sync();
  expect(await other.store.memories.get(ID)).toBeNull();
  expect(exchange.entries.map(({ body }) => body).join()).not.toContain("never sent");
  for (const replica of [one, other]) {
    const bodies = replica.query<{ body: string }>("SELECT body FROM entries WHERE body IS NOT NULL");
    expect(bodies.map(({ body }) => JSON.parse(body).action)).toEqual(["purge"]);
    expect(await replica.store.text.size()).toBe(0);
  }
});

it("moves a memory that leaves the space to the other device's trash, and does not send its new domain", async () => {
  const { one, other, sync, exchange } = await openPair();
  await one.store.memories.update(ID, { domain: PRIVATE, content: "private now" }, null, edit("update"));
  await one.store.memories.update(ID, { content: "more that is private" }, null, edit("update"));
  await sync();
  expect(exchange.entries.map(({ body }) => body).join()).not.toMatch(/private|secrets/);
  expect(await other.store.memories.get(ID)).toMatchObject({ content: "first", domain: SHARED });
  expect((await other.store.memories.get(ID))?.deletedAt).not.toBeNull();
  expect((await one.store.memories.get(ID))?.deletedAt).toBeNull();
});

it("stores later changes of a memory that left, and merges them when it comes back", async () => {
  const { one, other, sync } = await openPair();
  await one.store.memories.update(ID, { domain: PRIVATE }, null, edit("update", 1_000));
  await sync();
  await other.store.memories.setDeleted(ID, false, null, edit("restore", 2_000));
  await other.store.memories.update(ID, { content: "edited elsewhere" }, null, edit("update", 3_000));
  await sync();
  expect((await one.store.memories.get(ID))?.content).toBe("first");
  const back = await one.store.memories.update(ID, { domain: SHARED }, null, edit("update", 4_000));
  await sync();
  expect(await one.store.memories.get(ID)).toEqual(back);
  expect(withoutAuthors(await one.store.memories.get(ID))).toEqual(withoutAuthors(await other.store.memories.get(ID)));
  expect((await one.store.memories.get(ID))?.content).toBe("first");
  for (const { store } of [one, other]) {
    const { items } = await store.changes.conflicts(10, null);
    expect(items).toMatchObject([{ fields: ["content"], other: { content: "edited elsewhere" } }]);
  }
  const contents = (await other.store.memories.history(ID)).map(({ content }) => content);
  expect(contents).toContain("edited elsewhere");
  expect((await one.store.memories.history(ID)).map(({ content }) => content)).toEqual(
    expect.arrayContaining(contents),
  );
});

it("keeps both of two concurrent edits, and lists the earlier one as a conflict on each device", async () => {
  const { one, other, sync } = await openPair();
  await one.store.memories.update(ID, { content: "by one" }, null, edit("update", 1_000));
  other.tick(5);
  await other.store.memories.update(ID, { content: "by other" }, null, edit("update", 2_000));
  await sync();
  expect(await one.state()).toEqual(await other.state());
  expect((await one.store.memories.history(ID)).map(({ content }) => content)).toEqual(["by other", "by one", "first"]);
  const { items } = await other.store.changes.conflicts(10, null);
  expect(items).toMatchObject([{ fields: ["content"], other: { content: "by one" }, memory: { content: "by other" } }]);
  const same = (await one.store.changes.conflicts(10, null)).items.map((item) => ({
    ...item,
    device: items[0]?.device,
  }));
  expect(withoutAuthors(items)).toEqual(withoutAuthors(same));
});

it("resolves a conflict everywhere: take the other one, keep the present one, or merge", async () => {
  for (const [decide, content] of [
    [(stamp: string) => ({ take: stamp }), "by one"],
    [() => ({}), "by other"],
    [() => ({ fields: { content: "both" } }), "both"],
  ] as const) {
    const { one, other, sync } = await openPair();
    await one.store.memories.update(ID, { content: "by one" }, null, edit("update", 1_000));
    other.tick(5);
    await other.store.memories.update(ID, { content: "by other" }, null, edit("update", 2_000));
    await sync();
    const [item] = (await one.store.changes.conflicts(10, null)).items;
    const resolution = { memory: ID, expectedRevision: null, ...decide(item?.stamp ?? "") };
    await one.store.changes.resolve(item?.space ?? "", resolution, { client: null, at: START + 9_000 });
    await sync();
    for (const replica of [one, other]) {
      expect((await replica.store.changes.conflicts(10, null)).items).toEqual([]);
      expect((await replica.store.memories.get(ID))?.content).toBe(content);
    }
    expect(await one.state()).toEqual(await other.state());
    await expect(
      one.store.changes.resolve(item?.space ?? "", resolution, { client: null, at: START }),
    ).rejects.toMatchObject({ details: { reason: "not_in_conflict" } });
  }
});

it("closes a conflict everywhere when a person sets the value that was lost, without deciding about it", async () => {
  const { one, other, sync } = await openPair();
  await one.store.memories.update(ID, { tags: ["lost"] }, null, edit("update", 1_000));
  other.tick(5);
  await other.store.memories.update(ID, { tags: ["won"] }, null, edit("update", 2_000));
  await sync();
  expect((await other.store.changes.conflicts(10, null)).items).toHaveLength(1);
  await one.store.memories.update(ID, { tags: ["lost"] }, null, edit("update", 3_000));
  await one.store.memories.update(ID, { tags: ["third"] }, null, edit("update", 4_000));
  await sync();
  for (const { store } of [one, other]) expect((await store.changes.conflicts(10, null)).items).toEqual([]);
});

it("lists an edit concurrent with a deletion as a conflict, and restores the memory if the edit is taken", async () => {
  const { one, other, sync } = await openPair();
  await one.store.memories.setDeleted(ID, true, null, edit("delete", 1_000));
  other.tick(5);
  await other.store.memories.update(ID, { content: "still needed" }, null, edit("update", 2_000));
  await sync();
  const { items } = await one.store.changes.conflicts(10, null);
  expect(items).toMatchObject([{ fields: ["content"] }]);
  const [item] = items;
  const resolution = { memory: ID, expectedRevision: null, take: item?.stamp };
  await one.store.changes.resolve(item?.space ?? "", resolution, { client: null, at: START + 9_000 });
  await sync();
  expect(await other.store.memories.get(ID)).toMatchObject({ content: "still needed", deletedAt: null });
  expect(await one.state()).toEqual(await other.state());
});

it("breaks a cycle of two concurrent supersessions in the same place on each device", async () => {
  const { one, other, sync } = await openPair();
  const second = ulidAt("M", 2);
  await one.store.memories.insert(memoryAt(2, { id: second, domain: SHARED }));
  await sync();
  const keep = (id: string) => ({ id, changes: {}, expectedRevision: null });
  const others = (id: string) => [{ id, expectedRevision: null }];
  await one.store.memories.merge(keep(ID), others(second), { client: null, at: START + 1_000 });
  other.tick(5);
  await other.store.memories.merge(keep(second), others(ID), { client: null, at: START + 2_000 });
  await sync();
  expect(await one.state()).toEqual(await other.state());
  expect((await one.store.memories.get(second))?.supersededBy).toBe(ID);
  expect((await one.store.memories.get(ID))?.supersededBy).toBeNull();
  await one.store.memories.reinstate(second, edit("restore", 3_000));
  await sync();
  expect((await other.store.memories.get(ID))?.supersededBy).toBe(second);
  expect(await one.state()).toEqual(await other.state());
});

it("makes a supersession effective when the memory that supersedes arrives later", async () => {
  const { one, other, exchange } = await openPair();
  const second = ulidAt("M", 2);
  await one.store.memories.insert(memoryAt(2, { id: second, domain: PRIVATE, supersedes: ID }));
  await exchange.publish(one);
  await exchange.deliver(other);
  expect((await other.store.memories.get(ID))?.supersededBy).toBeNull();
  await one.store.memories.update(second, { domain: SHARED }, null, edit("update"));
  await exchange.publish(one);
  await exchange.deliver(other);
  expect((await other.store.memories.get(ID))?.supersededBy).toBe(second);
  expect(withoutAuthors(await one.store.memories.get(ID))).toEqual(withoutAuthors(await other.store.memories.get(ID)));
});

it("stores a change that arrives before the memory, and applies it when the memory arrives", async () => {
  const { replicas, exchange } = await openReplicas(3);
  const [one, other, third] = replicas as [Replica, Replica, Replica];
  await one.store.memories.insert(memoryAt(1, { id: ID, domain: SHARED, content: "first" }));
  await exchange.publish(one);
  await exchange.deliver(other);
  await other.store.memories.update(ID, { content: "second" }, null, edit("update"));
  const changes = await other.store.changes.outgoing(SPACE, 1e6);
  expect(await third.apply(changes)).toEqual([]);
  expect(await third.store.memories.get(ID)).toBeNull();
  await exchange.deliver(third);
  expect(await third.state()).toEqual(await other.state());
});

it("chooses the same one of two different changes with the same stamp, in any order of arrival", async () => {
  const { replicas } = await openReplicas(3);
  const [one, other, third] = replicas as [Replica, Replica, Replica];
  await one.store.memories.insert(memoryAt(1, { id: ID, domain: SHARED, content: "version a" }));
  const [entry] = await one.store.changes.outgoing(SPACE, 1e6);
  const first = { device: ulidAt("DEV", 71), sequence: 1, body: entry?.body ?? "" };
  const second = { device: ulidAt("DEV", 72), sequence: 1, body: first.body.replace("version a", "version b") };
  expect(await other.apply([first, second])).toEqual([]);
  expect(await third.apply([second, first])).toEqual([]);
  expect(await other.state()).toEqual(await third.state());
  expect((await other.store.memories.get(ID))?.content).toBe("version b");
  expect(await other.store.changes.received(SPACE)).toEqual(await third.store.changes.received(SPACE));
});

it("does not change a memory of a domain that is not shared here, whatever a device sends", async () => {
  const { one, other } = await openPair();
  await other.store.memories.insert(memoryAt(7, { domain: PRIVATE, content: "own" }));
  const target = memoryAt(7).id;
  await one.store.memories.insert(memoryAt(7, { domain: SHARED, content: "forged" }));
  const forged = (await one.store.changes.outgoing(SPACE, 1e6)).map((entry) => ({
    ...entry,
    device: ulidAt("DEV", 73),
    sequence: 1,
  }));
  const elsewhere = forged.map((entry) => ({
    ...entry,
    sequence: 2,
    body: entry.body.replace(`"domain":"${SHARED}"`, '"domain":"user"').replaceAll(target, ulidAt("M", 99)),
  }));
  expect(await other.apply([...forged, ...elsewhere])).toEqual([]);
  expect(await other.store.memories.get(target)).toMatchObject({ content: "own", domain: PRIVATE });
  expect(await other.store.memories.get(ulidAt("M", 99))).toBeNull();
});

it("reports which device made each revision, and which were made at the same time", async () => {
  const { one, other, sync } = await openPair();
  await other.store.memories.update(ID, { content: "second" }, null, edit("update", 1_000));
  await sync();
  await one.store.memories.update(ID, { content: "third" }, null, edit("update", 2_000));
  await other.store.memories.update(ID, { tags: ["b"] }, null, edit("update", 2_000));
  await sync();
  const own = (await one.store.changes.spaces())[0]?.device.id;
  for (const replica of [one, other]) {
    const provenance = await replica.store.changes.provenance(ID);
    expect(provenance?.space).toBe(SPACE);
    const revisions = provenance?.revisions.map(({ revision, device, isConcurrent }) => [
      revision,
      device.id === own ? "one" : "other",
      isConcurrent,
    ]);
    expect(revisions?.slice(0, 2)).toEqual([
      [1, "one", false],
      [2, "other", false],
    ]);
    expect(revisions?.slice(2)).toEqual(
      expect.arrayContaining([
        [expect.any(Number), "one", true],
        [expect.any(Number), "other", true],
      ]),
    );
  }
  expect((await one.store.memories.history(ID)).map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
});

it("reports no devices for a memory that is in no space, and not for revisions before it was shared", async () => {
  const { one, other, sync } = await openPair();
  const { id } = memoryAt(5);
  await one.store.memories.insert(memoryAt(5, { domain: PRIVATE, content: "first" }));
  expect(await one.store.changes.provenance(id)).toBeNull();
  await one.store.memories.update(id, { content: "second" }, null, edit("update", 1_000));
  await one.store.memories.update(id, { domain: SHARED }, null, edit("update", 2_000));
  await sync();
  const revisions = (await other.store.changes.provenance(id))?.revisions.map(({ revision }) => revision);
  expect(revisions).toEqual([3]);
  expect((await one.store.changes.provenance(id))?.revisions.map(({ revision }) => revision)).toEqual([3]);
});
