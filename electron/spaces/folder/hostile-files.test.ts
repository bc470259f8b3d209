import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { ulid } from "ulid";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Carrier } from "../carrier.ts";
import { openFolderSpace, parcelsOf, readAll, type TestFolderSpace } from "../testing/test-spaces.ts";
import { fileSteps } from "./files.ts";
import { FolderCarrier } from "./folder-carrier.ts";
import { Records } from "./records.ts";
import { encodeSegment } from "./segment.ts";

let space: TestFolderSpace;
let one: Carrier;
let other: Carrier;
beforeEach(async () => {
  space = await openFolderSpace();
  one = await space.open();
  other = await space.open();
  await one.publish(parcelsOf(one.device, 1, 2));
  await other.publish(parcelsOf(other.device, 1, 3));
});
afterEach(() => space.close());

const folderOf = (device: string) => path.join(space.folder, space.space, "devices", device);
const problemOf = async (device: string) => (await one.devices()).find(({ id }) => id === device)?.problem;

async function putRecord(name: string, text: string): Promise<void> {
  await new Records(path.join(space.folder, space.space, "records"), fileSteps).put(name, Buffer.from(text));
}

it("lists the devices if one of them says that it published in the far future", async () => {
  const head = path.join(folderOf(other.device), "head.json");
  const file = JSON.parse(await readFile(head, "utf8")) as object;
  for (const at of [Number.MAX_SAFE_INTEGER, 8.64e15, Date.now() + 30 * 86_400_000]) {
    await writeFile(head, JSON.stringify({ ...file, at }));
    expect((await one.devices()).map(({ lastSeen }) => lastSeen === null)).toContain(true);
    expect(await readAll(one)).toHaveLength(5);
  }
});

it("ignores a revocation that is not valid, and reports it under the device that wrote it", async () => {
  for (const text of ["no JSON", '{"after":-1}', '{"after":1e300}', "{}"]) {
    const victim = ulid();
    const name = `revoked-${victim}-${other.device}`.toLowerCase();
    await putRecord(name, text);
    expect(await readAll(one)).toHaveLength(5);
    expect(await problemOf(other.device)).toMatchObject({ kind: "invalid" });
    expect(await problemOf(one.device)).toBeNull();
    await rm(path.join(space.folder, space.space, "records", name));
    expect(await problemOf(other.device)).toBeNull();
  }
  await one.publish(parcelsOf(one.device, 3, 3));
  await one.revoke(other.device);
  expect(await problemOf(other.device)).toBeNull();
});

it("reports a file of another device that cannot be read, and reads the other devices", async () => {
  const head = path.join(folderOf(other.device), "head.json");
  await rm(head);
  await symlink(head, head);
  expect(await problemOf(other.device)).toBeNull();
  const third = ulid();
  await mkdir(folderOf(third));
  await mkdir(path.join(folderOf(third), "head.json"));
  expect(await problemOf(third)).toMatchObject({ kind: "corrupt", file: "head.json" });
  const segment = "0000000000000001-0000000000000003.000009.segment";
  await symlink(segment, path.join(folderOf(third), segment));
  expect(await readAll(one)).toHaveLength(5);
  if (process.getuid?.() === 0) return;
  await chmod(folderOf(third), 0);
  expect(await readAll(one)).toHaveLength(5);
  await chmod(folderOf(third), 0o700);
});

it("reads a device with thousands of small segments that overlap in linear time", async () => {
  const third = ulid();
  await mkdir(folderOf(third));
  // Of thousands of segments with one sequence, it tries a few.
  for (const parcel of parcelsOf(third, 1, 20)) {
    const { bytes, fileName } = await encodeSegment(space.space, [parcel], 0);
    await writeFile(path.join(folderOf(third), fileName), bytes);
  }
  const digits = (value: number) => String(value).padStart(16, "0");
  for (let at = 1; at <= 3_000; at += 1) {
    await writeFile(path.join(folderOf(third), `${digits(1)}-${digits(20 + at)}.000001.segment`), "");
  }
  const before = process.cpuUsage();
  expect(await readAll(one)).toHaveLength(5);
  const { user } = process.cpuUsage(before);
  expect(user / 1e6).toBeLessThan(5);
  expect(await problemOf(third)).toMatchObject({ kind: "reused" });
});

it("notifies of a change in the folder of each device, with thousands of files in one of them", async () => {
  const third = ulid();
  await mkdir(folderOf(third));
  let changes = 0;
  const idle = performance.eventLoopUtilization();
  const stop = await one.watch(() => {
    changes += 1;
  });
  const noticed = () => {
    const before = changes;
    return () => expect.poll(() => changes, { interval: 20 }).toBeGreaterThan(before);
  };
  const some = noticed();
  for (let at = 0; at < 3_000; at += 1) await writeFile(path.join(folderOf(third), `file ${at}`), "");
  await some();
  // Node's own watch of a tree reads the folder again for each new file, which takes half a minute of processor time.
  expect(performance.eventLoopUtilization(idle).active).toBeLessThan(10_000);
  const opened = noticed();
  const fourth = await space.open();
  await opened();
  const published = noticed();
  await fourth.publish(parcelsOf(fourth.device, 1, 1));
  await published();
  await stop();
});

it("reads the devices that it knows if someone makes thousands of folders of devices", async () => {
  const read = (after: number) => one.read(new Map([[other.device, after]]), 1_000_000);
  await read(0);
  for (let at = 0; at < 2_001; at += 1) await mkdir(folderOf(String(at).padStart(26, "0")));
  await other.publish(parcelsOf(other.device, 4, 4));
  const found = (await read(3)).parcels.filter(({ device }) => device === other.device);
  expect(found.map(({ sequence }) => sequence)).toEqual([4]);
});

it("says that the folder of the space cannot be written, not the data folder", async () => {
  const denied = Object.assign(new Error("EROFS: read-only file system, open 'x'"), { code: "EROFS", syscall: "open" });
  const steps = { ...fileSteps, writeNew: () => Promise.reject(denied) };
  const { folder, space: id } = space;
  const carrier = new FolderCarrier({ folder, space: id, device: one.device, clock: { now: Date.now }, steps });
  const refused = carrier.publish(parcelsOf(one.device, 3, 3));
  await expect(refused).rejects.toMatchObject({ code: "storage", details: { reason: "space_folder_denied" } });
  await expect(refused).rejects.toThrow(/folder of the space/);
});

it("reports that its own announced entries are missing, so that they are published again", async () => {
  await rm(path.join(folderOf(one.device), "0000000000000001-0000000000000002.000000.segment"));
  expect(await problemOf(one.device)).toMatchObject({ kind: "missing", sequence: 1 });
  await one.publish(parcelsOf(one.device, 1, 2));
  expect(await problemOf(one.device)).toBeNull();
  expect(await readAll(other)).toHaveLength(5);
});
