import { type MemberRole, SPACE_ROLES, type SpaceRole } from "../../core/spaces.ts";
import type { Database, RunQuery } from "../../postgres/database.ts";
import { RecollectError } from "../../text/errors.ts";
import { MAX_BODY_BYTES, MAX_NAME_BYTES, MAX_SEQUENCE, ULID } from "../carrier.ts";

/** The schema of a space. A ULID has letters and digits only, so it needs no quotes. */
export function schemaOf(space: string): string {
  return `recollect_${space.toLowerCase()}`;
}

/** Two creators at the same time: one of them gets such an error, and finds everything there when it tries again. */
const CREATED_BY_ANOTHER = /^(23505|42P06|42P07|42710|XX000)$/;

/**
 * `lock` names the row that migrations lock. PostgreSQL's advisory locks would do, but other engines accept and ignore
 * them, and a row lock works on all.
 */
function bootstrap(s: string): readonly string[] {
  return [
    `CREATE SCHEMA IF NOT EXISTS ${s}`,
    `CREATE TABLE IF NOT EXISTS ${s}.meta (lock integer PRIMARY KEY CHECK (lock = 1), version integer NOT NULL,
       owner text NOT NULL)`,
    `INSERT INTO ${s}.meta (lock, version, owner) VALUES (1, 0, current_user) ON CONFLICT (lock) DO NOTHING`,
  ];
}

/** Devices of one login, which could register any number of them. */
export const MAX_LOGIN_DEVICES = 200;

/** Matches the rows of the current login in `members`, unless it was removed. */
function activeMember(s: string, role = ""): string {
  const condition = role === "" ? "" : ` AND m.role = '${role}'`;
  return `EXISTS (SELECT 1 FROM ${s}.members m
    WHERE m.login = current_user AND m.revoked_at IS NULL${condition})`;
}

/** Matches the rows of `devices` that the current login may write. */
function ownDevice(s: string): string {
  return `login = current_user AND revoked_at IS NULL AND ${activeMember(s, "writer")}`;
}

/**
 * The rights of a login hold for every statement that it sends, whichever program sends it. The owner of the schema is
 * not subject to the policies. Nobody else may update or delete entries.
 */
function firstVersion(s: string): readonly string[] {
  return [
    `CREATE TABLE ${s}.members (login text PRIMARY KEY, role text NOT NULL CHECK (role IN ('writer', 'reader')),
       added_at timestamptz NOT NULL DEFAULT now(), revoked_at timestamptz)`,
    `CREATE TABLE ${s}.devices (id text PRIMARY KEY, login text NOT NULL, name bytea NOT NULL,
       head bigint NOT NULL DEFAULT 0 CHECK (head >= 0), last_seen timestamptz, revoked_at timestamptz)`,
    `CREATE TABLE ${s}.entries (device text NOT NULL, sequence bigint NOT NULL CHECK (sequence >= 1),
       body bytea NOT NULL CHECK (octet_length(body) <= ${MAX_BODY_BYTES}), PRIMARY KEY (device, sequence))`,
    `CREATE TABLE ${s}.records (name text PRIMARY KEY, body bytea NOT NULL)`,
    ...["meta", "members", "devices", "entries", "records"].map(
      (table) => `ALTER TABLE ${s}.${table} ENABLE ROW LEVEL SECURITY`,
    ),
    `CREATE POLICY members_read ON ${s}.members FOR SELECT USING (true)`,
    ...["meta", "devices", "entries", "records"].map(
      (table) => `CREATE POLICY ${table}_read ON ${s}.${table} FOR SELECT USING (${activeMember(s)})`,
    ),
    `CREATE POLICY devices_add ON ${s}.devices FOR INSERT WITH CHECK (head = 0 AND ${ownDevice(s)})`,
    `CREATE POLICY devices_change ON ${s}.devices FOR UPDATE USING (${ownDevice(s)}) WITH CHECK (${ownDevice(s)})`,
    // All sequences below the head exist. A device cannot add entries that others have read past.
    `CREATE POLICY entries_add ON ${s}.entries FOR INSERT WITH CHECK (EXISTS (SELECT 1 FROM ${s}.devices d
       WHERE d.id = device AND sequence > d.head AND d.login = current_user AND d.revoked_at IS NULL)
       AND ${activeMember(s, "writer")})`,
  ];
}

