import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, link, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { ulid } from "ulid";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Carrier, CarrierDevice } from "../carrier.ts";
import { clock, openFolderSpace, parcelsOf, readAll, type TestFolderSpace, textOf } from "../testing/test-spaces.ts";
import { type FileSteps, fileSteps } from "./files.ts";
import { createFolderSpace, FolderCarrier } from "./folder-carrier.ts";
import { decodeSegment, encodeSegment, parseSegmentName, segmentFileName } from "./segment.ts";

let space: TestFolderSpace;
let one: Carrier;
let two: Carrier;
beforeEach(async () => {
  space = await openFolderSpace();
  one = await space.open();
  two = await space.open();
});
afterEach(() => space.close());

const folderOf = (device: string) => path.join(space.folder, space.space, "devices", device);
async function segmentsOf(device: string): Promise<string[]> {
  return (await readdir(folderOf(device))).filter((name) => name.endsWith(".segment")).sort();
}
async function deviceIn(carrier: Carrier, id: string): Promise<CarrierDevice | undefined> {
  return (await carrier.devices()).find((device) => device.id === id);
}

it("reads any bytes that it encoded, and nothing that was changed", async () => {
  const bodies = fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(bodies, fc.nat(), fc.nat(), async (list, first, at) => {
      const device = one.device;
      const parcels = list.map((body, index) => ({ device, sequence: first + 1 + index, body }));
      const { fileName, bytes } = await encodeSegment(space.space, parcels, 3);
      const name = parseSegmentName(fileName);
      const expected = { ...(name ?? { first: 0, last: 0, generation: 0 }), space: space.space, device };
      expect(textOf((await decodeSegment(bytes, expected)) ?? [])).toEqual(textOf(parcels));
      expect(await decodeSegment(bytes.subarray(0, at % bytes.length), expected)).toBeNull();
      const changed = Buffer.from(bytes);
      changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ 1;
      expect(await decodeSegment(changed, expected)).toBeNull();
      expect(await decodeSegment(bytes, { ...expected, device: two.device })).toBeNull();
      expect(await decodeSegment(bytes, { ...expected, generation: 4 })).toBeNull();
    }),
    { numRuns: 40 },
  );
});

it("ignores conflict copies, temporary files and files of other programs", async () => {
  await one.publish(parcelsOf(one.device, 1, 2));
  const [segment = ""] = await segmentsOf(one.device);
  const folder = folderOf(one.device);
  const other = await encodeSegment(space.space, parcelsOf(one.device, 1, 2, 90), 0);
  for (const name of [
    segment.replace(".segment", ".sync-conflict-20261122-213000-ABCDEFG.segment"),
    segment.replace(".segment", " (conflicted copy 2026-11-22).segment"),
    segment.replace(".segment", " 2.segment"),
    `.${segment}.icloud`,
    ".~recollect-0123456789abcdef.tmp",
    "head.sync-conflict-20261122-213000-ABCDEFG.json",
    ".DS_Store",
  ]) {
    await writeFile(path.join(folder, name), other.bytes);
  }
  await mkdir(path.join(space.folder, space.space, "devices", `${one.device} (conflicted copy)`));
  expect(textOf(await readAll(two))).toEqual(textOf(parcelsOf(one.device, 1, 2)));
  expect((await two.devices()).map(({ id }) => id).sort()).toEqual([one.device, two.device].sort());
});

it("reads files that arrive in any order, up to the first gap", async () => {
  for (let last = 1; last <= 6; last += 1) await one.publish(parcelsOf(one.device, last, last));
  const files = await readdir(folderOf(one.device));
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(files, { minLength: files.length }), async (order) => {
      const copy = await openFolderSpace();
      try {
        // A synced folder has the same name of the space everywhere.
        await rm(path.join(copy.folder, copy.space), { recursive: true });
        await cp(path.join(space.folder, space.space), path.join(copy.folder, space.space), { recursive: true });
        const target = path.join(copy.folder, space.space, "devices", one.device);
        for (const name of files) await rm(path.join(target, name));
        const reader = new FolderCarrier({ folder: copy.folder, space: space.space, device: two.device, clock });
        const after = new Map<string, number>();
        for (const name of order) {
          await cp(path.join(folderOf(one.device), name), path.join(target, name));
          for (const { device, sequence } of await readAll(reader, after)) after.set(device, sequence);
        }
        expect(after.get(one.device)).toBe(6);
        await reader.close();
      } finally {
        await copy.close();
      }
    }),
    { numRuns: 6 },
  );
});

