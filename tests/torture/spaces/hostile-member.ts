import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { ulid } from "ulid";
import { addressOf, type TestDatabase } from "../../../electron/postgres/testing/test-database.ts";
import { createRandom } from "../../../electron/search/testing/random-vectors.ts";
import type { Carrier, Parcel } from "../../../electron/spaces/carrier.ts";
import { SpaceKeys } from "../../../electron/spaces/encryption/space-keys.ts";
import { FolderCarrier } from "../../../electron/spaces/folder/folder-carrier.ts";
import { encodeSegment } from "../../../electron/spaces/folder/segment.ts";
import { PostgresCarrier } from "../../../electron/spaces/postgres/postgres-carrier.ts";
import { schemaOf } from "../../../electron/spaces/postgres/schema.ts";
import { toEntry } from "../../../electron/spaces/publish-entries.ts";
import type { Fault } from "../faults.ts";
import type { Report } from "../report.ts";
import { DATABASE_DOMAINS, FOLDER_DOMAINS } from "./domains.ts";
import { INVALID_ATTACKS, VALID_ATTACKS, type Victims } from "./hostile-entries.ts";
import type { MadeSpace } from "./join-spaces.ts";
import { unseal } from "./open-carriers.ts";

const clock = { now: () => Date.now() };
const READ_BYTES = 4 * 1024 * 1024;
/** A device is used again until one of its entries is not valid. A login may have 200. */
const NEW_DEVICE = 0.3;
const FILES = 1_000;

export interface HostileMemberOptions {
  /** Its copy of the synced folder. */
  readonly folder: string;
  readonly database: TestDatabase;
  /** Its login in the database. */
  readonly login: { readonly name: string; readonly password: string };
  readonly spaces: readonly [inFolder: MadeSpace, inDatabase: MadeSpace];
  readonly seed: number;
  readonly report: Report;
  readonly onPurge: (memory: string) => void;
}

/** A member of both spaces that runs another program. */
export class HostileMember {
  readonly #options: HostileMemberOptions;
  readonly #carriers: [Carrier | null, Carrier | null] = [null, null];
  /** For the two spaces and the files: they run at the same time, and each repeats its decisions. */
  readonly #randoms;
  readonly #sequences = new Map<string, number>();
  /** The devices that it has made, in both spaces. */
  readonly devices: [Set<string>, Set<string>] = [new Set(), new Set()];
  readonly #flooded = new Map<string, string>();
  /** The number of entries and files that the others have to report. */
  invalid = 0;

  constructor(options: HostileMemberOptions) {
    this.#options = options;
    this.#randoms = [0, 1, 2].map((number) => createRandom(options.seed * 1000 + 500 + number));
  }

