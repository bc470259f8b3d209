import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newFolder, openDevices, SOON, TestDevice } from "../app/testing/test-devices.ts";
import type { SecretStore } from "../core/secret-store.ts";
import { createFileSecrets } from "../secrets/file-secrets.ts";
import { RecollectError } from "../text/errors.ts";
import { fileSteps } from "./folder/files.ts";
import { Records } from "./folder/records.ts";

const DOMAIN = "acme/shop";
const PASSPHRASE = "nine words of a passphrase that is long";
const draft = { name: "team", domains: [DOMAIN], passphrase: null, confirmUserDomain: false } as const;

/** Two devices in a space in a folder, which have the same memory. */
async function openPair(passphrase: string | null = null) {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const folder = await newFolder();
  await one.capture("First.");
  const { id } = await one.spaces.create({ ...draft, passphrase, carrier: { kind: "folder", folder } });
  const { link } = await one.spaces.invite(id, { separateSecret: false });
  await other.spaces.join({ link, folder, confirmUserDomain: false });
  await other.expectContents(["First."]);
  return { one, other, id, folder, link };
}

it("undoes an interrupted creation of a space at the start", async () => {
  const { one, other, id, folder, link } = await openPair();
  const { spaces } = JSON.parse(await readFile(one.file, "utf8")) as { spaces: readonly object[] };
  const pending = { ...spaces[0], id: "01PENDING00000000000000000", isPending: true };
  await one.secrets.set("space-01PENDING00000000000000000", JSON.stringify({ password: "p" }));
  await one.close();
  await writeFile(one.file, JSON.stringify({ spaces: [{ ...spaces[0], isPending: true }, pending] }));
  await one.open();
  expect((await one.spaces.list()).map((space) => space.id)).toEqual([id]);
  expect(await readFile(one.file, "utf8")).not.toMatch(/01PENDING|"isPending": true/);
  expect(await one.secrets.get("space-01PENDING00000000000000000")).toBeNull();
  // The membership in the store counts, with or without its record.
  await other.close();
  await rm(other.file);
  await other.open();
  const lost = { carrier: null, sync: { state: "stopped", error: { details: { reason: "space_carrier_unknown" } } } };
  await expect.poll(() => other.spaces.list(), SOON).toMatchObject([lost]);
  await one.capture("Second.");
  await other.spaces.join({ link, folder, confirmUserDomain: false });
  await other.expectContents(["First.", "Second."]);
  await other.close();
  await writeFile(other.file, "{ damaged");
  await other.open();
  expect(other.reported).toMatchObject([{ details: { reason: "spaces_file_damaged" } }]);
  await other.spaces.setAccess(id, { folder });
  await one.capture("Third.");
  await other.expectContents(["First.", "Second.", "Third."]);
});

it("continues to leave a space after the process stopped", async () => {
  const { one, id } = await openPair();
  const { spaces } = JSON.parse(await readFile(one.file, "utf8")) as { spaces: readonly object[] };
  await one.close();
  await writeFile(one.file, JSON.stringify({ spaces: [{ ...spaces[0], leaving: "remove" }] }));
  await one.open();
  await expect.poll(() => one.spaces.list(), SOON).toEqual([]);
  expect(await one.contents()).toEqual([]);
  await expect.poll(() => readFile(one.file, "utf8"), SOON).not.toContain(id);
});

it("exchanges everything, even if both loops stop between any steps", async () => {
  const { one, other } = await openPair();
  const expected = ["First."];
  for (let round = 0; round < 4; round++) {
    for (const device of [one, other]) {
      for (let number = 0; number < 5; number++) {
        const content = `${device.name} ${round} ${number}`;
        expected.push(content);
        await device.capture(content);
        // The exchange is in some step now.
        if (number === round) await device.restart();
      }
    }
  }
  await one.expectContents(expected);
  await other.expectContents(expected);
});

it("waits for a folder that is away, and continues when it is back", async () => {
  const { one, other, folder } = await openPair();
  // The other device can receive a change before this one has noted that it was sent.
  await one.expectState("current");
  await rename(folder, `${folder}-away`);
  await one.capture("Written offline.");
  const error = { code: "unavailable", details: { reason: "space_folder_missing" } };
  const waiting = { unpublished: 1, sync: { state: "waiting", error, retryAt: expect.any(String) as string } };
  await expect.poll(() => one.space(), SOON).toMatchObject(waiting);
  await rename(`${folder}-away`, folder);
  await other.expectContents(["First.", "Written offline."]);
  await one.expectState("current");
});

