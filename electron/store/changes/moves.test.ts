import { expect, it, onTestFinished } from "vitest";
import type { Edit } from "../../core/ports.ts";
import { memoryAt, START, temporaryFolder } from "../testing/open-store.ts";
import { Exchange, PRIVATE, Replica, SHARED, SPACE, synchronise, ulidAt, withoutAuthors } from "./testing/replica.ts";

const ID = ulidAt("M", 1);
const APP = "acme/app";
const SECOND_SPACE = "01SPACE0000000000000000002";
const edit = (action: Edit["action"], after = 60_000): Edit => ({ client: null, at: START + after, action });

/** Two replicas that are in two spaces, and have a memory of the first one. */
async function openPair() {
  const exchanges = new Map([SPACE, SECOND_SPACE].map((id) => [id, new Exchange()]));
  const replicas: Replica[] = [];
  for (const number of [1, 2]) {
    const replica = await new Replica(await temporaryFolder(), number).open();
    onTestFinished(() => replica.close());
    await replica.join();
    await replica.join([APP], SECOND_SPACE);
    replicas.push(replica);
  }
  const [one, other] = replicas as [Replica, Replica];
  const sync = async () => {
    for (const _round of [1, 2]) for (const [id, exchange] of exchanges) await synchronise(replicas, exchange, id);
  };
  await one.store.memories.insert(memoryAt(1, { id: ID, domain: SHARED, content: "first" }));
  await sync();
  const move = (replica: Replica, domain: string, after?: number) =>
    replica.store.memories.update(ID, { domain }, null, edit("update", after));
  return { one, other, sync, move };
}

it("refuses to move a memory into a space in which it was purged, and changes nothing", async () => {
  for (const place of [PRIVATE, APP]) {
    const { one, other, sync, move } = await openPair();
    await move(one, place);
    await other.store.memories.setDeleted(ID, true, null, edit("delete"));
    await other.store.memories.purge([ID]);
    await sync();
    const before = await one.store.memories.get(ID);
    expect(before).toMatchObject({ domain: place, deletedAt: null });
    await expect(move(one, SHARED, 120_000)).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "memory_purged_in_domain" },
    });
    expect(await one.store.memories.get(ID)).toEqual(before);
    await sync();
    expect(await one.store.memories.get(ID)).toEqual(before);
    expect(withoutAuthors(await other.store.memories.get(ID))).toEqual(place === APP ? withoutAuthors(before) : null);
  }
});

it("shares the times of a memory as they are after the clock was set back", async () => {
  for (const hours of [95, -95]) {
    const { one, other, sync } = await openPair();
    const id = ulidAt("M", 2);
    one.skew = -hours * 3_600_000;
    const createdAt = one.now();
    await one.store.memories.insert(memoryAt(2, { id, domain: PRIVATE, content: "private", createdAt }));
    one.skew -= 95 * 3_600_000;
    await one.store.memories.update(id, { domain: SHARED }, null, { client: null, at: one.now(), action: "update" });
    await sync();
    const shared = withoutAuthors(await one.store.memories.get(id));
    expect(shared).toMatchObject({ createdAt: new Date(createdAt).toISOString(), domain: SHARED });
    expect(withoutAuthors(await other.store.memories.get(id))).toEqual(shared);
  }
});

it("keeps the revision that moved a memory out of the space, and those until it is moved back", async () => {
  const { one, other, sync, move } = await openPair();
  const { memories } = one.store;
  await memories.update(ID, { domain: PRIVATE, content: "edited by the move" }, null, edit("update", 1_000));
  await memories.update(ID, { content: "edited outside" }, null, edit("update", 2_000));
  await memories.update(ID, { content: "edited again" }, null, edit("update", 3_000));
  await move(one, SHARED, 4_000);
  await sync();
  const contents = async ({ store }: Replica) => (await store.memories.history(ID)).map(({ content }) => content);
  expect(await contents(one)).toEqual(
    expect.arrayContaining(["edited again", "edited outside", "edited by the move", "first"]),
  );
  expect((await contents(other)).join()).not.toContain("edited outside");
  expect((await memories.get(ID))?.revision).toBe((await other.store.memories.get(ID))?.revision);
});

