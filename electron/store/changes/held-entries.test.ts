import { expect, it, onTestFinished } from "vitest";
import type { Edit } from "../../core/ports.ts";
import { type Entry, writeEntry } from "../../core/replication/entry.ts";
import { fullEntry } from "../../core/replication/testing/full-entry.ts";
import { memoryAt, START, temporaryFolder } from "../testing/open-store.ts";
import { Exchange, Replica, SHARED, synchronise, ulidAt } from "./testing/replica.ts";

const YEAR_6429 = 2 ** 47 - 1;
const ATTACKER = ulidAt("ATTACK", 1);
const VICTIM = ulidAt("M", 1);
const edit = (after: number): Edit => ({ client: null, at: START + after, action: "update" });

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

function capture(memory: string, stamp: string, content: string): Entry {
  const origin = { createdAt: START, updatedAt: START, author: null, past: 0, as: "capture" } as const;
  return fullEntry({ stamp, memory, content, domain: SHARED, at: START, origin });
}

/** What a writer sends with another program: one change of the shared memory, and one of its own. */
const POISON = [
  capture(VICTIM, `7fffffffffffffff${ATTACKER}`, "overwritten"),
  capture(ulidAt("M", 99), `7ffffffffffffff0${ATTACKER}`, "from the year 6429"),
].map((entry, index) => ({ device: ATTACKER, sequence: index + 1, body: writeEntry(entry) }));

async function contents(replica: Replica): Promise<string[]> {
  return (await replica.state()).map(({ memory: { content } }) => content).sort();
}

async function heldOf(replica: Replica) {
  const [space] = await replica.store.changes.spaces();
  return space?.devices.flatMap(({ id, held }) => (held === undefined ? [] : [[id, held]]));
}

it("keeps a change from the far future aside, and the changes of this device reach the others", async () => {
  const [one, other] = (await openReplicas(2)) as [Replica, Replica];
  const exchange = new Exchange();
  await one.store.memories.insert(memoryAt(1, { id: VICTIM, domain: SHARED, content: "first" }));
  await synchronise([one, other], exchange);
  for (const replica of [one, other]) expect(await replica.apply(POISON)).toEqual([]);
  await one.store.memories.insert(memoryAt(2, { domain: SHARED, content: "second" }));
  await one.store.memories.update(VICTIM, { content: "edited" }, null, edit(60_000));
  await synchronise([one, other], exchange);
  for (const replica of [one, other]) {
    expect(await contents(replica)).toEqual(["edited", "second"]);
    expect(await heldOf(replica)).toEqual([[ATTACKER, 2]]);
  }
});

it("applies a change that was kept aside when its time is reached, on all devices with the same result", async () => {
  const [one, other] = (await openReplicas(2)) as [Replica, Replica];
  const exchange = new Exchange();
  const day = 86_400_000;
  const time = (START + 400 * day).toString(16).padStart(12, "0");
  const late = writeEntry(capture(ulidAt("M", 98), `${time}0000${ATTACKER}`, "in 400 days"));
  const entries = [{ device: ATTACKER, sequence: 1, body: late }];
  await one.apply(entries);
  expect(await contents(one)).toEqual([]);
  for (const replica of [one, other]) replica.tick(40 * day);
  await other.apply(entries);
  await one.apply([]);
  for (const replica of [one, other]) {
    expect(await contents(replica)).toEqual(["in 400 days"]);
    expect(await heldOf(replica)).toEqual([]);
  }
  await one.store.memories.update(ulidAt("M", 98), { content: "edited" }, null, edit(40 * day));
  await synchronise([one, other], exchange);
  expect(await contents(other)).toEqual(["edited"]);
});

