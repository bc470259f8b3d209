import { randomUUID } from "node:crypto";
import { readdir, readFile, rename } from "node:fs/promises";
import { expect, it } from "vitest";
import { DOMAIN, newFolder, openDevices, SOON, type TestDevice } from "../app/testing/test-devices.ts";
import { OWNER } from "../core/caller.ts";
import { createDatabase, hasPostgres, sharedServer, type TestDatabase } from "./testing/postgres-spaces.ts";

const PASSPHRASE = "nine words of a passphrase that is long";

let database: Promise<TestDatabase> | undefined;
/** One database for all tests of this file. */
const openDatabase = () => {
  database ??= sharedServer().then(createDatabase);
  return database;
};

async function postgresCarrier() {
  const { server, database: name, owner, ownerPassword } = await openDatabase();
  const password = encodeURIComponent(ownerPassword);
  return { kind: "postgres", address: `postgres://${owner}:${password}@127.0.0.1:${server.port}/${name}` } as const;
}

const CARRIERS = [
  ["a folder", async () => ({ kind: "folder", folder: await newFolder() }) as const],
  ...(hasPostgres ? [["PostgreSQL", postgresCarrier] as const] : []),
] as const;

async function invited(one: TestDevice, other: TestDevice, confirmUserDomain = false) {
  const space = await one.space();
  const { link } = await one.spaces.invite(space.id, { separateSecret: false });
  const folder = space.carrier?.kind === "folder" ? space.carrier.folder : undefined;
  return await other.spaces.join({ link, folder, confirmUserDomain });
}

for (const [place, open] of CARRIERS) {
  for (const passphrase of [null, PASSPHRASE]) {
    it(`shares a domain through ${place}${passphrase === null ? "" : ", encrypted"}`, async () => {
      const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
      await one.capture("Prices are in cents.");
      await one.capture("of another project", "acme/secrets");
      const draft = { name: "team", domains: [DOMAIN], carrier: await open(), passphrase, confirmUserDomain: false };
      const made = await one.spaces.create(draft);
      expect(made).toMatchObject({ name: "team", domains: [DOMAIN], isEncrypted: passphrase !== null });
      await other.capture("The shop has three branches.");
      await invited(one, other);
      const both = ["Prices are in cents.", "The shop has three branches."];
      await one.expectContents(both);
      await other.expectContents(both);
      expect(await other.contents("acme/secrets")).toEqual([]);
      await other.capture("Later.");
      await one.expectContents([...both, "Later."]);
      await one.expectState("current");
      await other.expectState("current");
      const { sync, devices, unpublished, role } = await one.space();
      expect(devices.map(({ name }) => name)).toEqual(["desktop"]);
      expect(sync).toMatchObject({ error: null, retryAt: null, problems: [] });
      expect([unpublished, role]).toEqual([0, place === "a folder" ? null : "owner"]);
      const found = await one.spaces.devices(made.id);
      expect(found.map(({ name, isThis, published, isRevoked }) => [name, isThis, published, isRevoked])).toEqual([
        ["laptop", true, 1, false],
        ["desktop", false, 2, false],
      ]);
      const text = await readFile(one.file, "utf8");
      expect(text).not.toMatch(/password|passphrase that/);
    });
  }
}

it("previews a join, and asks for missing fields", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const folder = await newFolder();
  await one.capture("from the laptop");
  const carrier = { kind: "folder", folder } as const;
  const draft = { name: "team", domains: [DOMAIN], carrier, passphrase: PASSPHRASE, confirmUserDomain: false };
  const { id } = await one.spaces.create(draft);
  await one.spaces.sync(id);
  await other.capture("from the desktop");
  const { link, secret } = await one.spaces.invite(id, { separateSecret: true });
  expect(await other.spaces.previewJoin({ link })).toEqual({
    space: id,
    name: "team",
    carrier: "folder",
    place: null,
    role: null,
    isEncrypted: true,
    needs: ["folder", "passphrase"],
    isMember: false,
    domains: [{ domain: DOMAIN, outgoing: 1, takenBy: null }],
    incoming: null,
  });
  const wrong = { link, folder, passphrase: "not the passphrase at all" };
  await expect(other.spaces.previewJoin(wrong)).rejects.toMatchObject({ field: "passphrase" });
  await expect(other.spaces.join({ ...wrong, confirmUserDomain: false })).rejects.toMatchObject({
    details: { reason: "space_passphrase_wrong" },
  });
  expect(await other.spaces.list()).toEqual([]);
  const given = { link, folder, secret: secret ?? "" };
  expect(await other.spaces.previewJoin(given)).toMatchObject({ needs: [], incoming: { devices: 1, changes: 1 } });
  await other.spaces.join({ ...given, confirmUserDomain: false });
  await one.expectContents(["from the desktop", "from the laptop"]);
  expect(await other.spaces.previewJoin(given)).toMatchObject({ isMember: true });
  await expect(other.spaces.join({ ...given, confirmUserDomain: false })).rejects.toMatchObject({
    details: { reason: "space_exists" },
  });
});

