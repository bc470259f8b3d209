import type { Clock } from "../../core/ports.ts";
import type { SpaceRole } from "../../core/spaces.ts";
import { createMutex } from "../../core/util/mutex.ts";
import { Database, type DatabaseOptions, type Row, type RunQuery } from "../../postgres/database.ts";
import { RecollectError } from "../../text/errors.ts";
import {
  type Carrier,
  type CarrierDevice,
  checkParcels,
  checkRecordName,
  type DeviceProblem,
  inParts,
  MAX_NAME_BYTES,
  MAX_SEQUENCE,
  PARCEL_OVERHEAD_BYTES,
  type Parcel,
  type ParcelBatch,
} from "../carrier.ts";
import { isDeviceId, MAX_LOGIN_DEVICES, openSpace, readRole, schemaOf } from "./schema.ts";
import { DatabaseWatch } from "./watch-database.ts";

/** The limits of one transaction of a large publication. */
const MAX_TRANSACTION_PARCELS = 2_000;
const MAX_TRANSACTION_BYTES = 2 * 1024 * 1024;
/** Rows of one INSERT. Each takes two parameters, of which the protocol permits 65,535. */
const MAX_INSERT_ROWS = 500;
/** Rows that one read returns at most, whatever their size. */
const MAX_READ_ROWS = 4_000;
const MAX_SKIPPING_LOGINS = 20;

export interface PostgresCarrierOptions extends DatabaseOptions {
  readonly space: string;
  readonly device: string;
  readonly clock: Clock;
}

/**
 * A space in a PostgreSQL database. Entries have no common number: each device counts its own, and publishes them
 * together with its head, so that a reader never sees a sequence before an earlier one (ADR 0037).
 */
export class PostgresCarrier implements Carrier {
  readonly space: string;
  readonly device: string;
  readonly #database: Database;
  readonly #schema: string;
  readonly #clock: Clock;
  /** A device publishes one batch after the other. */
  readonly #inTurn = createMutex();
  readonly #watches = new Set<DatabaseWatch>();
  readonly #problems = new Map<string, DeviceProblem>();
  #role: SpaceRole;
  #skippedRows: ReadonlyMap<string, number> = new Map();

  private constructor(options: PostgresCarrierOptions, database: Database, role: SpaceRole) {
    this.space = options.space;
    this.device = options.device;
    this.#role = role;
    this.#database = database;
    this.#schema = schemaOf(options.space);
    this.#clock = options.clock;
  }

