import fc from "fast-check";
import { ulid } from "ulid";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Carrier } from "./carrier.ts";
import { publishEntries, toEntry, toParcel } from "./publish-entries.ts";
import {
  createDatabase,
  hasPostgres,
  openPostgresSpace,
  sharedServer,
  type TestDatabase,
} from "./testing/postgres-spaces.ts";
import { openFolderSpace, parcelsOf, readAll, sealedSpace, type TestSpace, textOf } from "./testing/test-spaces.ts";

/** Plain and encrypted carriers keep the same contract. */
const CARRIERS: readonly (readonly [name: string, open: () => Promise<TestSpace>])[] = [
  ["a folder", () => openFolderSpace()],
  ["a folder, encrypted", async () => sealedSpace(await openFolderSpace())],
  ...(hasPostgres
    ? [
        ["a PostgreSQL database", openInDatabase] as const,
        ["a PostgreSQL database, encrypted", async () => sealedSpace(await openInDatabase())] as const,
      ]
    : []),
];

let database: Promise<TestDatabase> | undefined;
async function openInDatabase(): Promise<TestSpace> {
  database ??= sharedServer().then(createDatabase);
  return await openPostgresSpace(await database);
}

describe.each(CARRIERS)("a space in %s", (_, openSpace) => {
  let space: TestSpace;
  beforeEach(async () => {
    space = await openSpace();
  });
  afterEach(async () => {
    await space.close();
  });

  it("returns the parcels of all devices, each device's in order, after the given sequences", async () => {
    const [one, two] = [await space.open(), await space.open()];
    await one.publish(parcelsOf(one.device, 1, 3));
    await two.publish(parcelsOf(two.device, 1, 2));
    await one.publish(parcelsOf(one.device, 4, 5));
    const expected = [...parcelsOf(one.device, 1, 5), ...parcelsOf(two.device, 1, 2)];
    expect(textOf(await readAll(two))).toEqual(textOf(expected));
    const after = new Map([
      [one.device, 3],
      [two.device, 2],
    ]);
    expect(textOf(await readAll(one, after))).toEqual(textOf(parcelsOf(one.device, 4, 5)));
    expect((await two.read(new Map([...after, [one.device, 5]]), 1000)).parcels).toEqual([]);
    const ofOne = await two.readDevice(one.device, 1, 1 << 20);
    expect(textOf(ofOne.parcels)).toEqual(textOf(parcelsOf(one.device, 2, 5)));
    expect(ofOne.hasMore).toBe(false);
  });

  it("limits a batch by bytes, but returns at least one parcel", async () => {
    const one = await space.open();
    await one.publish(parcelsOf(one.device, 1, 20, 1000));
    const small = await one.read(new Map(), 1);
    expect(small.parcels.map(({ sequence }) => sequence)).toEqual([1]);
    expect(small.hasMore).toBe(true);
    const batch = await one.read(new Map(), 5000);
    expect(batch.hasMore).toBe(true);
    expect(batch.parcels.length).toBeGreaterThan(2);
    expect(batch.parcels.length).toBeLessThan(8);
    expect(await readAll(one, new Map(), 5000)).toHaveLength(20);
  });

  it("skips parcels that are there with equal bytes, even when new ones follow", async () => {
    const one = await space.open();
    await one.publish(parcelsOf(one.device, 1, 4));
    await one.publish(parcelsOf(one.device, 1, 4));
    await one.publish(parcelsOf(one.device, 3, 7));
    await one.publish([]);
    expect(await one.head()).toBe(7);
    expect(textOf(await readAll(one))).toEqual(textOf(parcelsOf(one.device, 1, 7)));
  });

  it("refuses a sequence that exists with other bytes, and changes nothing", async () => {
    const one = await space.open();
    await one.publish(parcelsOf(one.device, 1, 3));
    const other = parcelsOf(one.device, 3, 5, 40);
    await expect(one.publish(other)).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "space_sequence_reused", sequence: 3 },
    });
    expect(textOf(await readAll(one))).toEqual(textOf(parcelsOf(one.device, 1, 3)));
  });

  it("refuses parcels that would leave a gap, and reports the sequence that it expects", async () => {
    const one = await space.open();
    await one.publish(parcelsOf(one.device, 1, 2));
    await expect(one.publish(parcelsOf(one.device, 4, 4))).rejects.toMatchObject({
      details: { reason: "space_entries_missing", expected: 3 },
    });
    const [first, , third] = parcelsOf(one.device, 3, 5);
    await expect(one.publish([first, third].filter((parcel) => parcel !== undefined))).rejects.toMatchObject({
      code: "invalid_argument",
    });
    await expect(one.publish(parcelsOf(ulid(), 1, 1))).rejects.toMatchObject({ code: "invalid_argument" });
    expect(await one.head()).toBe(2);
  });

  it("continues after a restart at the same position", async () => {
    const one = await space.open();
    await one.publish(parcelsOf(one.device, 1, 3));
    await one.close();
    const again = await space.open(one.device);
    expect(await again.head()).toBe(3);
    await again.publish(parcelsOf(one.device, 3, 6));
    expect(textOf(await readAll(again))).toEqual(textOf(parcelsOf(one.device, 1, 6)));
  });

  it("transports ten thousand parcels in one call", async () => {
    const [one, two] = [await space.open(), await space.open()];
    const parcels = parcelsOf(one.device, 1, 10_000, 400);
    await one.publish(parcels);
    expect(textOf(await readAll(two, new Map(), 300_000))).toEqual(textOf(parcels));
  });

  it("transports a body of 4 MiB and an empty one", async () => {
    const [one, two] = [await space.open(), await space.open()];
    const { device } = one;
    const bodies = [Buffer.alloc(4 * 1024 * 1024, 7), Buffer.alloc(0), Buffer.from([0, 255, 128])];
    const parcels = bodies.map((body, index) => ({ device, sequence: index + 1, body }));
    await one.publish(parcels);
    expect((await readAll(two)).map(({ body }) => Buffer.compare(body, bodies.shift() ?? Buffer.alloc(1)))).toEqual([
      0, 0, 0,
    ]);
  });

  it("shows no gap to a reader while five devices publish at the same time", async () => {
    const reader = await space.open();
    const writers = await Promise.all(Array.from({ length: 5 }, () => space.open()));
    let isDone = false;
    const writing = Promise.all(writers.map((writer) => publishInParts(writer, 60))).finally(() => {
      isDone = true;
    });
    const after = new Map<string, number>();
    let count = 0;
    while (!isDone || count < 300) {
      // Throws if a sequence is left out.
      const parcels = await readAll(reader, after, 2000);
      for (const { device, sequence } of parcels) after.set(device, sequence);
      count += parcels.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writing;
    expect([...after.values()]).toEqual([60, 60, 60, 60, 60]);
    expect(textOf(await readAll(reader))).toEqual(textOf(writers.flatMap(({ device }) => parcelsOf(device, 1, 60))));
  });

  it("stops at an abort, and completes when it is repeated", async () => {
    const one = await space.open();
    await expect(one.publish(parcelsOf(one.device, 1, 1), AbortSignal.abort())).rejects.toMatchObject({
      code: "cancelled",
    });
    await expect(one.read(new Map(), 1000, AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
    const parcels = parcelsOf(one.device, 1, 2000, 2500);
    const controller = new AbortController();
    const publishing = one.publish(parcels, controller.signal);
    setTimeout(() => controller.abort(), 20);
    await publishing.catch((error: unknown) => expect(error).toMatchObject({ code: "cancelled" }));
    const head = await one.head();
    expect(await readAll(one)).toHaveLength(head);
    await one.publish(parcels);
    expect(await readAll(one)).toHaveLength(2000);
  });

  it("reports changes of other devices until it is stopped", async () => {
    const [one, two] = [await space.open(), await space.open()];
    let count = 0;
    const stop = await two.watch(() => {
      count += 1;
    });
    await two.publish(parcelsOf(two.device, 1, 3));
    await one.publish(parcelsOf(one.device, 1, 1));
    await expect.poll(() => count).toBeGreaterThan(0);
    await stop();
    const before = count;
    await one.publish(parcelsOf(one.device, 2, 2));
    expect(count).toBe(before);
  });

  it("lists the devices with names, heads and times", async () => {
    const [one, two] = [await space.open(), await space.open()];
    await one.publish(parcelsOf(one.device, 1, 3));
    await one.register(Buffer.from("Büro 办公室"));
    const devices = new Map((await two.devices()).map((device) => [device.id, device]));
    expect([...devices.keys()].sort()).toEqual([one.device, two.device].sort());
    expect(devices.get(one.device)).toMatchObject({ head: 3, revokedAfter: null, problem: null });
    expect(Buffer.from(devices.get(one.device)?.name ?? []).toString()).toBe("Büro 办公室");
    expect(Buffer.from(devices.get(two.device)?.name ?? []).toString()).toBe(`Device ${two.device}`);
    expect(Math.abs((devices.get(one.device)?.lastSeen ?? 0) - Date.now())).toBeLessThan(10 * 60_000);
  });

  it("refuses what a revoked device publishes, and keeps what it published before", async () => {
    const [owner, lost] = [await space.open(), await space.open()];
    await lost.publish(parcelsOf(lost.device, 1, 3));
    await owner.publish(parcelsOf(owner.device, 1, 1));
    await owner.revoke(lost.device);
    await owner.revoke(lost.device);
    await expect(lost.publish(parcelsOf(lost.device, 4, 4))).rejects.toMatchObject({ code: "permission_denied" });
    await owner.publish(parcelsOf(owner.device, 2, 2));
    const expected = [...parcelsOf(lost.device, 1, 3), ...parcelsOf(owner.device, 1, 2)];
    expect(textOf(await readAll(owner))).toEqual(textOf(expected));
    expect((await owner.devices()).find(({ id }) => id === lost.device)?.revokedAfter).toBe(3);
    await expect(owner.revoke(ulid())).rejects.toMatchObject({ code: "not_found" });
  });

  it("replaces bodies, and recognises the entries when they are published again", async () => {
    const [one, two] = [await space.open(), await space.open()];
    const { device } = one;
    const entry = (sequence: number, body: string) => ({ device, sequence, body });
    const entries = [1, 2, 3, 4, 5, 6, 7].map((sequence) => entry(sequence, `{"stamp":${sequence},"text":"x"}`));
    const isSame = (stored: string, own: string) => stored.slice(0, 10) === own.slice(0, 10);
    await publishEntries(one, entries.slice(0, 3), isSame);
    await publishEntries(one, entries.slice(3, 6), isSame);
    const erased = [2, 5].map((sequence) => entry(sequence, `{"stamp":${sequence}}`));
    await one.rewrite(erased.map(toParcel));
    const expected = entries.map((own) => erased.find(({ sequence }) => sequence === own.sequence) ?? own);
    expect((await readAll(two)).map(toEntry)).toEqual(expected.slice(0, 6));
    // After a lost reply, or an update that compresses differently.
    await publishEntries(one, entries.slice(3), isSame);
    expect((await readAll(two)).map(toEntry)).toEqual(expected);
    await expect(publishEntries(one, [entry(7, '{"stamp":8}')], isSame)).rejects.toMatchObject({
      details: { reason: "space_sequence_reused", sequence: 7 },
    });
    await expect(one.rewrite(parcelsOf(device, 9, 9))).rejects.toMatchObject({
      details: { reason: "space_entries_missing" },
    });
  });

  it("stores documents that never change", async () => {
    const [one, two] = [await space.open(), await space.open()];
    const before = [...(await one.records()).keys()];
    await one.putRecord("note-1", Buffer.from([1, 2, 3]));
    await one.putRecord("note-1", Buffer.from([1, 2, 3]));
    await expect(two.putRecord("note-1", Buffer.from([1]))).rejects.toMatchObject({ code: "conflict" });
    const after = [...(await two.records())].filter(([name]) => !before.includes(name));
    expect(after.map(([name, body]) => [name, [...body]])).toEqual([["note-1", [1, 2, 3]]]);
    await expect(one.putRecord("../key", Buffer.from("x"))).rejects.toThrow(TypeError);
  });

  it("keeps every published parcel over any order of publishing, repeating, reading and restarting", async () => {
    const steps = fc.array(
      fc.record({ device: fc.nat(2), first: fc.nat(6), count: fc.integer({ min: 1, max: 9 }), restart: fc.boolean() }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const own = await openSpace();
        try {
          const carriers = await Promise.all([own.open(), own.open(), own.open()]);
          const heads = [0, 0, 0];
          const seen = new Map<string, number>();
          for (const { device, first, count, restart } of history) {
            const head = heads[device] ?? 0;
            let carrier = carriers[device] as Carrier;
            // Repeats some of the last parcels, as after a lost reply.
            const from = Math.max(1, head + 1 - first);
            await carrier.publish(parcelsOf(carrier.device, from, from + count - 1));
            heads[device] = Math.max(head, from + count - 1);
            if (restart) {
              await carrier.close();
              carrier = await own.open(carrier.device);
              carriers[device] = carrier;
            }
            for (const parcel of await readAll(carrier, seen, 150)) seen.set(parcel.device, parcel.sequence);
          }
          const expected = carriers.flatMap(({ device }, index) => parcelsOf(device, 1, heads[index] ?? 0));
          expect(textOf(await readAll(carriers[0] as Carrier))).toEqual(textOf(expected));
          expect([...seen.values()].reduce((sum, value) => sum + value, 0)).toBe(expected.length);
        } finally {
          await own.close();
        }
      }),
      { numRuns: 8 },
    );
  });
});

/** Publishes in parts of one to five parcels. */
async function publishInParts(carrier: Carrier, last: number): Promise<void> {
  for (let next = 1; next <= last; ) {
    const end = Math.min(last, next + (next % 5));
    await carrier.publish(parcelsOf(carrier.device, next, end));
    next = end + 1;
  }
}
