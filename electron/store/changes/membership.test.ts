import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Edit } from "../../core/ports.ts";
import { memoryAt, START, temporaryFolder } from "../testing/open-store.ts";
import { Exchange, PRIVATE, Replica, SHARED, SPACE, synchronise, ulidAt, withoutAuthors } from "./testing/replica.ts";

const SECOND_SPACE = "01SPACE0000000000000000002";
const ID = ulidAt("M", 1);
const edit = (action: Edit["action"], after = 60_000): Edit => ({ client: null, at: START + after, action });

async function openReplica(number: number): Promise<Replica> {
  const replica = await new Replica(await temporaryFolder(), number).open();
  onTestFinished(() => replica.close());
  return replica;
}

it("shares the current memories of the domains once, in steps, with progress", async () => {
  const [one, other] = [await openReplica(1), await openReplica(2)];
  const { memories, changes } = one.store;
  for (let number = 1; number <= 120; number++) {
    await memories.insert(memoryAt(number, { domain: number % 3 === 0 ? PRIVATE : SHARED }));
  }
  await memories.update(memoryAt(1).id, { content: "edited before" }, null, edit("update", 200_000));
  await memories.setDeleted(memoryAt(2).id, true, null, edit("delete"));
  await memories.merge(
    { id: memoryAt(4).id, changes: {}, expectedRevision: null },
    [{ id: memoryAt(5).id, expectedRevision: null }],
    { client: null, at: START },
  );
  await one.join();
  await other.join();
  const progress: number[] = [];
  const at = { client: null, at: START };
  await changes.shareExisting(SPACE, false, at, ({ done, total }) => progress.push(done / total));
  expect(progress.at(-1)).toBe(1);
  expect(progress).toEqual([...progress].sort((less, more) => less - more));
  expect((await changes.spaces())[0]?.unpublished).toBe(78);
  await one.share();
  expect((await changes.spaces())[0]?.unpublished).toBe(78);
  const exchange = new Exchange();
  await synchronise([one, other], exchange);
  expect(await other.store.memories.counts({ domains: [SHARED] })).toMatchObject({ memories: 78, trash: 0 });
  const edited = memoryAt(1).id;
  expect(withoutAuthors(await other.store.memories.get(edited))).toEqual(withoutAuthors(await memories.get(edited)));
  expect(await other.store.memories.history(edited)).toMatchObject([{ revision: 2, content: "edited before" }]);
  // Changed later, it is shared with its full state.
  await memories.setDeleted(memoryAt(2).id, false, null, edit("restore"));
  await synchronise([one, other], exchange);
  expect(withoutAuthors(await other.store.memories.get(memoryAt(2).id))).toEqual(
    withoutAuthors(await memories.get(memoryAt(2).id)),
  );
});

it("continues to share after it was interrupted", async () => {
  const one = await openReplica(1);
  for (let number = 1; number <= 200; number++) await one.store.memories.insert(memoryAt(number, { domain: SHARED }));
  await one.join();
  const stop = new AbortController();
  const at = { client: null, at: START };
  await one.store.changes.shareExisting(SPACE, false, at, () => stop.abort(), stop.signal);
  await one.reopen();
  await one.share();
  expect((await one.store.changes.spaces())[0]?.unpublished).toBe(200);
});

it("supersedes an identical memory of the joining device by the space's memory, and does not send it", async () => {
  const [one, other] = [await openReplica(1), await openReplica(2)];
  await one.join();
  await one.store.memories.insert(memoryAt(1, { id: ID, domain: SHARED, content: "known to both", tags: ["a", "b"] }));
  const copy = ulidAt("M", 2);
  const same = { id: copy, domain: SHARED, content: "known to both", tags: ["b", "c"], pinned: true };
  await other.store.memories.insert(memoryAt(2, same));
  await other.store.memories.insert(memoryAt(3, { domain: SHARED, content: "only here" }));
  await other.join();
  const exchange = new Exchange();
  await exchange.publish(one);
  await exchange.deliver(other);
  const changed = await other.share(true);
  expect(changed).toMatchObject([
    { before: { supersededBy: null }, after: { id: copy, supersededBy: ID } },
    { after: { id: ID, tags: ["a", "b", "c"], pinned: true } },
  ]);
  await synchronise([one, other], exchange);
  expect(await one.store.memories.get(ID)).toMatchObject({ tags: ["a", "b", "c"], pinned: true });
  expect(await one.store.memories.get(copy)).toBeNull();
  expect(await one.store.memories.get(memoryAt(3).id)).toMatchObject({ content: "only here" });
  expect(exchange.entries.map(({ body }) => body).join()).not.toContain(copy);
});