/** The only member of a space, whose keychain waits for a test. */
async function openWithSecrets(changes: (stored: SecretStore) => Partial<SecretStore>) {
  const stored = createFileSecrets(await newFolder());
  const [one] = (await openDevices(["laptop"], { secrets: { ...stored, ...changes(stored) } })) as [TestDevice];
  const carrier = { kind: "folder", folder: await newFolder() } as const;
  const { id } = await one.spaces.create({ ...draft, carrier });
  await one.expectState("current");
  return { one, id };
}

it("synchronises after it was resumed while an earlier attempt failed", async () => {
  const [isReading, mayFail] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let fails = false;
  const { one, id } = await openWithSecrets((stored) => ({
    async get(name) {
      if (!fails) return await stored.get(name);
      fails = false;
      isReading.resolve();
      await mayFail.promise;
      throw new RecollectError("keychain_lost", {});
    },
  }));
  await one.spaces.pause(id);
  fails = true;
  await one.spaces.resume(id);
  await isReading.promise;
  const resumed = one.spaces.resume(id);
  await new Promise((resolve) => setImmediate(resolve));
  mayFail.resolve();
  await resumed;
  await one.expectState("current");
});

it("refuses to synchronise a space that this device is leaving", async () => {
  const [isLeaving, mayLeave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let waits = false;
  const { one, id } = await openWithSecrets((stored) => ({
    async delete(name) {
      if (!waits) return await stored.delete(name);
      isLeaving.resolve();
      await mayLeave.promise;
      await stored.delete(name);
    },
  }));
  waits = true;
  const leaving = one.spaces.leave(id, "keep");
  await isLeaving.promise;
  await expect(one.spaces.sync(id)).rejects.toMatchObject({ code: "cancelled" });
  mayLeave.resolve();
  await leaving;
});

it("ends a synchronisation in a space that always has further changes", async () => {
  const { one, id } = await openWithSecrets(() => ({}));
  const { received } = one.core.spaces;
  const others: Promise<unknown>[] = [];
  Object.assign(one.core.spaces, {
    received(space: string) {
      // As a change that arrives during each exchange.
      if (others.length < 100) others.push(one.spaces.sync(id));
      return received.call(one.core.spaces, space);
    },
  });
  await one.spaces.sync(id);
  expect(others.length).toBeLessThan(100);
  Object.assign(one.core.spaces, { received });
  await Promise.all(others);
});

it("joins once when it is asked twice at the same time", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const folder = await newFolder();
  await one.capture("First.");
  const { id } = await one.spaces.create({ ...draft, carrier: { kind: "folder", folder } });
  const { link } = await one.spaces.invite(id, { separateSecret: false });
  const join = () => other.spaces.join({ link, folder, confirmUserDomain: false });
  const [first, second] = await Promise.allSettled([join(), join()]);
  expect(first).toMatchObject({ status: "fulfilled" });
  expect(second).toMatchObject({ status: "rejected", reason: { details: { reason: "space_exists" } } });
  await other.expectContents(["First."]);
});

it("uses another identity when a copy of its data folder is also in the space", async () => {
  const { one, other } = await openPair();
  await other.expectState("current");
  await other.close();
  const copyFolder = await newFolder();
  await cp(other.folder, copyFolder, { recursive: true });
  await other.open();
  const copy = await new TestDevice("copy", copyFolder, {}).open();
  onTestFinished(() => copy.close());
  await other.capture("Of the original.");
  await copy.capture("Of the copy.");
  const all = ["First.", "Of the copy.", "Of the original."];
  for (const device of [one, other, copy]) await device.expectContents(all);
  const ids = [await one.space(), await other.space(), await copy.space()].map(({ device }) => device.id);
  expect(new Set(ids).size).toBe(3);
});

