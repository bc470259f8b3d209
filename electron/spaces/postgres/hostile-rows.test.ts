import pg from "pg";
import { ulid } from "ulid";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createDatabase,
  hasPostgres,
  openPostgresSpace,
  sharedServer,
  type TestDatabase,
  type TestPostgresSpace,
} from "../testing/postgres-spaces.ts";
import { parcelsOf, readAll, textOf } from "../testing/test-spaces.ts";
import { Members } from "./members.ts";
import type { PostgresCarrier } from "./postgres-carrier.ts";
import { migrateSpace, schemaOf } from "./schema.ts";

const CHECK_FAILED = "23514";
const POLICY_FAILED = "42501";

describe.runIf(hasPostgres)("rows that a writer makes with SQL", () => {
  let database: TestDatabase;
  let space: TestPostgresSpace;
  let members: Members;
  let owner: PostgresCarrier;
  let schema: string;
  let login: string;
  let password: string;
  let sql: pg.Client;
  beforeAll(async () => {
    database = await createDatabase(await sharedServer());
  });
  beforeEach(async () => {
    space = await openPostgresSpace(database);
    members = new Members(space.owner, space.space);
    schema = schemaOf(space.space);
    owner = (await space.open()) as PostgresCarrier;
    await owner.publish(parcelsOf(owner.device, 1, 2));
    login = `writer_${ulid().toLowerCase()}`;
    password = await members.create(login, "writer");
    const { server, database: name } = database;
    sql = new pg.Client({ host: "127.0.0.1", port: server.port, user: login, password, database: name });
    sql.on("error", () => undefined);
    await sql.connect();
  });
  afterEach(async () => {
    await sql.end().catch(() => undefined);
    await space.close();
  });

  /** The tables as an earlier version made them. */
  async function removeChecks(): Promise<void> {
    await space.owner.transaction(async (query) => {
      const { rows } = await query(
        "SELECT conname, conrelid::regclass AS relation FROM pg_constraint WHERE conname LIKE '%\\_valid'",
      );
      for (const { conname, relation } of rows.filter(({ relation }) => String(relation).startsWith(schema))) {
        await query(`ALTER TABLE ${String(relation)} DROP CONSTRAINT ${String(conname)}`);
      }
      await query(`ALTER POLICY devices_change ON ${schema}.devices WITH CHECK (login = current_user)`);
      await query(`DROP FUNCTION ${schema}.limit_devices CASCADE`);
      await query(`ALTER TABLE ${schema}.meta DROP COLUMN amendments`);
    });
  }

  async function insertDevice(id: string): Promise<void> {
    await sql.query(`INSERT INTO ${schema}.devices (id, login, name) VALUES ($1, current_user, 'x')`, [id]);
  }

  it("are refused by the server if they cannot be devices", async () => {
    const device = ulid();
    await insertDevice(device);
    for (const id of ["x", device.toLowerCase(), `${device}\n`, "\u001b[31m"]) {
      await expect(insertDevice(id)).rejects.toMatchObject({ code: CHECK_FAILED });
    }
    const changes = [
      ["head = 9223372036854775807", CHECK_FAILED],
      ["last_seen = 'infinity'", POLICY_FAILED],
      ["last_seen = '-infinity'", CHECK_FAILED],
      ["last_seen = '290000-01-01'", POLICY_FAILED],
      ["name = convert_to(repeat('x', 5000), 'UTF8')", CHECK_FAILED],
    ] as const;
    for (const [change, code] of changes) {
      const changing = sql.query(`UPDATE ${schema}.devices SET ${change} WHERE id = '${device}'`);
      await expect(changing, change).rejects.toMatchObject({ code });
    }
    const carrier = await space.openAs(login, password, device);
    await carrier.register(Buffer.from("Laptop"));
    await carrier.publish(parcelsOf(device, 1, 2));
    expect(await readAll(owner)).toHaveLength(4);
  });

  it("are skipped if an earlier version did not refuse them, and reported under their login", async () => {
    await removeChecks();
    await insertDevice("x");
    await insertDevice("\u001b[31m");
    const devices = [ulid(), ulid(), ulid(), ulid()];
    for (const device of devices) await insertDevice(device);
    const [headed, seen, later, named] = devices;
    await sql.query(`UPDATE ${schema}.devices SET head = 9223372036854775807 WHERE id = $1`, [headed]);
    await sql.query(`UPDATE ${schema}.devices SET last_seen = 'infinity' WHERE id = $1`, [seen]);
    await sql.query(`UPDATE ${schema}.devices SET last_seen = '290000-01-01' WHERE id = $1`, [later]);
    const long = "name = convert_to(repeat('x', 30000000), 'UTF8')";
    await sql.query(`UPDATE ${schema}.devices SET ${long} WHERE id = $1`, [named]);

    expect(textOf(await readAll(owner))).toEqual(textOf(parcelsOf(owner.device, 1, 2)));
    const found = (await owner.devices()).filter(({ id }) => id !== owner.device);
    expect(found.map(({ id }) => id)).toEqual([...devices].sort());
    for (const device of found) {
      expect(device.login).toBe(login);
      expect(device.problem).toMatchObject({ kind: "invalid" });
      expect(device.lastSeen).toBeNull();
      expect(Number.isSafeInteger(device.head)).toBe(true);
    }
    expect(found.find(({ id }) => id === named)?.name).toBeNull();
    expect([...owner.skippedRows]).toEqual([[login, 2]]);

    await members.revoke(login);
    const remaining = await owner.devices();
    expect(remaining.map(({ id }) => id)).toEqual([owner.device]);
    expect(remaining.every(({ problem }) => problem === null)).toBe(true);
    expect(owner.skippedRows.size).toBe(0);
    await owner.publish(parcelsOf(owner.device, 3, 3));
    expect(await readAll(owner)).toHaveLength(3);
  });

  it("are refused for more devices than a login can need, in one statement, in several and at the same time", async () => {
    const insertMany = (first: number, last: number) =>
      sql.query(
        `INSERT INTO ${schema}.devices (id, login, name)
           SELECT '0' || lpad(n::text, 25, '0'), current_user, 'x' FROM generate_series(${first}::int, ${last}::int) n`,
      );
    await expect(insertMany(1, 5_000)).rejects.toMatchObject({ code: CHECK_FAILED });
    await insertMany(1, 150);
    await expect(insertMany(151, 201)).rejects.toMatchObject({ code: CHECK_FAILED });
    await insertMany(151, 199);
    const { server, database: name } = database;
    const other = new pg.Client({ host: "127.0.0.1", port: server.port, user: login, password, database: name });
    await other.connect();
    await sql.query("BEGIN");
    await insertDevice(ulid());
    const waiting = other.query(`INSERT INTO ${schema}.devices (id, login, name) VALUES ($1, current_user, 'x')`, [
      ulid(),
    ]);
    // It can be refused before the commit is answered.
    const refused = expect(waiting).rejects.toMatchObject({ code: CHECK_FAILED });
    await sql.query("COMMIT");
    await refused;
    await other.end();
    expect(await owner.devices()).toHaveLength(201);
    expect(owner.skippedRows.size).toBe(0);
    const carrier = await space.openAs(login, password, ulid());
    await expect(carrier.register(Buffer.from("Laptop"))).rejects.toThrow(/200 devices/);
  });

  it("are not read for more devices than a login can need, if an earlier version did not refuse them", async () => {
    await removeChecks();
    await sql.query(
      `INSERT INTO ${schema}.devices (id, login, name)
         SELECT '7' || lpad(n::text, 25, '0'), current_user, 'x' FROM generate_series(1, 5000) n`,
    );
    await sql.query(`UPDATE ${schema}.devices SET head = 5 WHERE login = current_user`);
    expect(await owner.devices()).toHaveLength(201);
    expect([...owner.skippedRows]).toEqual([[login, 4_800]]);
    expect(await readAll(owner)).toHaveLength(2);
  });

  it("are checked from the next time that the owner opens a space of an earlier version, and members need no right", async () => {
    await removeChecks();
    await insertDevice("x");
    const device = ulid();
    const writer = await space.openAs(login, password, device);
    await writer.register(Buffer.from("Laptop"));
    await writer.publish(parcelsOf(device, 1, 2));
    await insertDevice("y");
    await space.open();
    await expect(insertDevice("z")).rejects.toMatchObject({ code: CHECK_FAILED });
    const reopened = await space.openAs(login, password, device);
    await reopened.publish(parcelsOf(device, 3, 3));
    expect(await readAll(owner)).toHaveLength(5);
    await migrateSpace(space.owner, space.space);
    const { rows } = await sql.query(`SELECT version, amendments FROM ${schema}.meta`);
    expect(rows).toEqual([{ version: 1, amendments: 2 }]);
  });
});
