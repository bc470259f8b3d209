import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { newFolder, openDevices, SOON, type TestDevice } from "../app/testing/test-devices.ts";
import { OWNER } from "../core/caller.ts";
import { TcpProxy } from "../postgres/testing/tcp-proxy.ts";
import { schemaOf } from "./postgres/schema.ts";
import {
  asSuperuser,
  createDatabase,
  hasPostgres,
  sharedServer,
  type TestDatabase,
} from "./testing/postgres-spaces.ts";

const DOMAIN = "acme/shop";
const draft = { name: "team", domains: [DOMAIN], passphrase: null, confirmUserDomain: false } as const;

let database: Promise<TestDatabase> | undefined;
/** One database for all tests of this file. */
const openDatabase = () => {
  database ??= sharedServer().then(createDatabase);
  return database;
};

async function postgresCarrier(port?: number) {
  const { server, database: name, owner, ownerPassword } = await openDatabase();
  const password = encodeURIComponent(ownerPassword);
  const address = `postgres://${owner}:${password}@127.0.0.1:${port ?? server.port}/${name}`;
  return { kind: "postgres", address } as const;
}

/** Two devices in a space in a folder. */
async function openPair(names: readonly string[] = ["laptop", "desktop"]) {
  const [one, ...others] = (await openDevices(names)) as [TestDevice, TestDevice];
  const folder = await newFolder();
  const { id } = await one.spaces.create({ ...draft, carrier: { kind: "folder", folder } });
  const { link } = await one.spaces.invite(id, { separateSecret: false });
  for (const other of others) await other.spaces.join({ link, folder, confirmUserDomain: false });
  return { one, other: others[0] as TestDevice, id, folder };
}

/** Bytes as they are, and all that decompresses anywhere in them. */
function textIn(bytes: Buffer): string {
  const found = [bytes.toString("latin1")];
  for (let at = 0; at < bytes.length; at++) {
    try {
      found.push(inflateRawSync(bytes.subarray(at)).toString("latin1"));
    } catch {
      // Nothing starts here.
    }
  }
  return found.join("\n");
}

async function textOfFolder(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) =>
      textIn(await readFile(path.join(parentPath, name)).catch(() => Buffer.of())),
    ),
  );
  return texts.join("\n");
}

async function purge(device: TestDevice, id: string): Promise<void> {
  await device.core.service.delete(OWNER, id);
  await device.core.service.purge(OWNER, "trash");
}

it("leaves no word of a purged memory in the folder, including the entries of other devices", async () => {
  const { one, other, folder } = await openPair();
  const id = await one.capture("quicksilver of the laptop");
  await one.capture("kept");
  await other.expectContents(["kept", "quicksilver of the laptop"]);
  await other.core.service.update(OWNER, id, { content: "quicksilver of the desktop" });
  await one.expectContents(["kept", "quicksilver of the desktop"]);
  expect(await textOfFolder(folder)).toContain("quicksilver of the laptop");
  await purge(other, id);
  await one.expectContents(["kept"]);
  await expect.poll(() => textOfFolder(folder), SOON).not.toContain("quicksilver");
  const [third] = (await openDevices(["phone"])) as [TestDevice];
  const { link } = await one.spaces.invite((await one.space()).id, { separateSecret: false });
  await third.spaces.join({ link, folder, confirmUserDomain: false });
  await third.expectContents(["kept"]);
});