it("keeps the history of an own memory whose id another device shares, when it is moved into the space", async () => {
  const { one, other, sync } = await openPair();
  const id = ulidAt("M", 2);
  await other.store.memories.insert(memoryAt(2, { id, domain: PRIVATE, content: "own" }));
  await other.store.memories.update(id, { content: "own, edited" }, null, edit("update", 1_000));
  await one.store.memories.insert(memoryAt(2, { id, domain: SHARED, content: "shared" }));
  await sync();
  expect((await other.store.memories.get(id))?.content).toBe("own, edited");
  await other.store.memories.update(id, { domain: SHARED, content: "moved" }, null, edit("update", 2_000));
  await sync();
  expect((await other.store.memories.history(id)).map(({ content }) => content)).toEqual(
    expect.arrayContaining(["moved", "own, edited", "own", "shared"]),
  );
  expect((await one.store.memories.get(id))?.content).toBe("moved");
});

it("shares a memory again that was moved out of the space, when its domain is added to the space", async () => {
  const { one, other, sync, move } = await openPair();
  await move(one, "acme/later", 1_000);
  await one.store.memories.update(ID, { content: "edited outside" }, null, edit("update", 2_000));
  await sync();
  await one.store.changes.addDomains(SPACE, ["acme/later"]);
  await one.share();
  await other.store.changes.addDomains(SPACE, ["acme/later"]);
  await other.share(true);
  await sync();
  const shared = { domain: "acme/later", content: "edited outside", deletedAt: null };
  for (const { store } of [one, other]) expect(await store.memories.get(ID)).toMatchObject(shared);
  const revisions = (await other.store.memories.history(ID)).length;
  await one.store.memories.update(ID, { content: "edited inside" }, null, edit("update", 3_000));
  await sync();
  expect((await other.store.memories.get(ID))?.content).toBe("edited inside");
  expect(await other.store.memories.history(ID)).toHaveLength(revisions + 1);
});

it("makes a memory current again that another device moved to a domain that is added here later", async () => {
  const { one, other, sync, move } = await openPair();
  await one.store.changes.addDomains(SPACE, ["acme/later"]);
  await one.share();
  await move(one, "acme/later", 1_000);
  await sync();
  expect((await other.store.memories.get(ID))?.deletedAt).not.toBeNull();
  await one.store.memories.update(ID, { content: "edited there" }, null, edit("update", 2_000));
  await sync();
  await other.store.changes.addDomains(SPACE, ["acme/later"]);
  await other.share(true);
  await sync();
  expect(withoutAuthors(await other.store.memories.get(ID))).toEqual(withoutAuthors(await one.store.memories.get(ID)));
  expect((await other.store.memories.get(ID))?.content).toBe("edited there");
  await other.store.memories.update(ID, { content: "edited here" }, null, edit("update", 3_000));
  await sync();
  expect((await one.store.memories.get(ID))?.content).toBe("edited here");
});

const conflictsOn = async ({ store }: Replica) => (await store.changes.conflicts(10, null)).items;

/** A memory that one replica moves to another space while the other one edits it. */
async function editDuringMove() {
  const pair = await openPair();
  const { one, other, sync, move } = pair;
  await move(one, APP, 1_000);
  await other.store.memories.update(ID, { content: "edited concurrently", tags: ["new"] }, null, edit("update", 2_000));
  await sync();
  return pair;
}

it("lists an edit that was concurrent to a move to another space, on each device", async () => {
  const { one, other } = await editDuringMove();
  expect(await one.store.memories.get(ID)).toMatchObject({ domain: APP, content: "first", deletedAt: null });
  for (const replica of [one, other]) {
    expect(await conflictsOn(replica)).toMatchObject([
      { space: SPACE, fields: ["content", "tags"], other: { content: "edited concurrently" }, memory: { domain: APP } },
    ]);
    const history = await replica.store.memories.history(ID);
    expect(history.filter(({ content }) => content === "edited concurrently")).toHaveLength(1);
  }
});