it("takes the space's state of a memory that the joining device has in an earlier state", async () => {
  const [one, other] = [await openReplica(1), await openReplica(2)];
  const memory = memoryAt(1, { id: ID, domain: SHARED, content: "first" });
  for (const replica of [one, other]) await replica.store.memories.insert(memory);
  await one.join();
  await one.share();
  await one.store.memories.update(ID, { content: "second" }, null, edit("update"));
  await other.join();
  await synchronise([one, other], new Exchange());
  expect(await other.store.memories.get(ID)).toMatchObject({ content: "second" });
  expect((await other.store.changes.conflicts(10, null)).items).toEqual([]);
});

it("keeps both states of a memory that the joining device has changed, as a conflict", async () => {
  const [one, other] = [await openReplica(1), await openReplica(2)];
  const memory = memoryAt(1, { id: ID, domain: SHARED, content: "first" });
  for (const replica of [one, other]) await replica.store.memories.insert(memory);
  await other.store.memories.update(ID, { content: "changed apart" }, null, edit("update"));
  await one.join();
  await one.share();
  await other.join();
  await synchronise([one, other], new Exchange());
  expect(withoutAuthors(await one.store.memories.get(ID))).toEqual(withoutAuthors(await other.store.memories.get(ID)));
  const contents = (await other.store.memories.history(ID)).map(({ content }) => content);
  expect(contents).toEqual(["changed apart", "first"]);
  expect((await one.store.memories.get(ID))?.content).toBe("changed apart");
  expect((await one.store.changes.conflicts(10, null)).items).toMatchObject([{ other: { content: "first" } }]);
});

it("keeps the memories of a space that it leaves, or removes them, and records nothing after that", async () => {
  for (const choice of ["keep", "remove"] as const) {
    const [one, other] = [await openReplica(1), await openReplica(2)];
    await one.join();
    await other.join();
    const exchange = new Exchange();
    for (let number = 1; number <= 30; number++) await one.store.memories.insert(memoryAt(number, { domain: SHARED }));
    await other.store.memories.insert(memoryAt(50, { domain: PRIVATE }));
    await synchronise([one, other], exchange);
    await other.store.changes.leave(SPACE, choice, () => undefined);
    expect(await other.store.changes.spaces()).toEqual([]);
    expect(await other.store.memories.count({})).toBe(choice === "keep" ? 31 : 1);
    for (const table of ["entries", "space_memories", "conflicts", "space_devices", "space_domains"]) {
      expect(other.query(`SELECT * FROM ${table}`), table).toEqual([]);
    }
    await other.store.memories.insert(memoryAt(60, { domain: SHARED }));
    expect(other.query("SELECT * FROM entries")).toEqual([]);
    expect(await other.store.integrity()).toBeNull();
    await expect(other.store.changes.received(SPACE)).rejects.toMatchObject({ details: { reason: "space_unknown" } });
  }
});

it("is a new device after a restored backup, and gets back its later changes", async () => {
  const [one, other] = [await openReplica(1), await openReplica(2)];
  await one.join();
  await other.join();
  const exchange = new Exchange();
  const { memories, changes } = one.store;
  await memories.insert(memoryAt(1, { domain: SHARED, content: "before the backup, published" }));
  await synchronise([one, other], exchange);
  await memories.insert(memoryAt(2, { domain: SHARED, content: "before the backup, not published" }));
  const { backup } = await one.store.backup("manual");
  const [before] = await changes.spaces();
  await memories.insert(memoryAt(3, { domain: SHARED, content: "after the backup, published" }));
  await synchronise([one, other], exchange);
  await one.store.restore(join(one.folder, "backups", backup.name));
  const [after] = await changes.spaces();
  expect(after?.device.id).not.toBe(before?.device.id);
  expect(await memories.count({})).toBe(2);
  await memories.insert(memoryAt(4, { domain: SHARED, content: "after the restore" }));
  await synchronise([one, other], exchange);
  expect(await memories.count({})).toBe(4);
  expect(await one.state()).toEqual(await other.state());
});