it("invites to a space whose domains have more characters than a link may have", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const folder = await newFolder();
  const domains = Array.from({ length: 30 }, (_, number) => `公司/${"很长的项目名称".repeat(8)}${number}`);
  const carrier = { kind: "folder", folder } as const;
  const { id } = await one.spaces.create({
    name: "team",
    domains,
    carrier,
    passphrase: null,
    confirmUserDomain: false,
  });
  const { link } = await one.spaces.invite(id, { separateSecret: false });
  const { domains: shown } = await other.spaces.previewJoin({ link });
  expect(domains).toEqual(expect.arrayContaining(shown.map(({ domain }) => domain)));
  expect(shown.length).toBeGreaterThan(5);
});

it("merges identical memories of a device that joins, and keeps both sides of a concurrent change", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const id = await one.capture("The same.");
  await other.capture("The same.");
  const carrier = { kind: "folder", folder: await newFolder() } as const;
  const space = await one.spaces.create({
    name: "mine",
    domains: [DOMAIN],
    carrier,
    passphrase: null,
    confirmUserDomain: false,
  });
  await one.spaces.sync(space.id);
  await invited(one, other);
  await other.spaces.sync(space.id);
  await other.expectContents(["The same."]);
  expect((await one.core.service.list(OWNER, { domain: DOMAIN, superseded: "include" })).items).toHaveLength(1);
  await other.spaces.pause(space.id);
  // Its change is the later one.
  other.skew = 1_000;
  await one.core.service.update(OWNER, id, { content: "Of the laptop." });
  await other.core.service.update(OWNER, id, { content: "Of the desktop." });
  await one.spaces.sync(space.id);
  await expect(other.spaces.sync(space.id)).rejects.toMatchObject({ details: { reason: "space_paused" } });
  await other.spaces.resume(space.id);
  await one.expectContents(["Of the desktop."]);
  await expect.poll(async () => (await one.space()).conflicts, SOON).toBe(1);
  const [conflict] = (await one.core.spaces.conflicts(OWNER)).items;
  expect(conflict).toMatchObject({ device: { name: "laptop" }, other: { content: "Of the laptop." } });
  await one.core.spaces.resolve(OWNER, space.id, { memory: id, take: conflict?.stamp ?? "" });
  await other.expectContents(["Of the laptop."]);
  await expect.poll(async () => (await other.space()).conflicts, SOON).toBe(0);
});

it("makes one memory of the same capture on two paused devices, with the tags of both", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const carrier = { kind: "folder", folder: await newFolder() } as const;
  const draft = { name: "mine", domains: [DOMAIN], carrier, passphrase: null, confirmUserDomain: false };
  const { id } = await one.spaces.create(draft);
  await invited(one, other);
  await other.spaces.sync(id);
  for (const [device, tag] of [
    [one, "deploy"],
    [other, "monday"],
  ] as const) {
    await device.spaces.pause(id);
    await device.core.service.capture(OWNER, { content: "Deploy on Monday.", domain: DOMAIN, tags: [tag] });
  }
  for (const device of [one, other]) await device.spaces.resume(id);
  for (const device of [one, other]) {
    const list = async () => (await device.core.service.list(OWNER, { domain: DOMAIN })).items.map(({ tags }) => tags);
    await expect.poll(list, SOON).toEqual([["deploy", "monday"]]);
    expect((await device.space()).conflicts).toBe(0);
  }
});

it("asks before the domain user is shared with others", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const folder = await newFolder();
  const draft = { name: "mine", passphrase: null, confirmUserDomain: false };
  const address = "postgres://alice@127.0.0.1:1/none";
  await expect(
    one.spaces.create({ ...draft, domains: ["user"], carrier: { kind: "postgres", address } }),
  ).rejects.toMatchObject({ field: "confirmUserDomain" });
  const { id } = await one.spaces.create({ ...draft, domains: [DOMAIN], carrier: { kind: "folder", folder } });
  await invited(one, other);
  await other.capture("known now");
  await one.expectContents(["known now"]);
  await expect(one.spaces.addDomains(id, ["user"], false)).rejects.toMatchObject({ field: "confirmUserDomain" });
  await one.capture("about me", "user");
  await one.spaces.addDomains(id, ["user"], true);
  await expect.poll(async () => (await other.space()).offeredDomains, SOON).toEqual(["user"]);
  expect(await other.contents("user")).toEqual([]);
  await expect(other.spaces.addDomains(id, ["user"], false)).rejects.toMatchObject({ field: "confirmUserDomain" });
  await other.spaces.addDomains(id, ["user"], true);
  await other.expectContents(["about me"], "user");
  expect(await other.space()).toMatchObject({ offeredDomains: [], domains: [DOMAIN, "user"] });
});