it("names the device of a damaged segment, reads the others, and reads the file again when it changes", async () => {
  for (let last = 1; last <= 3; last += 1) await one.publish(parcelsOf(one.device, last, last, 400));
  await two.publish(parcelsOf(two.device, 1, 2));
  const third = await space.open();
  const [, second = ""] = await segmentsOf(one.device);
  const file = path.join(folderOf(one.device), second);
  const bytes = await readFile(file);
  const changed = Buffer.from(bytes).fill(0, 60, 64);
  await writeFile(file, changed);
  const time = new Date(Date.now() - 60_000);
  await utimes(file, time, time);
  const expected = [...parcelsOf(one.device, 1, 1, 400), ...parcelsOf(two.device, 1, 2)];
  expect(textOf(await readAll(third))).toEqual(textOf(expected));
  const damaged = await deviceIn(third, one.device);
  expect(damaged?.problem).toMatchObject({ kind: "corrupt", file: second, sequence: 2 });
  expect(Buffer.from(damaged?.name ?? []).toString()).toBe(`Device ${one.device}`);
  expect(damaged?.head).toBe(3);
  // A file of the same size and time is not re-read, though here it has its right bytes.
  await writeFile(file, bytes);
  await utimes(file, time, time);
  expect(await readAll(third)).toHaveLength(3);
  await utimes(file, time, new Date());
  expect(await readAll(third, new Map([[two.device, 2]]))).toHaveLength(3);
  expect((await deviceIn(third, one.device))?.problem).toBeNull();
});

it.runIf(process.platform !== "win32")("does not wait for a pipe in the place of a segment", async () => {
  await one.publish(parcelsOf(one.device, 1, 1));
  const pipe = path.join(folderOf(one.device), segmentFileName({ first: 2, last: 2, generation: 0 }));
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  expect(await readAll(two)).toHaveLength(1);
  expect((await deviceIn(two, one.device))?.problem).toMatchObject({ kind: "corrupt", sequence: 2 });
});

it("reports entries that the device announced and that have not arrived", async () => {
  for (let last = 1; last <= 3; last += 1) await one.publish(parcelsOf(one.device, last, last));
  const [, , third = ""] = await segmentsOf(one.device);
  const file = path.join(folderOf(one.device), third);
  await rename(file, path.join(space.folder, "later"));
  expect(await readAll(two)).toHaveLength(2);
  expect((await deviceIn(two, one.device))?.problem).toMatchObject({ kind: "missing", file: null, sequence: 3 });
  await rename(path.join(space.folder, "later"), file);
  expect(await readAll(two)).toHaveLength(3);
  expect((await deviceIn(two, one.device))?.problem).toBeNull();
});

it("tolerates a head that is old, missing or damaged", async () => {
  await one.publish(parcelsOf(one.device, 1, 1));
  const head = path.join(folderOf(one.device), "head.json");
  const old = await readFile(head);
  await one.publish(parcelsOf(one.device, 2, 3));
  for (const content of [old, Buffer.from("{"), null]) {
    if (content === null) await rm(head);
    else await writeFile(head, content);
    expect(await readAll(two)).toHaveLength(3);
    expect((await deviceIn(two, one.device))?.head).toBe(3);
    const damaged = content?.length === 1 ? { kind: "corrupt", file: "head.json" } : null;
    const { problem } = (await deviceIn(two, one.device)) ?? {};
    if (damaged === null) expect(problem).toBeNull();
    else expect(problem).toMatchObject(damaged);
  }
  expect((await deviceIn(two, one.device))?.name).toBeNull();
  await one.publish(parcelsOf(one.device, 4, 4));
  expect(await one.head()).toBe(4);
});