it("refuses to continue as a device under which another installation publishes, until it is renewed", async () => {
  const [one, other] = [await openReplica(1), await openReplica(2)];
  await one.join();
  await other.join();
  const [space] = await one.store.changes.spaces();
  const device = space?.device.id ?? "";
  await one.store.memories.insert(memoryAt(1, { domain: SHARED }));
  const [entry] = await one.store.changes.outgoing(SPACE, 1_000);
  const foreign = { device, sequence: 2, body: entry?.body ?? "" };
  await expect(one.apply([foreign])).rejects.toMatchObject({ code: "conflict", details: { reason: "device_reused" } });
  await one.store.changes.renewDevice(SPACE, one.nextDevice());
  // The other installation had published the same change and one more.
  expect(await one.apply([{ device, sequence: 1, body: entry?.body ?? "" }])).toEqual([]);
  expect((await one.store.changes.outgoing(SPACE, 1_000)).map(({ sequence, body }) => [sequence, body])).toEqual([
    [1, entry?.body],
  ]);
});

it("applies a device's changes up to an invalid or missing one, and other devices' changes completely", async () => {
  const [one, other, third] = [await openReplica(1), await openReplica(2), await openReplica(3)];
  for (const replica of [one, other, third]) await replica.join();
  for (let number = 1; number <= 3; number++) await one.store.memories.insert(memoryAt(number, { domain: SHARED }));
  for (let number = 4; number <= 5; number++) await other.store.memories.insert(memoryAt(number, { domain: SHARED }));
  const sent = await one.store.changes.outgoing(SPACE, 1e6);
  const broken = sent.map((entry) => (entry.sequence === 2 ? { ...entry, body: '{"version":1}' } : entry));
  const rest = (await other.store.changes.outgoing(SPACE, 1e6)).slice(1);
  const refused = await third.apply([...broken, ...rest]);
  expect(refused).toMatchObject([
    { sequence: 2, error: { code: "invalid_argument", details: { reason: "entry_invalid" } } },
    { sequence: 2, error: { code: "conflict", details: { reason: "entry_missing", received: 0 } } },
  ]);
  expect(await third.store.memories.count({})).toBe(1);
  expect(await third.apply([...sent, ...(await other.store.changes.outgoing(SPACE, 1e6))])).toEqual([]);
  expect(await third.store.memories.count({})).toBe(5);
});

it("moves a memory from one space to another on a device that is in both, in any order of arrival", async () => {
  for (const order of [
    [SPACE, SECOND_SPACE],
    [SECOND_SPACE, SPACE],
  ]) {
    const [one, other] = [await openReplica(1), await openReplica(2)];
    for (const replica of [one, other]) {
      await replica.join();
      await replica.join(["acme/app"], SECOND_SPACE);
    }
    const exchanges = new Map([SPACE, SECOND_SPACE].map((id) => [id, new Exchange()]));
    const deliver = async (id: string) => {
      await exchanges.get(id)?.publish(one, true, id);
      await exchanges.get(id)?.deliver(other, id);
    };
    await one.store.memories.insert(memoryAt(1, { id: ID, domain: SHARED }));
    await deliver(SPACE);
    await one.store.memories.update(ID, { domain: "acme/app", content: "moved" }, null, edit("update"));
    for (const id of order) await deliver(id);
    expect(await other.store.memories.get(ID)).toMatchObject({ domain: "acme/app", content: "moved", deletedAt: null });
    expect(
      exchanges
        .get(SPACE)
        ?.entries.map(({ body }) => body)
        .join(),
    ).not.toContain("acme/app");
  }
});

it("makes the memories of a domain that it adds later", async () => {
  const [one, other] = [await openReplica(1), await openReplica(2)];
  await one.join([SHARED, "acme/app"]);
  await other.join([SHARED]);
  await one.store.memories.insert(memoryAt(1, { domain: "acme/app" }));
  const exchange = new Exchange();
  await synchronise([one, other], exchange);
  expect(await other.store.memories.count({})).toBe(0);
  await other.store.changes.addDomains(SPACE, ["acme/app"]);
  await other.share();
  expect(await other.state("acme/app")).toEqual(await one.state("acme/app"));
});

it("refuses a domain that is in another space, and a second membership", async () => {
  const one = await openReplica(1);
  await one.join();
  await expect(one.join()).rejects.toMatchObject({ details: { reason: "space_exists" } });
  await expect(one.join([SHARED], SECOND_SPACE)).rejects.toMatchObject({
    field: "domains",
    details: { reason: "space_domain_taken" },
  });
  expect(await one.store.changes.spaces()).toHaveLength(1);
});