it("takes such an edit, keeps the present state, or merges both, on all devices", async () => {
  for (const [decide, content] of [
    [(stamp: string) => ({ take: stamp }), "edited concurrently"],
    [() => ({}), "first"],
    [() => ({ fields: { content: "both" } }), "both"],
  ] as const) {
    const { one, other, sync, move } = await editDuringMove();
    const [item] = await conflictsOn(one);
    const resolution = { memory: ID, expectedRevision: null, ...decide(item?.stamp ?? "") };
    await one.store.changes.resolve(SPACE, resolution, { client: null, at: START + 9_000 });
    await sync();
    for (const replica of [one, other]) {
      expect(await conflictsOn(replica)).toEqual([]);
      expect(await replica.store.memories.get(ID)).toMatchObject({ domain: APP, content });
    }
    await move(other, SHARED, 10_000);
    await sync();
    for (const replica of [one, other]) {
      expect(await conflictsOn(replica)).toEqual([]);
      expect(await replica.store.memories.get(ID)).toMatchObject({ domain: SHARED, content });
    }
  }
});

it("does not close a conflict by a move to another space, an edit there, or a move back", async () => {
  const { one, other, sync, move } = await openPair();
  await one.store.memories.update(ID, { content: "by one" }, null, edit("update", 1_000));
  other.tick(5);
  await other.store.memories.update(ID, { content: "by other" }, null, edit("update", 2_000));
  await sync();
  for (const change of [
    () => move(other, APP, 3_000),
    () => one.store.memories.update(ID, { content: "edited there" }, null, edit("update", 4_000)),
    () => move(one, SHARED, 5_000),
  ]) {
    await change();
    await sync();
    for (const replica of [one, other]) {
      expect(await conflictsOn(replica)).toMatchObject([{ fields: ["content"], other: { content: "by one" } }]);
    }
  }
});

it("closes a conflict by a merge that moves the memory to another space", async () => {
  const { one, other, sync } = await openPair();
  await one.store.memories.update(ID, { content: "by one" }, null, edit("update", 1_000));
  other.tick(5);
  await other.store.memories.update(ID, { content: "by other" }, null, edit("update", 2_000));
  await sync();
  const resolution = { memory: ID, fields: { content: "both", domain: APP }, expectedRevision: null };
  await one.store.changes.resolve(SPACE, resolution, { client: null, at: START + 9_000 });
  await sync();
  for (const replica of [one, other]) {
    expect(await conflictsOn(replica)).toEqual([]);
    expect(await replica.store.memories.get(ID)).toMatchObject({ domain: APP, content: "both" });
  }
});

it("decides about conflicts with entries of both spaces together", async () => {
  const { one, other, sync } = await editDuringMove();
  await one.store.memories.update(ID, { content: "by one" }, null, edit("update", 3_000));
  other.tick(5);
  await other.store.memories.update(ID, { content: "by other" }, null, edit("update", 4_000));
  await sync();
  const open = await conflictsOn(other);
  expect(open.map(({ space }) => space)).toEqual([SPACE, SECOND_SPACE]);
  for (const { space, stamp } of open.slice(1)) {
    const resolution = { memory: ID, take: stamp, expectedRevision: null };
    await other.store.changes.resolve(space, resolution, { client: null, at: START + 9_000 });
  }
  await sync();
  for (const replica of [one, other]) {
    expect(await conflictsOn(replica)).toEqual([]);
    expect((await replica.store.memories.get(ID))?.content).toBe("by one");
  }
});

it("shows a memory as the space has it from which it was moved, when the space that it is in is left or loses it", async () => {
  for (const [withdraw, count] of [
    [({ store }: Replica) => store.changes.leave(SECOND_SPACE, "remove", () => undefined), 1],
    [({ store }: Replica) => store.changes.leave(SECOND_SPACE, "keep", () => undefined), 0],
    [
      async ({ store }: Replica) => {
        const [device] = (await store.changes.spaces()).find(({ id }) => id === SECOND_SPACE)?.devices ?? [];
        await store.changes.forgetAfter(SECOND_SPACE, device?.id ?? "", 0, () => undefined);
      },
      1,
    ],
  ] as const) {
    const { other } = await editDuringMove();
    await withdraw(other);
    const moved = count === 0 ? { domain: APP, deletedAt: null } : { domain: SHARED, deletedAt: expect.any(String) };
    expect(await other.store.memories.get(ID)).toMatchObject(moved);
    expect(await conflictsOn(other)).toHaveLength(count);
    expect((await other.store.changes.spaces()).find(({ id }) => id === SPACE)?.conflicts).toBe(count);
  }
});