it("reports two installations that wrote as one device", async () => {
  await one.publish(parcelsOf(one.device, 1, 2));
  const foreign = await encodeSegment(space.space, parcelsOf(one.device, 2, 3, 50), 0);
  await writeFile(path.join(folderOf(one.device), foreign.fileName), foreign.bytes);
  expect((await readAll(two)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  expect((await deviceIn(two, one.device))?.problem).toMatchObject({ kind: "reused" });
  await expect(one.publish(parcelsOf(one.device, 3, 3))).rejects.toMatchObject({
    details: { reason: "space_sequence_reused", sequence: 3 },
  });
});

it("repairs a damaged or missing segment of its own when the entries are published again", async () => {
  for (let last = 1; last <= 4; last += 1) await one.publish(parcelsOf(one.device, last, last));
  const [, second = "", third = ""] = await segmentsOf(one.device);
  await writeFile(path.join(folderOf(one.device), second), "damaged");
  await rm(path.join(folderOf(one.device), third));
  expect(await one.head()).toBe(2);
  await one.publish(parcelsOf(one.device, 1, 4));
  expect(await one.head()).toBe(4);
  expect(textOf(await readAll(two))).toEqual(textOf(parcelsOf(one.device, 1, 4)));
});

it("merges small segments, keeps what it replaced for a while, and reads the same in between", async () => {
  let now = Date.now();
  const carrier = new FolderCarrier({ ...space, device: one.device, clock: { now: () => now } });
  for (let last = 1; last <= 40; last += 1) await carrier.publish(parcelsOf(one.device, last, last));
  await carrier.maintain();
  expect(await segmentsOf(one.device)).toHaveLength(42);
  expect(textOf(await readAll(two))).toEqual(textOf(parcelsOf(one.device, 1, 40)));
  now += 11 * 60_000;
  await carrier.maintain();
  expect((await segmentsOf(one.device)).length).toBe(10);
  expect(textOf(await readAll(two))).toEqual(textOf(parcelsOf(one.device, 1, 40)));
  for (let last = 41; last <= 300; last += 1) await carrier.publish(parcelsOf(one.device, last, last));
  await carrier.maintain();
  now += 11 * 60_000;
  await carrier.maintain();
  expect((await segmentsOf(one.device)).length).toBeLessThan(20);
  expect(textOf(await readAll(two, new Map([[one.device, 5]])))).toEqual(textOf(parcelsOf(one.device, 6, 300)));
  expect(await carrier.head()).toBe(300);
  await carrier.close();
});

it("leaves no earlier bytes of an entry that was erased, also after segments were merged", async () => {
  for (let last = 1; last <= 20; last += 1) await one.publish(parcelsOf(one.device, last, last, 300));
  await one.maintain();
  await one.rewrite([{ device: one.device, sequence: 3, body: Buffer.alloc(0) }]);
  expect((await readAll(two))[2]?.body).toHaveLength(0);
  for (const file of await segmentsOf(one.device)) {
    const name = parseSegmentName(file);
    if (name === null || name.first > 3 || name.last < 3) continue;
    const bytes = await readFile(path.join(folderOf(one.device), file));
    const parcels = await decodeSegment(bytes, { ...name, space: space.space, device: one.device });
    expect(parcels?.[3 - name.first]?.body).toHaveLength(0);
  }
});

it("does not create a folder that is not there, and continues when it is back", async () => {
  const hidden = `${space.folder}-unmounted`;
  await rename(path.join(space.folder, space.space), hidden);
  for (const call of [
    () => one.publish(parcelsOf(one.device, 1, 1)),
    () => one.read(new Map(), 10),
    () => one.head(),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: "unavailable", details: { reason: "space_folder_missing" } });
  }
  expect(existsSync(path.join(space.folder, space.space))).toBe(false);
  await rename(hidden, path.join(space.folder, space.space));
  await one.publish(parcelsOf(one.device, 1, 1));
  await expect(createFolderSpace(space.folder, space.space)).rejects.toMatchObject({ code: "conflict" });
  await expect(createFolderSpace(hidden, ulid())).rejects.toMatchObject({ code: "unavailable" });
});

it("finds changes by comparing if the system does not report them", async () => {
  const carrier = new FolderCarrier({ ...space, device: two.device, clock, canWatch: false });
  let reading = Promise.resolve(0);
  const stop = await carrier.watch(() => {
    reading = readAll(carrier).then(({ length }) => length);
  });
  await one.publish(parcelsOf(one.device, 1, 1));
  await expect.poll(() => reading).toBe(1);
  // A file that is written in place appears before it is complete.
  const { fileName, bytes } = await encodeSegment(space.space, parcelsOf(one.device, 2, 2), 0);
  const file = path.join(folderOf(one.device), fileName);
  await writeFile(file, bytes.subarray(0, 50));
  await expect.poll(async () => (await deviceIn(carrier, one.device))?.problem?.kind).toBe("corrupt");
  await writeFile(file, bytes);
  await expect.poll(() => reading).toBe(2);
  await stop();
  await carrier.close();
});

it("works over git: two clones commit at the same time and merge without a conflict", async () => {
  const git = (folder: string, ...args: string[]) => {
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
    const { status, stderr } = spawnSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
    expect(status, stderr).toBe(0);
  };
  const clone = path.join(space.folder, "clone");
  const origin = path.join(space.folder, "origin");
  await mkdir(origin);
  git(origin, "init", "--quiet", "--initial-branch=main");
  await cp(path.join(space.folder, space.space), path.join(origin, space.space), { recursive: true });
  git(origin, "add", "-A");
  git(origin, "commit", "--quiet", "-m", "start");
  git(space.folder, "clone", "--quiet", origin, clone);
  const here = new FolderCarrier({ folder: origin, space: space.space, device: one.device, clock });
  const there = new FolderCarrier({ folder: clone, space: space.space, device: two.device, clock });
  for (let round = 0; round < 3; round += 1) {
    await here.publish(parcelsOf(one.device, round * 20 + 1, round * 20 + 20));
    await there.publish(parcelsOf(two.device, round * 20 + 1, round * 20 + 20));
    for (const [folder, carrier] of [
      [origin, here],
      [clone, there],
    ] as const) {
      await carrier.maintain();
      git(folder, "add", "-A");
      git(folder, "commit", "--quiet", "-m", "change");
    }
    git(clone, "pull", "--quiet", "--no-rebase", "--no-edit");
    git(origin, "pull", "--quiet", "--no-rebase", "--no-edit", clone, "HEAD");
  }
  const expected = [...parcelsOf(one.device, 1, 60), ...parcelsOf(two.device, 1, 60)];
  expect(textOf(await readAll(here))).toEqual(textOf(expected));
  expect(textOf(await readAll(there))).toEqual(textOf(expected));
  await Promise.all([here.close(), there.close()]);
});

it("leaves a usable folder, wherever the process is killed", async () => {
  const device = ulid();
  const folder = folderOf(device);
  const template = path.join(space.folder, "template");
  let now = Date.now();
  const later = () => {
    now += 11 * 60_000;
  };
  const options = { ...space, device, clock: { now: () => now } };
  const first = new FolderCarrier(options);
  await first.register(Buffer.from("Killed"));
  for (let last = 1; last <= 15; last += 1) await first.publish(parcelsOf(device, last, last));
  await cp(folder, template, { recursive: true });
  const history = async (carrier: FolderCarrier) => {
    await carrier.register(Buffer.from("Renamed"));
    await carrier.publish(parcelsOf(device, 15, 17));
    await carrier.maintain();
    await carrier.rewrite([{ device, sequence: 5, body: Buffer.alloc(0) }]);
    later();
    await carrier.maintain();
    await carrier.publish(parcelsOf(device, 17, 19));
  };
  const textBut5 = async () => {
    const { parcels } = await two.readDevice(device, 0, 1 << 20);
    return { count: parcels.length, fifth: parcels[4], text: textOf(parcels).filter((_, index) => index !== 4) };
  };
  const expected = (last: number) => textOf(parcelsOf(device, 1, last)).filter((_, index) => index !== 4);
  for (let killAt = 1, isComplete = false; !isComplete; killAt += 1) {
    const steps = killedSteps(killAt);
    isComplete = await history(new FolderCarrier({ ...options, steps })).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe("killed");
        return false;
      },
    );
    // Whatever is visible is right, before and after the process continues with the same history.
    const visible = await textBut5();
    expect(visible.count).toBeGreaterThanOrEqual(15);
    expect(visible.text).toEqual(expected(visible.count));
    const again = new FolderCarrier(options);
    await history(again);
    const complete = await textBut5();
    expect(complete.text).toEqual(expected(19));
    expect(complete.fifth?.body).toHaveLength(0);
    expect((await deviceIn(two, device))?.problem).toBeNull();
    later();
    await again.maintain();
    expect((await readdir(folder)).filter((name) => !/^(head\.json|\d.*\.segment)$/.test(name))).toEqual([]);
    await rm(folder, { recursive: true });
    await cp(template, folder, { recursive: true });
  }
});

/** The step at which the process ends is not done, or half done; none follows. */
function killedSteps(killAt: number): FileSteps {
  let count = 0;
  type Step<Args extends unknown[]> = (...args: Args) => Promise<void>;
  const step = <Args extends unknown[]>(run: Step<Args>, half?: Step<Args>): Step<Args> => {
    return async (...args) => {
      count += 1;
      if (count === killAt) await half?.(...args);
      if (count >= killAt) throw new Error("killed");
      await run(...args);
    };
  };
  return {
    makeFolder: step(fileSteps.makeFolder),
    writeNew: step(fileSteps.writeNew, (file, bytes) => writeFile(file, bytes.subarray(0, bytes.length / 2))),
    rename: step(fileSteps.rename),
    renameNew: step(fileSteps.renameNew, (from, to) => link(from, to)),
    syncFolder: step(fileSteps.syncFolder),
    remove: step(fileSteps.remove, fileSteps.remove),
  };
}