it("sends again what another installation with its identity replaced in the folder", async () => {
  const { one, other, id, folder } = await openPair();
  await other.expectState("current");
  const { device } = await other.space();
  const segments = path.join(folder, id, "devices", device.id);
  await one.spaces.pause(id);
  await other.close();
  const copyFolder = await newFolder();
  await cp(other.folder, copyFolder, { recursive: true });
  await other.open();
  for (const content of ["Lost 1.", "Lost 2."]) await other.capture(content);
  await other.spaces.sync(id);
  await other.close();
  // Its files are gone, and the files of the copy arrive instead.
  await rm(segments, { recursive: true });
  const copy = await new TestDevice("copy", copyFolder, {}).open();
  onTestFinished(() => copy.close());
  for (const number of [1, 2, 3]) await copy.capture(`Of the copy ${number}.`);
  await copy.spaces.sync(id);
  await copy.close();
  await other.open();
  await one.spaces.resume(id);
  const all = ["First.", "Lost 1.", "Lost 2.", ...[1, 2, 3].map((number) => `Of the copy ${number}.`)];
  for (const each of [one, other]) await each.expectContents(all);
  expect((await other.space()).device.id).not.toBe(device.id);
});

it("continues under another identity after a backup was restored", async () => {
  const { one, other } = await openPair();
  await other.expectState("current");
  await mkdir(path.join(other.folder, "backups"));
  const { backup } = await other.store.backup();
  const file = path.join(other.folder, "backups", backup.name);
  await other.capture("After the backup.");
  await one.expectContents(["After the backup.", "First."]);
  const before = (await other.space()).device.id;
  await other.store.restore(file);
  await other.spaces.refresh();
  // Its earlier entries come back.
  await other.expectContents(["After the backup.", "First."]);
  await other.capture("After the restore.");
  await one.expectContents(["After the backup.", "After the restore.", "First."]);
  expect((await other.space()).device.id).not.toBe(before);
});

it("stops if the passphrase was changed, until the new one is entered", async () => {
  const { one, other, id, folder } = await openPair(PASSPHRASE);
  await other.capture("Of the desktop.");
  await one.expectContents(["First.", "Of the desktop."]);
  const next = "another passphrase of five words";
  await one.spaces.changePassphrase(id, next);
  await one.capture("After the change.");
  await other.expectState("stopped");
  expect((await other.space()).sync.error?.details).toMatchObject({ reason: "space_passphrase_changed" });
  await expect(other.spaces.setAccess(id, { passphrase: PASSPHRASE })).rejects.toMatchObject({ field: "passphrase" });
  await other.spaces.setAccess(id, { passphrase: next });
  const all = ["After the change.", "First.", "Of the desktop."];
  await other.expectContents(all);
  for (const device of [one, other]) await device.spaces.sync(id);
  expect(await readFile(other.file, "utf8")).toContain('"isResealing": false');
  const [third] = (await openDevices(["phone"])) as [TestDevice];
  const { link } = await other.spaces.invite(id, { separateSecret: false });
  await third.spaces.join({ link, folder, confirmUserDomain: false });
  await third.expectContents(all);
});

it("reports the device whose clock is ahead", async () => {
  const { one, other } = await openPair();
  other.skew = 60 * 60_000;
  await other.capture("From the future.");
  await one.expectContents(["First.", "From the future."]);
  await expect
    .poll(async () => (await one.space()).sync.problems, SOON)
    .toMatchObject([{ device: { name: "desktop" }, error: { details: { reason: "space_clock_ahead", minutes: 60 } } }]);
});

it("continues next to a forged key document, which it reports, and after key documents were missing", async () => {
  const { one, other, id, folder } = await openPair(PASSPHRASE);
  const root = path.join(folder, id, "records");
  const records = new Records(root, fileSteps);
  const [[name, body] = ["", new Uint8Array()]] = await records.all((each) => each.startsWith("key-"));
  await records.put("key-00000009-ffffffffffffffff", body);
  await one.capture("Second.");
  await other.expectContents(["First.", "Second."]);
  const problems = [{ error: { details: { reason: "space_keys_ignored" } } }];
  for (const device of [one, other]) {
    await expect.poll(() => device.spaces.list(), SOON).toMatchObject([{ sync: { state: "current", problems } }]);
  }
  await rm(path.join(root, "key-00000009-ffffffffffffffff"));
  await rename(path.join(root, name), path.join(folder, name));
  await one.capture("Third.");
  await expect.poll(() => one.spaces.list(), SOON).toMatchObject([{ sync: { state: "waiting" } }]);
  await rename(path.join(folder, name), path.join(root, name));
  await one.spaces.sync(id);
  await other.spaces.sync(id);
  await other.expectContents(["First.", "Second.", "Third."]);
});