it("drops the entries of a revoked device after its revocation, and stops on that device", async () => {
  const { one, other, id } = await openPair();
  const shared = await one.capture("Before.");
  await other.expectContents(["Before."]);
  await other.core.service.update(OWNER, shared, { content: "Changed before." });
  await one.expectContents(["Changed before."]);
  const lost = (await other.space()).device.id;
  await other.spaces.pause(id);
  await one.spaces.revokeDevice(id, lost);
  // Received before the revocation is known, as from a folder that is synced in another order.
  await other.core.service.update(OWNER, shared, { content: "Changed after." });
  await other.capture("Made after.");
  const late = await other.core.spaces.outgoing(id, 1e6);
  await one.spaces.pause(id);
  expect(await one.core.spaces.apply(id, late)).toEqual([]);
  expect(await one.contents()).toEqual(["Changed after.", "Made after."]);
  await one.spaces.resume(id);
  await one.expectContents(["Changed before."]);
  expect((await one.core.service.history(OWNER, shared)).map(({ content }) => content)).not.toContain("Changed after.");
  expect((await one.spaces.devices(id)).find((device) => device.id === lost)).toMatchObject({ isRevoked: true });
  await other.spaces.resume(id);
  await other.expectState("stopped");
  expect((await other.space()).sync.error?.details).toMatchObject({ reason: "space_device_revoked" });
  await expect(one.spaces.revokeDevice(id, (await one.space()).device.id)).rejects.toMatchObject({
    details: { reason: "space_own_device" },
  });
});

it.skipIf(!hasPostgres)("erases purged contents in a database, of all devices", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const test = await openDatabase();
  const { id } = await one.spaces.create({ ...draft, carrier: await postgresCarrier() });
  const { link } = await one.spaces.invite(id, { login: "writer_of_purges", role: "writer", separateSecret: false });
  await other.spaces.join({ link, confirmUserDomain: false });
  const memory = await other.capture("quicksilver of the desktop");
  await one.expectContents(["quicksilver of the desktop"]);
  await purge(other, memory);
  const stored = () =>
    asSuperuser(test.server, test.database, async (client) => {
      const { rows } = await client.query<{ body: Buffer }>(`SELECT body FROM ${schemaOf(id)}.entries`);
      return rows.map(({ body }) => textIn(body)).join("\n");
    });
  await one.expectContents([]);
  await expect.poll(stored, SOON).not.toContain("quicksilver");
  expect((await one.spaces.members(id)).map(({ login, role, isSelf }) => [login, role, isSelf])).toEqual([
    [test.owner, "owner", true],
    ["writer_of_purges", "writer", false],
  ]);
  await one.spaces.removeMember(id, "writer_of_purges");
  await other.capture("refused");
  await other.expectState("stopped");
  expect((await other.space()).sync.error).toMatchObject({ code: "permission_denied" });
});

it.skipIf(!hasPostgres)("keeps the changes of a reader, reports them, and sends them when it may write", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  await one.capture("To read.");
  const { id } = await one.spaces.create({ ...draft, carrier: await postgresCarrier() });
  const { link } = await one.spaces.invite(id, { role: "reader", separateSecret: false });
  await other.spaces.join({ link, confirmUserDomain: false });
  await other.expectContents(["To read."]);
  await other.capture("Of a reader.");
  const unsent = { details: { reason: "space_reader_unsent", count: 1 } };
  await expect.poll(async () => (await other.space()).sync.problems, SOON).toMatchObject([{ error: unsent }]);
  expect(await other.space()).toMatchObject({ role: "reader", unpublished: 1 });
  expect(await one.contents()).toEqual(["To read."]);
  const reader = (await one.spaces.members(id)).find(({ role }) => role === "reader");
  await one.spaces.setMemberRole(id, reader?.login ?? "", "writer");
  await one.expectContents(["Of a reader.", "To read."]);
  // It learns that they are sent after the other device may have read them.
  const sent = { role: "writer", unpublished: 0, sync: { problems: [] } };
  await expect.poll(() => other.space(), SOON).toMatchObject(sent);
});