/** A text that is the id of a device, as a condition on a column. */
export function isDeviceId(column: string): string {
  return `${column} ~ '${ULID.source}'`;
}

/**
 * Rows of others are checked by the server too. `NOT VALID`: rows that exist are not compared, because a row that is not
 * valid must not prevent the change; readers skip it.
 */
function withChecks(s: string): readonly string[] {
  const check = (table: string, name: string, condition: string) =>
    `ALTER TABLE ${s}.${table} ADD CONSTRAINT ${table}_${name}_valid CHECK (${condition}) NOT VALID`;
  return [
    check("devices", "id", isDeviceId("id")),
    check("devices", "head", `head BETWEEN 0 AND ${MAX_SEQUENCE}`),
    check("devices", "name", `octet_length(name) <= ${MAX_NAME_BYTES}`),
    check("devices", "last_seen", "last_seen BETWEEN '2000-01-01 00:00:00+00' AND '9999-12-31 00:00:00+00'"),
    check("entries", "sequence", `sequence <= ${MAX_SEQUENCE}`),
    `ALTER POLICY devices_change ON ${s}.devices WITH CHECK (${ownDevice(s)}
       AND (last_seen IS NULL OR last_seen < now() + interval '1 day'))`,
  ];
}

/**
 * A login registers at most {@link MAX_LOGIN_DEVICES} devices, and the devices that others read do not depend on when they
 * read: a later device never takes the place of an earlier one. Registrations of one login wait for each other, and a
 * trigger sees the earlier rows of its own statement.
 */
function withDeviceLimit(s: string): readonly string[] {
  return [
    `CREATE OR REPLACE FUNCTION ${s}.limit_devices() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
       SET search_path = pg_catalog, pg_temp AS $$
     BEGIN
       PERFORM 1 FROM ${s}.members WHERE login = NEW.login FOR UPDATE;
       IF (SELECT count(*) FROM ${s}.devices WHERE login = NEW.login) >= ${MAX_LOGIN_DEVICES} THEN
         RAISE EXCEPTION 'The login has ${MAX_LOGIN_DEVICES} devices, which is the maximum.' USING ERRCODE = 'check_violation';
       END IF;
       RETURN NEW;
     END $$`,
    `CREATE OR REPLACE TRIGGER limit_devices BEFORE INSERT ON ${s}.devices
       FOR EACH ROW EXECUTE FUNCTION ${s}.limit_devices()`,
  ];
}

/** What a member with this role may do; the policies narrow it to the member's own devices. */
export function grantsOf(s: string, role: MemberRole, login: string): readonly string[] {
  const grants = [`GRANT USAGE ON SCHEMA ${s} TO "${login}"`];
  for (const table of ["meta", "members", "devices", "entries", "records"]) {
    grants.push(`GRANT SELECT ON ${s}.${table} TO "${login}"`);
  }
  if (role === "reader") return grants;
  return [
    ...grants,
    `GRANT INSERT (id, login, name), UPDATE (name, head, last_seen) ON ${s}.devices TO "${login}"`,
    `GRANT INSERT ON ${s}.entries TO "${login}"`,
  ];
}

const MIGRATIONS: readonly ((schema: string) => readonly string[])[] = [firstVersion];
export const SCHEMA_VERSION = MIGRATIONS.length;
/**
 * Changes that every version of Recollect works with, and works without: the owner makes them, and members whose owner
 * has not updated yet read the space as it is. They do not change the version, which would exclude earlier versions.
 */
const AMENDMENTS: readonly ((schema: string) => readonly string[])[] = [withChecks, withDeviceLimit];
/** Opening a space does not wait longer for the tables, which members are using. */
const AMENDMENT_LOCK_TIMEOUT = "3s";

/**
 * Creates or migrates the tables of a space. Several devices may do it at the same time. Each migration is one
 * transaction that locks a row first.
 * @throws unavailable `space_newer` if the tables are of a newer version; nothing is changed then
 */