it("heals a space in which such a change was applied and devices made changes after it", async () => {
  const [one, other, third] = (await openReplicas(3)) as [Replica, Replica, Replica];
  const exchange = new Exchange();
  await one.store.memories.insert(memoryAt(1, { id: VICTIM, domain: SHARED, content: "first" }));
  await synchronise([one, other, third], exchange);
  // An earlier version had no limit: as with a clock for which nothing is in the future.
  for (const [replica, number] of [
    [one, 1],
    [other, 2],
  ] as const) {
    replica.skew = YEAR_6429 - START;
    await replica.apply(POISON);
    expect(await contents(replica)).toContain("from the year 6429");
    await replica.store.memories.insert(memoryAt(number, { domain: SHARED, content: `by device ${number}` }));
    await replica.store.memories.update(VICTIM, { tags: [`tag-${number}`] }, null, edit(60_000 + number));
    await exchange.publish(replica);
  }
  const stamps = one.query<{ stamp: string }>("SELECT stamp FROM entries ORDER BY stamp DESC LIMIT 1");
  expect(stamps[0]?.stamp).toMatch(/^8000/);
  await third.apply(POISON);
  for (const replica of [one, other]) {
    replica.skew = 0;
    await replica.reopen();
  }
  await synchronise([one, other, third], exchange);
  const healed = ["by device 1", "by device 2", "first"];
  for (const replica of [one, other, third]) expect(await contents(replica)).toEqual(healed);
  await one.store.memories.update(VICTIM, { content: "edited" }, null, edit(120_000));
  await third.store.memories.insert(memoryAt(7, { domain: SHARED, content: "later" }));
  await one.reopen();
  await synchronise([one, other, third], exchange);
  for (const replica of [one, other, third]) {
    expect(await contents(replica)).toEqual(["by device 1", "by device 2", "edited", "later"]);
    expect(await replica.state()).toEqual(await third.state());
    const live = replica.query<{ stamp: string }>(
      "SELECT stamp FROM entries WHERE held = 0 ORDER BY stamp DESC LIMIT 1",
    );
    expect(live[0]?.stamp.startsWith("01")).toBe(true);
    expect((await heldOf(replica))?.find(([id]) => id === ATTACKER)).toEqual([ATTACKER, 2]);
  }
  const tags = (await one.state()).find(({ memory }) => memory.id === VICTIM)?.memory.tags;
  expect([["tag-1"], ["tag-2"]]).toContainEqual(tags);
});

it("writes no change that others refuse after another device named as many parents as it may", async () => {
  const [one, other] = (await openReplicas(2)) as [Replica, Replica];
  const exchange = new Exchange();
  await one.store.memories.insert(memoryAt(1, { id: VICTIM, domain: SHARED, content: "first" }));
  await synchronise([one, other], exchange);
  const time = (START + 1_000).toString(16).padStart(12, "0");
  const concurrent = Array.from({ length: 1_200 }, (_, index) => {
    const stamp = `${time}${index.toString(16).padStart(4, "0")}${ATTACKER}`;
    const entry: Entry = {
      stamp,
      memory: VICTIM,
      action: "pin",
      parents: [],
      at: START,
      client: null,
      fields: { pinned: true },
    };
    return { device: ATTACKER, sequence: index + 1, body: writeEntry(entry) };
  });
  for (const replica of [one, other]) expect(await replica.apply(concurrent)).toEqual([]);
  await one.store.memories.update(VICTIM, { content: "edited" }, null, edit(60_000));
  await synchronise([one, other], exchange);
  expect(await contents(other)).toEqual(["edited"]);
});

it("dates a memory by its stamp if another program says that it is from the far future", async () => {
  const [one] = (await openReplicas(1)) as [Replica];
  const time = START.toString(16).padStart(12, "0");
  const entry = capture(VICTIM, `${time}0000${ATTACKER}`, "dated");
  const late = 253_402_300_799_999;
  const origin = { ...entry.origin, createdAt: late, updatedAt: late, past: 1e9, author: null, as: "capture" } as const;
  const body = writeEntry({ ...entry, at: late, origin });
  expect(await one.apply([{ device: ATTACKER, sequence: 1, body }])).toEqual([]);
  const [found] = await one.state();
  expect(Date.parse(found?.memory.createdAt ?? "")).toBe(START + 86_400_000);
  expect(Date.parse(found?.memory.updatedAt ?? "")).toBe(START + 86_400_000);
  const beyond = writeEntry({ ...entry, at: 8.64e15 });
  expect(await one.apply([{ device: ATTACKER, sequence: 2, body: beyond }])).toMatchObject([{ device: ATTACKER }]);
});