  /** @throws unavailable, permission_denied */
  static async open(options: PostgresCarrierOptions, signal?: AbortSignal): Promise<PostgresCarrier> {
    const database = new Database({ ...options, inSpace: true });
    try {
      return new PostgresCarrier(options, database, await openSpace(database, options.space, signal));
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  get role(): SpaceRole {
    return this.#role;
  }

  get skippedRows(): ReadonlyMap<string, number> {
    return this.#skippedRows;
  }

  get rewrites(): "all" | "none" {
    return this.role === "owner" ? "all" : "none";
  }

  /** How the last watch detects changes. */
  get watchMode(): "notify" | "poll" | null {
    return [...this.#watches].at(-1)?.mode ?? null;
  }

  async register(name: Uint8Array, signal?: AbortSignal): Promise<void> {
    const s = this.#schema;
    await this.#database.transaction(async (query) => {
      const values = [this.device, name];
      const changed = await query(`UPDATE ${s}.devices SET name = $2 WHERE id = $1 AND name <> $2`, values);
      if (changed.count > 0) return;
      const { rows } = await query(`SELECT id FROM ${s}.devices WHERE id = $1`, [this.device]);
      if (rows.length > 0) return;
      await query(`INSERT INTO ${s}.devices (id, login, name) VALUES ($1, current_user, $2)`, values);
    }, signal);
  }

  async head(signal?: AbortSignal): Promise<number> {
    return await this.#database.transaction(async (query) => {
      const { rows } = await query(`SELECT head FROM ${this.#schema}.devices WHERE id = $1`, [this.device]);
      return Number(rows[0]?.head ?? 0);
    }, signal);
  }

  async publish(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    checkParcels(parcels, this.device);
    await this.#inTurn(async () => {
      for (const part of inParts(parcels, MAX_TRANSACTION_PARCELS, MAX_TRANSACTION_BYTES)) {
        await this.#database.transaction((query) => this.#append(query, part), signal);
      }
      // After the commit: a transaction that notifies makes all others that do wait for its commit.
      if (parcels.length > 0) await this.#notify(signal);
    });
  }

  async read(after: ReadonlyMap<string, number>, maxBytes: number, signal?: AbortSignal): Promise<ParcelBatch> {
    return await this.#collect(after, null, maxBytes, signal);
  }

  async readDevice(device: string, after: number, maxBytes: number, signal?: AbortSignal): Promise<ParcelBatch> {
    return await this.#collect(new Map([[device, after]]), device, maxBytes, signal);
  }

  async rewrite(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    if (this.role !== "owner") throw new RecollectError("space_owner_only", {});
    for (const part of inParts(parcels, MAX_TRANSACTION_PARCELS, MAX_TRANSACTION_BYTES)) {
      await this.#database.transaction(async (query) => {
        for (const { device, sequence, body } of part) {
          const text = `UPDATE ${this.#schema}.entries SET body = $3 WHERE device = $1 AND sequence = $2`;
          const { count } = await query(text, [device, sequence, body]);
          if (count === 0) throw new RecollectError("space_entries_missing", { expected: sequence });
        }
      }, signal);
    }
  }

  async watch(onChange: () => void): Promise<() => Promise<void>> {
    const watch = await DatabaseWatch.start({
      database: this.#database,
      channel: this.#schema,
      device: this.device,
      fingerprint: (signal) => this.#fingerprint(signal),
      onChange,
    });
    this.#watches.add(watch);
    return async () => {
      this.#watches.delete(watch);
      await watch.close();
    };
  }

  async devices(signal?: AbortSignal): Promise<readonly CarrierDevice[]> {
    const s = this.#schema;
    return await this.#database.transaction(async (query) => {
      this.#role = await readRole(query, s);
      // A device of a removed login that has no entries concerns nobody any more.
      const { rows } = await query(
        `SELECT d.id, nullif(d.login, current_user) AS login, ${HEAD}, ${MAY_BE_VALID} AS is_valid,
            CASE WHEN octet_length(d.name) <= ${MAX_NAME_BYTES} THEN d.name END AS name,
            CASE WHEN ${MAY_BE_SEEN} THEN extract(epoch FROM d.last_seen) * 1000 END AS seen,
            d.revoked_at IS NOT NULL OR m.revoked_at IS NOT NULL AS revoked
           FROM (${this.#validDevices()}) d LEFT JOIN ${s}.members m ON m.login = d.login
           WHERE m.revoked_at IS NULL OR d.id = $1 OR EXISTS (SELECT 1 FROM ${s}.entries e WHERE e.device = d.id)
           ORDER BY d.id`,
        [this.device],
      );
      await this.#countSkipped(query);
      return rows.map(({ id, login, name, head, seen, revoked, is_valid: isValid }) => {
        const device = String(id);
        if (revoked === true) this.#problems.delete(device);
        else if (isValid !== true) this.#noteProblem(device, "invalid", 0);
        else if (this.#problems.get(device)?.kind === "invalid") this.#problems.delete(device);
        return {
          id: device,
          login: login === null ? null : String(login),
          name: name as Uint8Array | null,
          lastSeen: seen === null ? null : Math.round(Number(seen)),
          head: Number(head),
          revokedAfter: revoked === true ? Number(head) : null,
          problem: this.#problems.get(device) ?? null,
        };
      });
    }, signal);
  }

  /**
   * The rows of `devices` that are devices. Members write them with any program, and the server of a space that its
   * owner has not opened with this version does not check them.
   */
  #validDevices(): string {
    return `SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY login ORDER BY revoked_at IS NOT NULL, id) AS place
      FROM ${this.#schema}.devices WHERE ${isDeviceId("id")}) valid WHERE place <= ${MAX_LOGIN_DEVICES}`;
  }

  async #countSkipped(query: RunQuery): Promise<void> {
    const s = this.#schema;
    const { rows } = await query(
      `SELECT d.login, count(*) - least(count(*) FILTER (WHERE ${isDeviceId("d.id")}), ${MAX_LOGIN_DEVICES}) AS skipped
         FROM ${s}.devices d LEFT JOIN ${s}.members m ON m.login = d.login WHERE m.revoked_at IS NULL GROUP BY d.login
         HAVING count(*) > least(count(*) FILTER (WHERE ${isDeviceId("d.id")}), ${MAX_LOGIN_DEVICES})
         ORDER BY d.login LIMIT ${MAX_SKIPPING_LOGINS}`,
    );
    this.#skippedRows = new Map(rows.map(({ login, skipped }) => [String(login), Number(skipped)]));
  }

  async revoke(device: string, signal?: AbortSignal): Promise<void> {
    if (this.role !== "owner") throw new RecollectError("space_owner_only", {});
    await this.#database.transaction(async (query) => {
      const text = `UPDATE ${this.#schema}.devices SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1`;
      const { count } = await query(text, [device]);
      if (count === 0) throw new RecollectError("space_device_unknown", { device });
    }, signal);
  }

  async records(signal?: AbortSignal): Promise<ReadonlyMap<string, Uint8Array>> {
    return await this.#database.transaction(async (query) => {
      const { rows } = await query(`SELECT name, body FROM ${this.#schema}.records ORDER BY name`);
      return new Map(rows.map(({ name, body }) => [String(name), body as Uint8Array]));
    }, signal);
  }

  async putRecord(name: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    checkRecordName(name);
    await this.#database.transaction(async (query) => {
      const s = this.#schema;
      await query(`INSERT INTO ${s}.records (name, body) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, [name, body]);
      const { rows } = await query(`SELECT body = $2 AS is_equal FROM ${s}.records WHERE name = $1`, [name, body]);
      if (rows[0]?.is_equal !== true) throw new RecollectError("space_record_differs", { name });
    }, signal);
  }

  /** A database needs no maintenance by a device. */
  async maintain(): Promise<void> {}

  async close(): Promise<void> {
    await Promise.all([...this.#watches].map((watch) => watch.close()));
    this.#watches.clear();
    await this.#inTurn(async () => undefined);
    await this.#database.close();
  }

  /**
   * Appends the parcels that are not there yet and moves the head, in one transaction: n + 1 is never visible before n.
   * The lock on the device's row makes two installations with one identity wait for each other.
   */
  async #append(query: RunQuery, parcels: readonly Parcel[]): Promise<void> {
    const s = this.#schema;
    const [first, last] = [parcels[0]?.sequence ?? 0, parcels.at(-1)?.sequence ?? 0];
    const head = await this.#lockHead(query);
    if (first > head + 1) throw new RecollectError("space_entries_missing", { expected: head + 1 });
    if (first <= head) await this.#compare(query, parcels.slice(0, head - first + 1));
    const added = parcels.slice(Math.max(0, head - first + 1));
    if (added.length === 0) return;
    for (let from = 0; from < added.length; from += MAX_INSERT_ROWS) {
      const rows = added.slice(from, from + MAX_INSERT_ROWS);
      const places = rows.map((_, index) => `($1, $${2 * index + 2}, $${2 * index + 3})`).join(", ");
      const values = rows.flatMap(({ sequence, body }) => [sequence, body]);
      await query(`INSERT INTO ${s}.entries (device, sequence, body) VALUES ${places}`, [this.device, ...values]);
    }
    const text = `UPDATE ${s}.devices SET head = $2, last_seen = now() WHERE id = $1 AND head = $3`;
    const { count } = await query(text, [this.device, last, head]);
    if (count !== 1) throw new RecollectError("space_device_revoked", {});
  }

  async #lockHead(query: RunQuery): Promise<number> {
    const text = `SELECT head, revoked_at IS NOT NULL AS revoked FROM ${this.#schema}.devices WHERE id = $1`;
    // The policies permit a member to read the row of a removed device, but not to lock it.
    const [found] = (await query(`${text} FOR UPDATE`, [this.device])).rows;
    const [device] = found === undefined ? (await query(text, [this.device])).rows : [found];
    if (device?.revoked === true) throw new RecollectError("space_device_revoked", {});
    if (device === undefined) throw new RecollectError("space_device_unknown", { device: this.device });
    if (found === undefined) throw new RecollectError("space_access_refused", { inSpace: true });
    return Number(found.head);
  }

  /** @throws conflict if other bytes are there */
  async #compare(query: RunQuery, parcels: readonly Parcel[]): Promise<void> {
    const { rows } = await query(
      `SELECT sequence, body FROM ${this.#schema}.entries WHERE device = $1 AND sequence BETWEEN $2 AND $3`,
      [this.device, parcels[0]?.sequence, parcels.at(-1)?.sequence],
    );
    const stored = new Map(rows.map(({ sequence, body }) => [Number(sequence), body as Buffer]));
    for (const { sequence, body } of parcels) {
      if (stored.get(sequence)?.equals(body) === true) continue;
      throw new RecollectError("space_sequence_reused", { sequence });
    }
  }

  /** Best effort: a watch that gets no notification compares the heads from time to time. */
  async #notify(signal: AbortSignal | undefined): Promise<void> {
    await this.#database
      .transaction((query) => query("SELECT pg_notify($1, $2)", [this.#schema, this.device]), signal)
      .catch(() => undefined);
  }

  /**
   * Reads the heads first, then the entries up to them: every entry of a head that was seen is there. Rows after a gap,
   * which only another program can have made, are left out by the server, so that they delay no other device.
   */
  async #collect(
    after: ReadonlyMap<string, number>,
    device: string | null,
    maxBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<ParcelBatch> {
    const s = this.#schema;
    return await this.#database.transaction(async (query) => {
      const where = device === null ? "" : " WHERE d.id = $1";
      const heads = await query(
        `SELECT d.id, ${HEAD} FROM (${this.#validDevices()}) d${where}`,
        device === null ? [] : [device],
      );
      const ahead = heads.rows
        .map(({ id, head }) => ({ id: String(id), head: Number(head), after: after.get(String(id)) ?? 0 }))
        .filter((found) => found.head > found.after);
      if (ahead.length === 0) return { parcels: [], hasMore: false };
      const text = `SELECT device, sequence, body FROM (
          SELECT device, sequence, body, sum(octet_length(body) + ${PARCEL_OVERHEAD_BYTES})
              OVER (ORDER BY device, sequence) - octet_length(body) - ${PARCEL_OVERHEAD_BYTES} AS bytes_before
            FROM (SELECT k.device, e.sequence, e.body
              FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS k (device, after, head)
              CROSS JOIN LATERAL (SELECT sequence, body, row_number() OVER (ORDER BY sequence) AS position
                FROM ${s}.entries WHERE device = k.device AND sequence > k.after AND sequence <= k.head
                ORDER BY sequence LIMIT ${MAX_READ_ROWS}) e
              WHERE e.sequence = k.after + e.position
              ORDER BY k.device, e.sequence LIMIT ${MAX_READ_ROWS}) found
        ) page WHERE bytes_before < $4 ORDER BY device, sequence`;
      const places = [ahead.map(({ id }) => id), ahead.map((found) => found.after), ahead.map(({ head }) => head)];
      const { rows } = await query(text, [...places, maxBytes]);
      const parcels = rows.map(toParcel);
      const bytes = parcels.reduce((sum, { body }) => sum + body.length + PARCEL_OVERHEAD_BYTES, 0);
      const hasMore = rows.length === MAX_READ_ROWS || bytes >= maxBytes;
      if (!hasMore) this.#noteGaps(ahead, parcels);
      return { parcels, hasMore };
    }, signal);
  }

  /** Records the devices whose entries end before their heads. */
  #noteGaps(ahead: readonly { id: string; head: number; after: number }[], parcels: readonly Parcel[]): void {
    const last = new Map(parcels.map(({ device, sequence }) => [device, sequence]));
    for (const { id, head, after } of ahead) {
      const sequence = (last.get(id) ?? after) + 1;
      if (this.#problems.get(id)?.kind === "invalid") continue;
      if (sequence > head) this.#problems.delete(id);
      else this.#noteProblem(id, "missing", sequence);
    }
  }

  #noteProblem(device: string, kind: "missing" | "invalid", sequence: number): void {
    const before = this.#problems.get(device);
    if (before?.kind === kind && before.sequence === sequence) return;
    this.#problems.set(device, { kind, file: null, sequence, since: this.#clock.now() });
  }

  /** Differs after each change of another device, and of the rights of this login. */
  async #fingerprint(signal: AbortSignal): Promise<string> {
    const s = this.#schema;
    return await this.#database.transaction(async (query) => {
      const { rows } = await query(
        `SELECT coalesce(sum(head), 0) AS heads, count(*) AS devices, count(revoked_at) AS revoked,
            (SELECT count(*) FROM ${s}.records) AS records,
            (SELECT role FROM ${s}.members WHERE login = current_user AND revoked_at IS NULL) AS role
           FROM ${s}.devices WHERE id <> $1`,
        [this.device],
      );
      return JSON.stringify(rows[0]);
    }, signal);
  }
}

/** The announced head: a device that announces more than there can be has the entries that are there. */
const HEAD = `least(greatest(d.head, 0), ${MAX_SEQUENCE}) AS head`;
const MAY_BE_SEEN =
  "isfinite(d.last_seen) AND d.last_seen BETWEEN '2000-01-01 00:00:00+00' AND now() + interval '1 day'";
const MAY_BE_VALID = `d.head BETWEEN 0 AND ${MAX_SEQUENCE} AND octet_length(d.name) <= ${MAX_NAME_BYTES}
  AND (d.last_seen IS NULL OR ${MAY_BE_SEEN})`;

function toParcel({ device, sequence, body }: Row): Parcel {
  return { device: String(device), sequence: Number(sequence), body: body as Buffer };
}
