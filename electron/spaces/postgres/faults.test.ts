import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../postgres/database.ts";
import { PostgresServer } from "../../postgres/testing/postgres-server.ts";
import { TcpProxy } from "../../postgres/testing/tcp-proxy.ts";
import { RecollectError } from "../../text/errors.ts";
import type { Carrier, Parcel } from "../carrier.ts";
import {
  addressOf,
  asSuperuser,
  createDatabase,
  hasPostgres,
  openPostgresSpace,
  type TestDatabase,
  type TestPostgresSpace,
} from "../testing/postgres-spaces.ts";
import { clock, parcelsOf, readAll, textOf } from "../testing/test-spaces.ts";
import { PostgresCarrier } from "./postgres-carrier.ts";
import { schemaOf } from "./schema.ts";

/** A server of its own, since it is stopped and its connections are ended. */
describe.runIf(hasPostgres)("a database with faults", () => {
  let server: PostgresServer;
  let database: TestDatabase;
  let proxy: TcpProxy;
  let space: TestPostgresSpace;
  let one: Carrier;
  beforeAll(async () => {
    server = await PostgresServer.start(["wal_level=replica", "max_wal_senders=3"]);
    database = await createDatabase(server);
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    proxy = await TcpProxy.start(server.port);
    space = await openPostgresSpace(database, { port: proxy.port });
    one = await space.open();
  });
  afterEach(async () => {
    await space.close();
    await proxy.close();
  });

  /** Publishes as the application does: again and again from the head, until it is done. */
  async function publishUntilDone(carrier: Carrier, parcels: readonly Parcel[]): Promise<number> {
    for (let failures = 0; ; failures += 1) {
      try {
        const head = await carrier.head();
        await carrier.publish(parcels.filter(({ sequence }) => sequence > Math.max(0, head - 2)));
        return failures;
      } catch (error) {
        expect(error).toMatchObject({ code: "unavailable" });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  it("keeps each published parcel once, wherever the connection is cut", async () => {
    let last = 0;
    for (let bytes = 1; bytes < 4000; bytes = Math.ceil(bytes * 1.35)) {
      proxy.cutAfter(bytes);
      await publishUntilDone(one, parcelsOf(one.device, Math.max(1, last - 1), last + 3));
      last += 3;
    }
    proxy.cutAfter(Number.POSITIVE_INFINITY);
    expect(textOf(await readAll(one))).toEqual(textOf(parcelsOf(one.device, 1, last)));
  });

  it("keeps each published parcel once, though connections are ended and the server crashes", async () => {
    const parcels = parcelsOf(one.device, 1, 6000, 500);
    let isDone = false;
    const publishing = publishUntilDone(one, parcels).finally(() => {
      isDone = true;
    });
    for (let round = 0; round < 3 && !isDone; round += 1) {
      await asSuperuser(server, "postgres", (client) =>
        client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'recollect'"),
      );
      await server.stop("SIGQUIT");
      await server.restart();
    }
    await publishing;
    expect(textOf(await readAll(one))).toEqual(textOf(parcels));
    expect(await one.head()).toBe(6000);
  });

  it("reports an unreachable server, and works again when it is back", async () => {
    proxy.isDown = true;
    proxy.cut();
    for (const call of [() => one.publish(parcelsOf(one.device, 1, 1)), () => one.read(new Map(), 1000)]) {
      await expect(call()).rejects.toMatchObject({
        code: "unavailable",
        hint: expect.stringContaining("Changes are sent when it is available."),
        details: { reason: "space_database_unreachable", host: "127.0.0.1" },
      });
    }
    proxy.isDown = false;
    await one.publish(parcelsOf(one.device, 1, 1));
  });

  it("ends a call on a silent connection immediately when it is stopped", async () => {
    await one.head();
    proxy.isSilent = true;
    const controller = new AbortController();
    const call = one.read(new Map(), 1000, controller.signal);
    setTimeout(() => controller.abort(), 50);
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    proxy.isSilent = false;
    proxy.cut();
    expect(await one.head()).toBe(0);
  });

  it("is watched by notifications, after a lost connection too", async () => {
    const other = await space.open();
    let count = 0;
    const stop = await one.watch(() => {
      count += 1;
    });
    await expect.poll(() => (one as PostgresCarrier).watchMode).toBe("notify");
    // While it is down, the watch cannot listen again.
    proxy.isDown = true;
    proxy.cut();
    await expect.poll(() => (one as PostgresCarrier).watchMode).toBe("poll");
    proxy.isDown = false;
    await publishUntilDone(other, parcelsOf(other.device, 1, 1));
    await expect.poll(() => count).toBeGreaterThan(0);
    await expect.poll(() => (one as PostgresCarrier).watchMode).toBe("notify");
    const before = count;
    await publishUntilDone(other, parcelsOf(other.device, 2, 2));
    await expect.poll(() => count).toBeGreaterThan(before);
    await stop();
  });

  it("is watched before it can be reached, and closed though it is silent", async () => {
    const other = await space.open();
    await other.publish(parcelsOf(other.device, 1, 1));
    proxy.isDown = true;
    proxy.cut();
    let count = 0;
    await one.watch(() => {
      count += 1;
    });
    proxy.isDown = false;
    await expect.poll(() => count).toBeGreaterThan(0);
    proxy.isSilent = true;
    await one.close();
    proxy.isSilent = false;
  });

  it("is watched by polling if a pooler delivers no notifications", async () => {
    proxy.dropsNotifications = true;
    proxy.delayMs = 5;
    const other = await space.open();
    let count = 0;
    const stop = await one.watch(() => {
      count += 1;
    });
    for (let last = 1; last <= 3; last += 1) {
      const before = count;
      await other.publish(parcelsOf(other.device, last, last));
      await expect.poll(() => count).toBeGreaterThan(before);
      expect((one as PostgresCarrier).watchMode).toBe("poll");
    }
    await stop();
  });

  it("repeats transactions that conflict, until each has succeeded", async () => {
    const table = `${schemaOf(space.space)}.counters`;
    await space.owner.transaction(async (query) => {
      await query(`CREATE TABLE ${table} (id integer PRIMARY KEY, value integer NOT NULL)`);
      await query(`INSERT INTO ${table} VALUES (1, 0), (2, 0)`);
    });
    const databases = Array.from(
      { length: 6 },
      () => new Database({ address: addressOf(database), password: async () => database.ownerPassword }),
    );
    let attempts = 0;
    let begun = 0;
    const allBegun = Promise.withResolvers<void>();
    // Locked in opposite orders (40P01), and with values that others changed (40001).
    const work = databases.map((own, index) =>
      own.transaction(async (query) => {
        attempts += 1;
        await query("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE");
        // The first statement decides which values it sees: all see the same ones before one of them is changed.
        await query("SELECT 1");
        begun += 1;
        if (begun === databases.length) allBegun.resolve();
        await allBegun.promise;
        const order = index % 2 === 0 ? [1, 2] : [2, 1];
        for (const id of order) await query(`UPDATE ${table} SET value = value + 1 WHERE id = $1`, [id]);
      }),
    );
    await Promise.all(work);
    const { rows } = await space.owner.transaction((query) => query(`SELECT value FROM ${table}`));
    expect(rows).toEqual([{ value: 6 }, { value: 6 }]);
    expect(attempts).toBeGreaterThan(6);
    await Promise.all(databases.map((own) => own.close()));
  });

  it("gives up after many conflicts, and reports that the database is busy", async () => {
    const conflict = () => Promise.reject(Object.assign(new Error("could not serialize"), { code: "40001" }));
    await expect(space.owner.transaction(conflict)).rejects.toMatchObject({
      details: { reason: "space_database_busy" },
    });
  });

  it("reads a replica that lags without gaps, and reports that it accepts no changes", async () => {
    await one.publish(parcelsOf(one.device, 1, 50));
    const replica = await PostgresServer.start(["hot_standby=on"], (data) => {
      const args = ["-D", data, "-R", "-X", "stream", "-h", "127.0.0.1", "-p", String(server.port), "-U", server.user];
      return server.run("pg_basebackup", [...args, "--checkpoint=fast", "--no-sync"], { PGPASSWORD: server.password });
    });
    try {
      const address = addressOf(database, { port: replica.port });
      const options = { address, password: async () => database.ownerPassword, space: space.space, clock };
      const copy = await PostgresCarrier.open({ ...options, device: one.device });
      await expect(copy.publish(parcelsOf(one.device, 51, 51))).rejects.toMatchObject({
        code: "unavailable",
        details: { reason: "space_database_read_only" },
      });
      const pause = (name: string) => asSuperuser(replica, "postgres", (client) => client.query(`SELECT ${name}()`));
      await pause("pg_wal_replay_pause");
      await one.publish(parcelsOf(one.device, 51, 90));
      const lagging = await readAll(copy);
      expect(textOf(lagging)).toEqual(textOf(parcelsOf(one.device, 1, lagging.length)));
      await pause("pg_wal_replay_resume");
      await expect.poll(async () => (await readAll(copy)).length).toBe(90);
      const stop = await copy.watch(() => undefined);
      expect(copy.watchMode).toBe("poll");
      await stop();
      await copy.close();
    } finally {
      await replica.close();
    }
  });

  it("reports that its disk is full, and continues when there is space", async (context) => {
    const disk = path.join(server.folder, "small");
    mkdirSync(disk);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk], { stdio: "ignore" });
    if (mounted.status !== 0) context.skip();
    try {
      server.own(disk);
      await asSuperuser(server, "postgres", (client) => client.query(`CREATE TABLESPACE small LOCATION '${disk}'`));
      await asSuperuser(server, database.database, (client) =>
        client.query(`ALTER TABLE ${schemaOf(space.space)}.entries SET TABLESPACE small`),
      );
      const parcels = parcelsOf(one.device, 1, 4000, 1900);
      await expect(one.publish(parcels)).rejects.toMatchObject({
        code: "unavailable",
        details: { reason: "space_database_full" },
      });
      expect(await readAll(one)).toHaveLength(await one.head());
      spawnSync("mount", ["-o", "remount,size=64m", disk]);
      await one.publish(parcels);
      expect(textOf(await readAll(one))).toEqual(textOf(parcels));
      await asSuperuser(server, database.database, (client) =>
        client.query(`DROP SCHEMA ${schemaOf(space.space)} CASCADE; DROP TABLESPACE small`).catch(() => undefined),
      );
    } finally {
      await server.stop();
      spawnSync("umount", [disk], { stdio: "ignore" });
      await server.restart();
    }
  });

  it.each([
    ["a wrong password", { password: "hunter22 is wrong" }, "space_database_login_refused"],
    ["no password", { password: null }, "space_database_login_refused"],
    ["an unknown user", { user: "nobody_here" }, "space_database_login_refused"],
    ["an unknown database", { database: "no_such_database" }, "space_database_unknown"],
    ["a port without a server", { port: 1 }, "space_database_unreachable"],
    ["an unknown host", { host: "no-such-host.invalid" }, "space_database_unreachable"],
  ])("reports %s without showing the password", async (_, change, reason) => {
    const { password = "hunter22 is secret", ...changes } = change as { password?: string | null };
    const isRight = reason === "space_database_unknown";
    const own = new Database({
      address: { ...addressOf(database), ...changes },
      password: async () => (isRight ? database.ownerPassword : password),
    });
    const error: unknown = await own.transaction(async () => undefined).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RecollectError);
    expect(error).toMatchObject({ details: { reason } });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/hunter22|password 01/i);
    await own.close();
  });
});