  /** The attacks on each part. Those of two parts can run at the same time. */
  get attacks(): readonly (readonly Fault[])[] {
    const entries = ([0, 1] as const).map((space) =>
      [VALID_ATTACKS, INVALID_ATTACKS].flatMap((attacks) =>
        Object.entries(attacks).map(([name, make]): Fault => {
          const inflict = () => this.#send(space, attacks === VALID_ATTACKS, make);
          return { name: `${space === 0 ? "folder" : "database"}: ${name}`, inflict };
        }),
      ),
    );
    const files = Object.entries(this.#fileAttacks).map(([name, write]): Fault => {
      return { name: `files: ${name}`, inflict: async () => await write() };
    });
    const rows = Object.entries(this.#rowAttacks).map(([name, sql]): Fault => {
      return { name: `rows: ${name}`, inflict: () => this.#query(sql) };
    });
    return [...entries, files, rows];
  }

  /** Continues after it was removed: writes entries of its devices in the folder, and sends statements with its login. */
  async goOn(): Promise<void> {
    const { spaces, onPurge } = this.#options;
    const random = this.#random(2);
    const [{ id, passphrase }] = spaces;
    const reader = new FolderCarrier({ folder: this.#options.folder, space: id, device: ulid(), clock });
    const keys = passphrase === null ? null : await SpaceKeys.open(id, await reader.records(), passphrase);
    for (const device of this.devices[0]) {
      const victims = { device, domain: FOLDER_DOMAINS[0] ?? "", random, onPurge, memories: [], entries: [] };
      const attacks = [VALID_ATTACKS["many memories"], INVALID_ATTACKS["not JSON"]];
      const bodies = attacks.flatMap((make) => make?.(victims) ?? []);
      const first = (this.#sequences.get(device) ?? 0) + 1;
      const parcels = bodies.map((body, index): Parcel => {
        const sequence = first + index;
        return { device, sequence, body: keys?.seal(device, String(sequence), body) ?? body };
      });
      const { bytes, fileName } = await encodeSegment(id, parcels, 0);
      const folder = path.join(this.#root, "devices", device);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, fileName), bytes);
    }
    for (const sql of Object.values(this.#rowAttacks)) await this.#query(sql);
  }

  async close(): Promise<void> {
    for (const carrier of this.#carriers) await carrier?.close();
  }

  async #send(space: 0 | 1, isValid: boolean, make: (victims: Victims) => readonly Uint8Array[]): Promise<void> {
    const { report, onPurge } = this.#options;
    const random = this.#random(space);
    try {
      const carrier = this.#carriers[space] ?? (await this.#open(space));
      this.#carriers[space] = random.next() < NEW_DEVICE || !isValid ? null : carrier;
      const domain = [FOLDER_DOMAINS, DATABASE_DOMAINS][space]?.[random.integer(2)] ?? "";
      const { device } = carrier;
      const bodies = make({ device, domain, random, onPurge, ...(await this.#read(carrier)) });
      const first = (this.#sequences.get(device) ?? 0) + 1;
      const parcels = bodies.map((body, index): Parcel => ({ device, sequence: first + index, body }));
      if (parcels.length > 0) await carrier.publish(parcels);
      this.#sequences.set(device, first - 1 + parcels.length);
      if (!isValid) this.invalid += 1;
      report.count("hostile entries", isValid ? "valid" : "invalid", parcels.length);
      if (this.#carriers[space] === null) await carrier.close();
    } catch (error) {
      this.#carriers[space] = null;
      report.count("hostile entries", `refused: ${(error as Error).message.slice(0, 40)}`);
    }
  }

  async #open(space: 0 | 1): Promise<Carrier> {
    const { folder, database, login, spaces } = this.#options;
    const device = ulid();
    const { id } = spaces[space];
    this.devices[space].add(device);
    const password = async () => login.password;
    const address = addressOf(database, { user: login.name });
    const carrier =
      space === 0
        ? new FolderCarrier({ folder, space: id, device, clock })
        : await PostgresCarrier.open({ address, password, space: id, device, clock });
    const opened = await unseal(carrier, spaces[space]);
    await opened.register(Buffer.from("device 0 \u001b[31m"));
    return opened;
  }

  /** A few memories and entries of others. */
  async #read(carrier: Carrier): Promise<Pick<Victims, "memories" | "entries">> {
    const own = [...this.devices[0], ...this.devices[1]].map((device) => [device, Number.MAX_SAFE_INTEGER] as const);
    const { parcels } = await carrier.read(new Map(own), READ_BYTES);
    const entries = parcels.flatMap((parcel) => toEntry(parcel)?.body ?? []);
    const memories = new Set(entries.flatMap((text) => /"memory":"([^"]+)"/.exec(text)?.[1] ?? []));
    return { entries, memories: [...memories] };
  }

  #random(number: number): ReturnType<typeof createRandom> {
    return this.#randoms[number] ?? createRandom(number);
  }

  get #root(): string {
    return path.join(this.#options.folder, this.#options.spaces[0].id);
  }

  /** A folder of a device, which is new or of a device of others. */
  #deviceFolder(): string {
    const device = ulid();
    this.devices[0].add(device);
    const folder = path.join(this.#root, "devices", device);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** The folder of a device that is flooded again and again: a run of ten minutes could not copy new folders each time. */
  #floodedFolder(attack: string): string {
    const folder = this.#flooded.get(attack) ?? this.#deviceFolder();
    this.#flooded.set(attack, folder);
    return folder;
  }

  #write(name: string, bytes: string | Uint8Array): void {
    writeFileSync(path.join(this.#deviceFolder(), name), bytes);
  }

  get #fileAttacks(): Readonly<Record<string, () => void | Promise<void>>> {
    const { spaces } = this.#options;
    const random = this.#random(2);
    const head = (value: unknown) => () => this.#write("head.json", JSON.stringify(value));
    const records = () => path.join(this.#root, "records");
    const segmentName = (first: number, last: number) =>
      `${String(first).padStart(16, "0")}-${String(last).padStart(16, "0")}.000000.segment`;
    const anyDevice = () => {
      const names = readdirSync(path.join(this.#root, "devices"));
      return names[random.integer(names.length)] ?? "";
    };
    return {
      "head not JSON": () => this.#write("head.json", "{"),
      "head out of range": head({ format: 1, name: "eA==", head: 2 ** 53, at: 1e300 }),
      "head far ahead": head({ format: 1, name: "eA==", head: Number.MAX_SAFE_INTEGER, at: Number.MAX_SAFE_INTEGER }),
      "head with a long name": head({ format: 1, name: "eA==".repeat(10_000), head: 1, at: 1 }),
      "head of 10 MB": () => {
        const bytes = Buffer.alloc(10 * 1024 * 1024, 32);
        writeFileSync(path.join(this.#floodedFolder("head"), "head.json"), bytes);
      },
      "head is a folder": () => void mkdirSync(path.join(this.#deviceFolder(), "head.json")),
      "thousands of files": () => {
        const folder = this.#floodedFolder("files");
        const text = String(random.next());
        for (let at = 0; at < FILES; at++) writeFileSync(path.join(folder, `${at} of many.txt`), text);
      },
      "thousands of segment names": () => {
        const folder = this.#floodedFolder("segments");
        const text = String(random.next());
        for (let at = 1; at <= FILES; at++) writeFileSync(path.join(folder, segmentName(1, at)), text);
      },
      "device in lower case": () =>
        void mkdirSync(path.join(this.#root, "devices", anyDevice().toLowerCase()), { recursive: true }),
      "names in other forms": () => {
        for (const name of ["cafe\u0301", "caf\u00e9", "CON", "a".repeat(200), "\u202Egnp.exe", "-rf"]) {
          writeFileSync(path.join(this.#deviceFolder(), name), "x");
        }
      },
      "a link": () => {
        const link = path.join(this.#root, "devices", ulid());
        symlinkSync("/", link);
        setTimeout(() => rmSync(link, { force: true }), 2_000);
      },
      "a damaged segment": () => this.#write(segmentName(1, 5), Buffer.alloc(5_000, 7)),
      "a segment of another device": async () => {
        const device = ulid();
        const { bytes, fileName } = await encodeSegment(
          spaces[0].id,
          [{ device, sequence: 1, body: Buffer.from("x") }],
          0,
        );
        this.#write(fileName, bytes);
      },
      "a segment of a million": () => this.#write(segmentName(1, 65_000), "RCLSEG1\n"),
      "a bad revocation": () => {
        const name = `revoked-${anyDevice()}-${ulid()}`.toLowerCase();
        writeFileSync(path.join(records(), name), anyRecord(random));
      },
      "many records": () => {
        for (let at = 0; at < 300; at++) writeFileSync(path.join(records(), `key-0000${at + 1000}-x`), "x");
      },
    };
  }

  get #rowAttacks(): Readonly<Record<string, string>> {
    const schema = schemaOf(this.#options.spaces[1].id);
    const insert = (id: string, name = "''") =>
      `INSERT INTO ${schema}.devices (id, login, name) VALUES ('${id}', current_user, ${name})`;
    return {
      "a device that is not an id": insert("x"),
      "a device in lower case": insert(ulid().toLowerCase()),
      "a long name": insert(ulid(), "decode(repeat('00', 1000000), 'hex')"),
      "a head out of range": `UPDATE ${schema}.devices SET head = 9223372036854775807`,
      "seen in eternity": `UPDATE ${schema}.devices SET last_seen = 'infinity'`,
      "seen in year 290000": `UPDATE ${schema}.devices SET last_seen = '290000-01-01'`,
      "many devices": `INSERT INTO ${schema}.devices (id, login, name)
        SELECT lpad(n::text, 26, '0'), current_user, '' FROM generate_series(1, 5000) n`,
      "entries of others": `INSERT INTO ${schema}.entries SELECT * FROM ${schema}.entries LIMIT 1`,
      "no entries": `DELETE FROM ${schema}.entries`,
      "no devices": `DELETE FROM ${schema}.devices`,
      "a document": `INSERT INTO ${schema}.records (name, body) VALUES ('key-00000009-ffffffffffffffff', 'x')`,
    };
  }

  async #query(sql: string): Promise<void> {
    const { database, login, report } = this.#options;
    const { server, database: name } = database;
    const client = new pg.Client({
      host: "127.0.0.1",
      port: server.port,
      user: login.name,
      password: login.password,
      database: name,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query(sql);
      report.count("hostile rows", "accepted by the database");
    } catch {
      report.count("hostile rows", "refused by the database");
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

function anyRecord(random: ReturnType<typeof createRandom>): Uint8Array {
  return Buffer.from(["{", "RCLREC1\n", '{"after":-1}', ""][random.integer(4)] ?? "");
}