export async function migrateSpace(database: Database, space: string, signal?: AbortSignal): Promise<void> {
  const schema = schemaOf(space);
  await database.transaction(
    async (query) => {
      for (const statement of bootstrap(schema)) await query(statement);
    },
    signal,
    CREATED_BY_ANOTHER,
  );
  for (;;) {
    const isCurrent = await database.transaction(async (query) => {
      const version = await lockVersion(query, schema);
      if (version > SCHEMA_VERSION) throw newer(database);
      const statements = MIGRATIONS[version]?.(schema);
      if (statements === undefined) return true;
      for (const statement of statements) await query(statement);
      await query(`UPDATE ${schema}.meta SET version = $1 WHERE lock = 1`, [version + 1]);
      return false;
    }, signal);
    if (isCurrent) break;
  }
  await amendSpace(database, space, signal);
}

/** Makes the amendments that a space lacks. Only its owner may. */
async function amendSpace(database: Database, space: string, signal?: AbortSignal): Promise<void> {
  const schema = schemaOf(space);
  await database.transaction(async (query) => {
    await query(`SET LOCAL lock_timeout = '${AMENDMENT_LOCK_TIMEOUT}'`);
    await lockVersion(query, schema);
    const made = await countAmendments(query, schema);
    if (made >= AMENDMENTS.length) return;
    await query(`ALTER TABLE ${schema}.meta ADD COLUMN IF NOT EXISTS amendments integer NOT NULL DEFAULT 0`);
    for (const amendment of AMENDMENTS.slice(made)) for (const statement of amendment(schema)) await query(statement);
    await query(`UPDATE ${schema}.meta SET amendments = $1 WHERE lock = 1`, [AMENDMENTS.length]);
  }, signal);
}

async function countAmendments(query: RunQuery, schema: string): Promise<number> {
  // The column is missing in spaces of earlier versions.
  const { rows } = await query(`SELECT to_jsonb(m) ->> 'amendments' AS made FROM ${schema}.meta m WHERE lock = 1`);
  return Number(rows[0]?.made ?? 0);
}

/**
 * Checks that the tables of a space are there and of this version.
 * @returns the rights of the current login
 * @throws unavailable `space_missing`, `space_newer`; permission_denied
 */
export async function openSpace(database: Database, space: string, signal?: AbortSignal): Promise<SpaceRole> {
  const schema = schemaOf(space);
  const { role, made } = await database.transaction(async (query) => {
    const { rows } = await query(`SELECT version FROM ${schema}.meta`);
    // The policies show no row to a login that was removed: readRole refuses it.
    const version = Number(rows[0]?.version ?? SCHEMA_VERSION);
    if (version > SCHEMA_VERSION) throw newer(database);
    if (version === 0) throw missing(database);
    return { role: await readRole(query, schema), made: await countAmendments(query, schema) };
  }, signal);
  // A replica, or a table that is in use: readers check the rows in any case, and the next opening tries again.
  if (role === "owner" && made < AMENDMENTS.length) await amendSpace(database, space, signal).catch(() => undefined);
  return role;
}

/** Returns the rights of the current login. @throws permission_denied if it has none */
export async function readRole(query: RunQuery, schema: string): Promise<SpaceRole> {
  const { rows } = await query(
    `SELECT CASE WHEN owner = current_user THEN 'owner' ELSE (SELECT role FROM ${schema}.members
       WHERE login = current_user AND revoked_at IS NULL) END AS role FROM ${schema}.meta`,
  );
  const role = SPACE_ROLES.find((known) => known === rows[0]?.role);
  if (role === undefined) throw new RecollectError("space_access_refused", { inSpace: true });
  return role;
}

async function lockVersion(query: RunQuery, schema: string): Promise<number> {
  const { rows } = await query(`SELECT version FROM ${schema}.meta WHERE lock = 1 FOR UPDATE`);
  return Number(rows[0]?.version);
}

function newer(database: Database): RecollectError {
  return new RecollectError("space_newer", { place: placeOf(database) });
}

function missing(database: Database): RecollectError {
  return new RecollectError("space_missing", { place: placeOf(database) });
}

function placeOf({ address }: Database): string {
  return `${address.host}/${address.database}`;
}
