import { expect, it, onTestFinished } from "vitest";
import { formatClient } from "../../core/client-identity.ts";
import { type Entry, writeEntry } from "../../core/replication/entry.ts";
import { concurrentEntries, fullEntry, stampAt } from "../../core/replication/testing/full-entry.ts";
import { DEFAULT_SECRET_POLICY } from "../../core/secrets/policy.ts";
import { memoryAt, START, temporaryFolder } from "../testing/open-store.ts";
import { Exchange, Replica, SHARED, SPACE, synchronise, ulidAt } from "./testing/replica.ts";

const ATTACKER = ulidAt("ATTACK", 1);
const ID = ulidAt("M", 1);
const APP = "acme/app";
/** Entries of one read of a carrier. */
const BATCH = 800;
const SECOND_SPACE = "01SPACE0000000000000000002";

async function openReplica(number: number): Promise<Replica> {
  const replica = await new Replica(await temporaryFolder(), number).open();
  onTestFinished(() => replica.close());
  await replica.join();
  return replica;
}

/** A full entry of the attacker. */
function full(
  sequence: number,
  changes: Partial<Entry> & { readonly content?: string; readonly domain?: string } = {},
) {
  const stamp = stampAt(START + 10_000 + sequence, 0, ATTACKER);
  const entry = fullEntry({ stamp, memory: ID, content: `content ${sequence}`, domain: SHARED, at: START, ...changes });
  return { device: ATTACKER, sequence, body: writeEntry(entry) };
}

it("shows what another device sent as its own, whatever it says about its client", async () => {
  const replica = await openReplica(1);
  const forged = { name: "claude-code", version: "2", via: "owner" };
  await replica.store.changes.setDeviceNames(SPACE, new Map([[ATTACKER, "phone (mallory)"]]));
  await replica.apply([
    full(1),
    full(2, {
      memory: ulidAt("M", 2),
      client: forged,
      origin: { createdAt: START, updatedAt: START, author: forged, past: 0, as: "capture" },
    }),
  ]);
  await replica.store.memories.insert(memoryAt(3, { domain: SHARED, content: "by this device" }));
  const byContent = new Map<string, string | null>();
  for (const id of [ID, ulidAt("M", 2), memoryAt(3).id]) {
    const memory = await replica.store.memories.get(id);
    const [revision] = await replica.store.memories.history(id);
    const client = memory?.client ?? null;
    expect(revision?.client ?? null).toEqual(client);
    byContent.set(memory?.content ?? "", client === null ? null : formatClient(client));
  }
  expect([...byContent]).toEqual([
    ["content 1", "device phone (mallory)"],
    ["content 2", "claude-code via device phone (mallory)"],
    ["by this device", "claude-code"],
  ]);
});

it("shows the name of a device whose first changes arrived before it", async () => {
  const replica = await openReplica(1);
  await replica.apply([full(1)]);
  expect((await replica.store.memories.get(ID))?.client).toMatchObject({ via: `device ${ATTACKER}` });
  await replica.store.changes.setDeviceNames(SPACE, new Map([[ATTACKER, "phone"]]));
  const named = { name: "device phone", via: "device phone" };
  expect((await replica.store.memories.get(ID))?.client).toMatchObject(named);
  expect((await replica.store.memories.history(ID))[0]?.client).toMatchObject(named);
});

it("does not replace a change of a device by a copy with its stamp that another device sends", async () => {
  const [one, other] = [await openReplica(1), await openReplica(2)];
  await one.store.memories.insert(memoryAt(1, { id: ID, domain: SHARED, content: "genuine" }));
  const [genuine] = await one.store.changes.outgoing(SPACE, 1e6);
  if (genuine === undefined) throw new Error("There is no entry.");
  const forged = { device: ATTACKER, sequence: 1, body: genuine.body.replace("genuine", "zzz forged") };
  for (const entries of [
    [genuine, forged],
    [forged, genuine],
  ]) {
    const replica = await openReplica(3);
    await replica.apply(entries);
    const [found] = await replica.state();
    expect(found?.memory.content).toBe("genuine");
    const provenance = await replica.store.changes.provenance(ID);
    expect(provenance?.revisions.map(({ device: { id } }) => id)).toEqual([genuine.device]);
  }
  await other.apply([forged]);
  expect((await other.store.changes.provenance(ID))?.revisions[0]?.device.id).toBe(ATTACKER);
});

it("leaves a memory in its space if a member of another one sends a change with its id", async () => {
  const replicas = [await openReplica(1), await openReplica(2)] as [Replica, Replica];
  const exchange = new Exchange();
  for (const replica of replicas) await replica.join([APP], SECOND_SPACE);
  await replicas[0].store.memories.insert(memoryAt(1, { id: ID, domain: SHARED, content: "of the team" }));
  await synchronise(replicas, exchange);
  for (const replica of replicas) {
    await replica.apply([full(1, { domain: APP, content: "taken" })], SECOND_SPACE);
    await replica.apply([full(2, { domain: APP, content: "taken again", action: "share" })], SECOND_SPACE);
    const memory = await replica.store.memories.get(ID);
    expect(memory).toMatchObject({ content: "of the team", domain: SHARED });
  }
});

it("merges changes that do not know each other in a time in proportion to their number, even in turns", async () => {
  const processorTime = async (count: number) => {
    const replica = await openReplica(1);
    const memories = [ID, ulidAt("M", 2)];
    const entries = concurrentEntries(count, { memories, device: ATTACKER, domain: SHARED, from: START });
    const before = process.cpuUsage();
    for (let at = 0; at < count; at += BATCH) {
      const batch = entries.slice(at, at + BATCH);
      expect(
        await replica.store.changes.apply(
          SPACE,
          batch,
          DEFAULT_SECRET_POLICY,
          () => undefined,
          undefined,
          at + BATCH < count,
        ),
      ).toEqual([]);
    }
    const { user, system } = process.cpuUsage(before);
    const found = await replica.state();
    expect(found.map(({ history }) => history.length)).toEqual([count / 2, count / 2]);
    expect(found.map(({ memory: { content } }) => content)).toEqual([`content ${count - 1}`, `content ${count}`]);
    expect((await replica.store.changes.spaces())[0]?.conflicts).toBe(2 * Math.min(count / 2 - 1, 511));
    return user + system;
  };
  await processorTime(400);
  const [few, many] = [await processorTime(400), await processorTime(3_200)];
  // A merge for each entry takes 64 times as long.
  expect(many / few).toBeLessThan(24);
});

it("merges after a restart what it received, if it ended before the merge", async () => {
  const replica = await openReplica(1);
  const entries = concurrentEntries(600, { memories: [ID], device: ATTACKER, domain: SHARED, from: START });
  await replica.apply(entries.slice(0, 500));
  await replica.store.changes.apply(SPACE, entries.slice(500), DEFAULT_SECRET_POLICY, () => undefined, undefined, true);
  expect((await replica.state())[0]?.memory.content).toBe("content 500");
  expect((await replica.store.changes.spaces())[0]?.devices[0]).not.toHaveProperty("held");
  await replica.reopen();
  await replica.apply([]);
  const [found] = await replica.state();
  expect(found?.memory.content).toBe("content 600");
  expect(found?.history).toHaveLength(600);
});