it("shares all of a domain that is added while another one is being shared", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const added = "acme/added";
  for (let number = 0; number < 60; number++) await one.capture(`Added ${number}.`, added);
  for (let number = 0; number < 300; number++) await one.capture(`Shared ${number}.`);
  const carrier = { kind: "folder", folder: await newFolder() } as const;
  const draft = { name: "team", domains: [DOMAIN], carrier, passphrase: null, confirmUserDomain: false };
  const { id } = await one.spaces.create(draft);
  // In the middle: some are shared, and most are not.
  const shared = async () => {
    const { published, unpublished } = await one.space();
    return published + unpublished;
  };
  await expect.poll(shared, { ...SOON, interval: 1 }).toBeGreaterThan(0);
  await one.spaces.addDomains(id, [added], false);
  await one.spaces.sync(id);
  await invited(one, other);
  const count = async (domain: string) => await other.core.service.count(OWNER, { domain });
  await expect.poll(async () => [await count(added), await count(DOMAIN)], SOON).toEqual([60, 300]);
});

it("leaves a space with or without its memories", async () => {
  const [one, other, third] = (await openDevices(["laptop", "desktop", "phone"])) as [
    TestDevice,
    TestDevice,
    TestDevice,
  ];
  await one.capture("Shared.");
  const carrier = { kind: "folder", folder: await newFolder() } as const;
  const draft = { name: "team", domains: [DOMAIN], carrier, passphrase: PASSPHRASE, confirmUserDomain: false };
  const { id } = await one.spaces.create(draft);
  for (const device of [other, third]) {
    await invited(one, device);
    await device.expectContents(["Shared."]);
  }
  await other.spaces.leave(id, "keep");
  await third.spaces.leave(id, "remove");
  expect([await other.contents(), await third.contents()]).toEqual([["Shared."], []]);
  for (const device of [other, third]) {
    expect(await device.spaces.list()).toEqual([]);
    expect(await device.secrets.get(`space-${id}`)).toBeNull();
    expect(await readFile(device.file, "utf8")).not.toContain(id);
  }
  await one.capture("After.");
  await one.spaces.sync(id);
  expect(await other.contents()).toEqual(["Shared."]);
  await expect(other.spaces.sync(id)).rejects.toMatchObject({ code: "not_found" });
});

it("sends pending changes before it leaves a space, and returns the number of changes that it could not send", async () => {
  const [one, other, third] = (await openDevices(["laptop", "desktop", "phone"])) as [
    TestDevice,
    TestDevice,
    TestDevice,
  ];
  await one.capture("Shared.");
  const folder = await newFolder();
  const carrier = { kind: "folder", folder } as const;
  const draft = { name: "team", domains: [DOMAIN], carrier, passphrase: null, confirmUserDomain: false };
  const { id } = await one.spaces.create(draft);
  for (const device of [other, third]) {
    await invited(one, device);
    await device.expectContents(["Shared."]);
  }
  await rename(folder, `${folder}-away`);
  for (const device of [other, third]) {
    await device.capture(`Offline on ${device.name}.`);
    await device.expectState("waiting");
  }
  expect(await other.spaces.leave(id, "keep")).toBe(1);
  await rename(`${folder}-away`, folder);
  expect(await third.spaces.leave(id, "keep")).toBe(0);
  await one.expectContents(["Offline on phone.", "Shared."]);
  await one.spaces.pause(id);
  await one.capture("Never sent.");
  expect(await one.spaces.leave(id, "keep")).toBe(1);
});

it("makes nothing if a space cannot be made", async () => {
  const [one] = (await openDevices(["laptop"])) as [TestDevice];
  const folder = await newFolder();
  const draft = { name: "team", domains: [DOMAIN], passphrase: null, confirmUserDomain: false };
  await expect(
    one.spaces.create({ ...draft, carrier: { kind: "folder", folder: `${folder}/missing` } }),
  ).rejects.toMatchObject({
    details: { reason: "space_folder_missing" },
    hint: "Check the path, or create the folder first.",
  });
  const address = "postgres://ada@127.0.0.1:1/memories";
  await expect(one.spaces.create({ ...draft, carrier: { kind: "postgres", address } })).rejects.toMatchObject({
    details: { reason: "space_database_unreachable" },
    hint: "Check the network and the server.",
  });
  await expect(one.spaces.create({ ...draft, carrier: { kind: "folder", folder: "here" } })).rejects.toMatchObject({
    field: "folder",
  });
  const short = { ...draft, passphrase: "short", carrier: { kind: "folder", folder } as const };
  await expect(one.spaces.create(short)).rejects.toMatchObject({ field: "passphrase" });
  const stopped = AbortSignal.abort();
  await expect(one.spaces.create({ ...draft, carrier: { kind: "folder", folder } }, stopped)).rejects.toMatchObject({
    code: "cancelled",
  });
  expect(await one.spaces.list()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

it.skipIf(!hasPostgres)("keeps the password of a database out of the list and out of the file", async () => {
  const [one] = (await openDevices(["laptop"])) as [TestDevice];
  const carrier = await postgresCarrier();
  const { ownerPassword } = await openDatabase();
  const name = `team ${randomUUID()}`;
  await one.spaces.create({ name, domains: [DOMAIN], carrier, passphrase: null, confirmUserDomain: false });
  expect(JSON.stringify(await one.spaces.list())).not.toContain(ownerPassword);
  expect(await readFile(one.file, "utf8")).not.toContain(ownerPassword);
});