it.skipIf(!hasPostgres)(
  "waits for a database that cannot be reached, and needs the owner for a wrong password",
  async () => {
    const { server } = await openDatabase();
    const proxy = await TcpProxy.start(server.port);
    onTestFinished(() => proxy.close());
    const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
    const { id } = await one.spaces.create({ ...draft, carrier: await postgresCarrier(proxy.port) });
    const { link } = await one.spaces.invite(id, { separateSecret: false });
    await other.spaces.join({ link, confirmUserDomain: false });
    await one.spaces.sync(id);
    proxy.isDown = true;
    proxy.cut();
    await one.capture("Written offline.");
    const waiting = { sync: { state: "waiting", error: { code: "unavailable" } } };
    await expect.poll(() => one.space(), SOON).toMatchObject(waiting);
    proxy.isDown = false;
    await other.expectContents(["Written offline."]);
    await one.expectState("current");
    await expect(one.spaces.setAccess(id, { password: "wrong" })).rejects.toMatchObject({
      details: { reason: "space_database_login_refused" },
    });
    await one.secrets.set(`space-${id}`, JSON.stringify({ password: "wrong", passphrase: null, keys: null }));
    await one.spaces.pause(id);
    await one.spaces.resume(id);
    await one.expectState("stopped");
    await one.spaces.setAccess(id, { password: (await openDatabase()).ownerPassword });
    await one.capture("With the right password.");
    await other.expectContents(["With the right password.", "Written offline."]);
  },
);

it.skipIf(!hasPostgres)(
  "continues at the address to which its database was moved, with the same login only",
  async () => {
    const { server } = await openDatabase();
    const proxy = await TcpProxy.start(server.port);
    const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
    const { id } = await one.spaces.create({ ...draft, carrier: await postgresCarrier(proxy.port) });
    const { link } = await one.spaces.invite(id, { separateSecret: false });
    await other.spaces.join({ link, confirmUserDomain: false });
    await one.spaces.sync(id);
    await proxy.close();
    await one.capture("Written while it moved.");
    const { address } = (await postgresCarrier()) as { address: string };
    await expect(one.spaces.setAccess(id, { address: address.replace("//", "//another_") })).rejects.toMatchObject({
      field: "address",
      details: { reason: "space_login_differs" },
    });
    for (const device of [one, other]) await device.spaces.setAccess(id, { address });
    await other.expectContents(["Written while it moved."]);
    expect((await other.space()).carrier).toEqual({
      kind: "postgres",
      address: expect.stringContaining(`:${server.port}/`),
    });
  },
);

it.skipIf(!hasPostgres)("closes, pauses and resumes while a database does not respond", async () => {
  const { server } = await openDatabase();
  const proxy = await TcpProxy.start(server.port);
  onTestFinished(() => proxy.close());
  const [one] = (await openDevices(["laptop"])) as [TestDevice];
  const { id } = await one.spaces.create({ ...draft, carrier: await postgresCarrier(proxy.port) });
  await one.spaces.sync(id);
  proxy.isSilent = true;
  await one.capture("Not sent yet.");
  await one.spaces.pause(id);
  await one.expectState("paused");
  await one.spaces.resume(id);
  await one.capture("Not sent either.");
  await one.close();
  proxy.isSilent = false;
  proxy.cut();
  await one.open();
  await one.spaces.sync(id);
  expect(await one.space()).toMatchObject({ published: 2, unpublished: 0 });
});

it.skipIf(!hasPostgres)("resends the entries that a database restored from a backup lacks", async () => {
  const [one, other] = (await openDevices(["laptop", "desktop"])) as [TestDevice, TestDevice];
  const test = await openDatabase();
  const { id } = await one.spaces.create({ ...draft, carrier: await postgresCarrier() });
  for (const number of [1, 2, 3]) await one.capture(`Number ${number}.`);
  await one.spaces.sync(id);
  await asSuperuser(test.server, test.database, async (client) => {
    await client.query(`DELETE FROM ${schemaOf(id)}.entries WHERE sequence > 1`);
    await client.query(`UPDATE ${schemaOf(id)}.devices SET head = 1`);
  });
  await one.capture("Number 4.");
  await one.spaces.sync(id);
  const { link } = await one.spaces.invite(id, { separateSecret: false });
  await other.spaces.join({ link, confirmUserDomain: false });
  await other.expectContents([1, 2, 3, 4].map((number) => `Number ${number}.`));
});
