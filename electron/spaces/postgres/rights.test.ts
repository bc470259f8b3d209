import pg from "pg";
import { ulid } from "ulid";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  asSuperuser,
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
import { migrateSpace, openSpace, schemaOf } from "./schema.ts";

const REFUSED = "42501";

describe.runIf(hasPostgres)("a member with SQL access", () => {
  let database: TestDatabase;
  let space: TestPostgresSpace;
  let members: Members;
  let owner: PostgresCarrier;
  let schema: string;
  const sessions: pg.Client[] = [];
  beforeAll(async () => {
    database = await createDatabase(await sharedServer());
  });
  beforeEach(async () => {
    space = await openPostgresSpace(database);
    members = new Members(space.owner, space.space);
    schema = schemaOf(space.space);
    owner = (await space.open()) as PostgresCarrier;
    await owner.publish(parcelsOf(owner.device, 1, 2));
  });
  afterEach(async () => {
    await Promise.all(sessions.splice(0).map((session) => session.end().catch(() => undefined)));
    await space.close();
    await asAdministrator(`ALTER ROLE ${database.owner} CREATEROLE`);
  });

  async function asAdministrator(statement: string): Promise<void> {
    await asSuperuser(database.server, database.database, (client) => client.query(statement));
  }

  /** A program of the member's own, with the member's password. */
  async function connectAs(login: string, password: string): Promise<pg.Client> {
    const { server, database: name } = database;
    const client = new pg.Client({ host: "127.0.0.1", port: server.port, user: login, password, database: name });
    client.on("error", () => undefined);
    await client.connect();
    sessions.push(client);
    return client;
  }

  async function addMember(role: "writer" | "reader") {
    const login = `member_${ulid().toLowerCase()}`;
    const password = await members.create(login, role);
    return { login, password, sql: await connectAs(login, password) };
  }

  async function addWriter() {
    const member = await addMember("writer");
    const carrier = await space.openAs(member.login, member.password);
    await carrier.register(Buffer.from("Laptop"));
    await carrier.publish(parcelsOf(carrier.device, 1, 2));
    return { ...member, carrier };
  }

  const refusedWrites = (other: string) => [
    `INSERT INTO ${schema}.entries VALUES ('${other}', 3, 'x')`,
    `INSERT INTO ${schema}.entries VALUES ('${ulid()}', 1, 'x')`,
    `UPDATE ${schema}.entries SET body = 'x'`,
    `DELETE FROM ${schema}.entries`,
    `TRUNCATE ${schema}.entries`,
    `DELETE FROM ${schema}.devices`,
    `UPDATE ${schema}.devices SET login = current_user`,
    `UPDATE ${schema}.devices SET revoked_at = NULL`,
    `INSERT INTO ${schema}.devices (id, login, name) VALUES ('${ulid()}', 'postgres', 'x')`,
    `INSERT INTO ${schema}.devices (id, login, name, head) VALUES ('${ulid()}', current_user, 'x', 9)`,
    `INSERT INTO ${schema}.members VALUES (current_user, 'writer')`,
    `UPDATE ${schema}.members SET role = 'writer', revoked_at = NULL`,
    `UPDATE ${schema}.meta SET owner = current_user`,
    `INSERT INTO ${schema}.records VALUES ('key-x', 'x')`,
    `CREATE TABLE ${schema}.mine (x integer)`,
    `CREATE POLICY mine ON ${schema}.entries USING (true)`,
    `ALTER TABLE ${schema}.entries DISABLE ROW LEVEL SECURITY`,
    `DROP TABLE ${schema}.entries`,
    `CREATE TRIGGER mine BEFORE INSERT ON ${schema}.entries EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    `SET ROLE ${database.owner}`,
    `SET SESSION AUTHORIZATION ${database.owner}`,
    `SET row_security = off; SELECT count(*) FROM ${schema}.entries`,
  ];

  it("lets a writer add entries of its own devices, and change nothing else", async () => {
    const { sql, carrier, login } = await addWriter();
    for (const statement of refusedWrites(owner.device)) {
      await expect(sql.query(statement), statement).rejects.toMatchObject({ code: REFUSED });
      await sql.query("RESET row_security");
    }
    // Below the head of the own device, others have read.
    await expect(sql.query(`INSERT INTO ${schema}.entries VALUES ('${carrier.device}', 2, 'x')`)).rejects.toMatchObject(
      { code: REFUSED },
    );
    // A policy hides the rows of others from an update.
    const changed = await sql.query(`UPDATE ${schema}.devices SET head = 99, name = 'x' WHERE login <> '${login}'`);
    expect(changed.rowCount).toBe(0);
    await sql.query(`INSERT INTO ${schema}.entries VALUES ('${carrier.device}', 3, '\\x6869')`);
    const expected = [...parcelsOf(owner.device, 1, 2), ...parcelsOf(carrier.device, 1, 2)];
    expect(textOf(await readAll(owner))).toEqual(textOf(expected));
    await expect(carrier.rewrite(parcelsOf(carrier.device, 1, 1))).rejects.toMatchObject({
      details: { reason: "space_owner_only" },
    });
    await expect(carrier.revoke(owner.device)).rejects.toMatchObject({ code: "permission_denied" });
    await expect(carrier.putRecord("key-x", Buffer.from("x"))).rejects.toMatchObject({ code: "permission_denied" });
    await expect(new Members(space.owner, space.space).revoke("nobody")).rejects.toMatchObject({ code: "not_found" });
  });

  it("stops only the device in whose sequence its member made a gap", async () => {
    const { sql, carrier } = await addWriter();
    await sql.query(
      `INSERT INTO ${schema}.entries SELECT '${carrier.device}', n, 'x' FROM generate_series(10, 9000) n`,
    );
    await sql.query(`UPDATE ${schema}.devices SET head = 10000 WHERE id = '${carrier.device}'`);
    await owner.publish(parcelsOf(owner.device, 3, 3));
    const expected = [...parcelsOf(carrier.device, 1, 2), ...parcelsOf(owner.device, 1, 3)];
    expect(textOf(await readAll(owner, new Map(), 100))).toEqual(textOf(expected));
    const problem = (await owner.devices()).find(({ id }) => id === carrier.device)?.problem;
    expect(problem).toMatchObject({ kind: "missing", sequence: 3 });
  });

  it("lets a reader see everything and change nothing", async () => {
    const { sql, login, password } = await addMember("reader");
    const carrier = await space.openAs(login, password);
    expect(carrier.role).toBe("reader");
    expect(textOf(await readAll(carrier))).toEqual(textOf(parcelsOf(owner.device, 1, 2)));
    await expect(carrier.register(Buffer.from("x"))).rejects.toMatchObject({ code: "permission_denied" });
    await expect(carrier.publish(parcelsOf(carrier.device, 1, 1))).rejects.toMatchObject({ code: "permission_denied" });
    const own = `INSERT INTO ${schema}.devices (id, login, name) VALUES ('${ulid()}', current_user, 'x')`;
    for (const statement of [...refusedWrites(owner.device), own]) {
      await expect(sql.query(statement), statement).rejects.toMatchObject({ code: REFUSED });
      await sql.query("RESET row_security");
    }
  });

  it("is refused immediately after removal: in an open connection, in an open transaction, and in a new connection", async () => {
    const { sql, carrier, login, password } = await addWriter();
    const waiting = await connectAs(login, password);
    await waiting.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await waiting.query(`SELECT head FROM ${schema}.devices WHERE id = '${carrier.device}' FOR UPDATE`);
    await waiting.query(`INSERT INTO ${schema}.entries VALUES ('${carrier.device}', 3, 'x')`);
    await waiting.query(`UPDATE ${schema}.devices SET head = 3 WHERE id = '${carrier.device}'`);
    const removal = await members.revoke(login);
    expect(removal.isLoginDisabled).toBe(true);
    expect(removal.endedConnections).toBeGreaterThanOrEqual(2);
    await expect(waiting.query("COMMIT")).rejects.toThrow();
    await expect(sql.query("SELECT 1")).rejects.toThrow();
    await expect(connectAs(login, password)).rejects.toMatchObject({ code: "28000" });
    for (const call of [
      () => carrier.publish(parcelsOf(carrier.device, 3, 3)),
      () => carrier.read(new Map(), 1000),
      () => space.openAs(login, password),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "permission_denied" });
    }
    expect(textOf((await owner.readDevice(carrier.device, 0, 1 << 20)).parcels)).toEqual(
      textOf(parcelsOf(carrier.device, 1, 2)),
    );
    expect((await owner.devices()).find(({ id }) => id === carrier.device)?.revokedAfter).toBe(2);
    expect(await members.list()).toContainEqual({ login, role: "writer", isRevoked: true });
  });

  it("detects the removal by watching the space", async () => {
    const login = `member_${ulid().toLowerCase()}`;
    const device = await space.openAs(login, await members.create(login, "reader"));
    const changes: number[] = [];
    const stop = await device.watch(() => changes.push(changes.length));
    await expect.poll(() => device.watchMode).toBe("notify");
    const before = changes.length;
    await members.revoke(login);
    await expect.poll(() => changes.length).toBeGreaterThan(before);
    await expect(device.devices()).rejects.toMatchObject({ code: "permission_denied" });
    await stop();
  });

  it("is refused by the next statement if the owner may not end connections", async () => {
    // A login that an administrator made, and an owner who may not make others.
    const [login, password] = [`member_${ulid().toLowerCase()}`, "a password"];
    await asAdministrator(`CREATE ROLE ${login} LOGIN PASSWORD '${password}'`);
    await members.add(login, "writer");
    const sql = await connectAs(login, password);
    const carrier = await space.openAs(login, password);
    await carrier.register(Buffer.from("Laptop"));
    await carrier.publish(parcelsOf(carrier.device, 1, 2));
    const snapshot = await connectAs(login, password);
    await snapshot.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    await snapshot.query(`SELECT count(*) FROM ${schema}.entries`);
    await asAdministrator(`ALTER ROLE ${database.owner} NOCREATEROLE`);
    await expect(members.create("somebody", "reader")).rejects.toMatchObject({
      details: { reason: "space_member_not_creatable" },
    });
    expect(await members.revoke(login)).toEqual({ endedConnections: null, isLoginDisabled: false });
    for (const session of [sql, snapshot]) {
      const insert = `INSERT INTO ${schema}.entries VALUES ('${carrier.device}', 3, 'x')`;
      await expect(session.query(insert)).rejects.toMatchObject({ code: REFUSED });
    }
    await expect(sql.query(`SELECT count(*) FROM ${schema}.entries`)).rejects.toMatchObject({ code: REFUSED });
    await expect(carrier.read(new Map(), 1000)).rejects.toMatchObject({
      code: "permission_denied",
      details: { reason: "space_access_refused" },
    });
    // The policies hold even if an administrator gave rights again without making the login a member.
    await asAdministrator(`GRANT USAGE ON SCHEMA ${schema} TO ${login};
      GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${login}; GRANT INSERT ON ${schema}.entries TO ${login}`);
    expect((await sql.query(`SELECT * FROM ${schema}.entries`)).rows).toEqual([]);
    await expect(sql.query(`INSERT INTO ${schema}.entries VALUES ('${carrier.device}', 3, 'x')`)).rejects.toMatchObject(
      { code: REFUSED },
    );
  });

  it("can be added again, with another role", async () => {
    const { login, carrier } = await addWriter();
    await members.add(login, "reader");
    await expect(carrier.publish(parcelsOf(carrier.device, 3, 3))).rejects.toMatchObject({ code: "permission_denied" });
    expect(await readAll(carrier)).toHaveLength(4);
    await members.add(login, "writer");
    await carrier.publish(parcelsOf(carrier.device, 3, 3));
    await expect(members.create(login, "writer")).rejects.toMatchObject({ code: "conflict", field: "login" });
    await expect(members.create('x"; DROP TABLE y', "writer")).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("can connect again after it was removed and added", async () => {
    const { login, password, carrier } = await addWriter();
    await members.revoke(login);
    await members.add(login, "writer");
    const again = await space.openAs(login, password, carrier.device);
    await again.publish(parcelsOf(carrier.device, 3, 3));
    expect((await owner.devices()).find(({ id }) => id === carrier.device)).toMatchObject({
      head: 3,
      revokedAfter: null,
    });
  });

  it("has a name that is not an SQL keyword", async () => {
    for (const keyword of ["public", "none"]) {
      await expect(members.add(keyword, "reader")).rejects.toMatchObject({ code: "invalid_argument" });
    }
    // Unquoted, this is the owner, whose rights would be reduced.
    await expect(members.add("current_user", "reader")).rejects.toMatchObject({ code: "unavailable" });
    await members.create("user", "reader");
    await members.revoke("user");
    await asAdministrator(`DROP OWNED BY "user"; DROP ROLE "user"`);
    await owner.rewrite(parcelsOf(owner.device, 1, 1));
  });

  it("of another space, or of none, sees nothing", async () => {
    const other = await openPostgresSpace(database);
    const login = `member_${ulid().toLowerCase()}`;
    const password = await new Members(other.owner, other.space).create(login, "writer");
    const sql = await connectAs(login, password);
    for (const table of ["meta", "members", "devices", "entries", "records"]) {
      await expect(sql.query(`SELECT * FROM ${schema}.${table}`)).rejects.toMatchObject({ code: REFUSED });
    }
    await expect(space.openAs(login, password)).rejects.toMatchObject({ code: "permission_denied" });
    await other.close();
  });

  it("with one removed device publishes from another", async () => {
    const { login, password, carrier, sql } = await addWriter();
    const second = await space.openAs(login, password);
    await second.register(Buffer.from("Desktop"));
    await owner.revoke(carrier.device);
    await expect(carrier.publish(parcelsOf(carrier.device, 3, 3))).rejects.toMatchObject({
      details: { reason: "space_device_revoked" },
    });
    await expect(sql.query(`INSERT INTO ${schema}.entries VALUES ('${carrier.device}', 3, 'x')`)).rejects.toMatchObject(
      { code: REFUSED },
    );
    await second.publish(parcelsOf(second.device, 1, 1));
  });

  it("finds a space that many devices created at the same time, and none that is newer", async () => {
    const id = ulid();
    await Promise.all(Array.from({ length: 6 }, () => migrateSpace(space.owner, id)));
    expect(await openSpace(space.owner, id)).toBe("owner");
    await space.owner.transaction((query) => query(`UPDATE ${schemaOf(id)}.meta SET version = 99`));
    for (const open of [openSpace, migrateSpace]) {
      await expect(open(space.owner, id)).rejects.toMatchObject({ details: { reason: "space_newer" } });
    }
    await expect(openSpace(space.owner, ulid())).rejects.toMatchObject({ details: { reason: "space_missing" } });
  });
});
