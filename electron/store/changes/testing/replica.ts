import { join } from "node:path";
import Database from "better-sqlite3";
import type { Memory, Revision } from "../../../core/memory.ts";
import type { AppliedChange, RefusedEntry } from "../../../core/replication/change-store.ts";
import type { LoggedEntry } from "../../../core/replication/entry.ts";
import { DEFAULT_SECRET_POLICY } from "../../../core/secrets/policy.ts";
import { type OpenedStore, openMemoryStore } from "../../open-memory-store.ts";
import { fillEmptyFolder, optionsIn, START } from "../../testing/open-store.ts";

/** The id of the space of these tests. */
export const SPACE = "01SPACE0000000000000000000";
export const SHARED = "acme/shop";
export const PRIVATE = "acme/secrets";

/** A ULID that is different for each pair of numbers. */
export function ulidAt(kind: string, number: number): string {
  return `01${kind}${number.toString(10).padStart(24 - kind.length, "0")}`;
}

/** A store of one device, with a clock of its own. */
export class Replica {
  readonly folder: string;
  readonly number: number;
  /** How far its clock is ahead. */
  skew: number;
  #store: OpenedStore | null = null;
  #now = START;
  #devices = 0;

  constructor(folder: string, number: number, skew = 0) {
    this.folder = folder;
    this.number = number;
    this.skew = skew;
  }

  get store(): OpenedStore {
    if (this.#store === null) throw new Error("The replica is not open.");
    return this.#store;
  }

  get path(): string {
    return join(this.folder, "memories.sqlite");
  }

  /** The device's clock. */
  now(): number {
    return this.#now + this.skew;
  }

  /** Lets time pass. */
  tick(milliseconds: number): void {
    this.#now += milliseconds;
  }

  async open(): Promise<this> {
    await fillEmptyFolder(this.folder);
    this.#store = await openMemoryStore({ ...optionsIn(this.folder), clock: { now: () => this.now() } });
    return this;
  }

  async close(): Promise<void> {
    await this.#store?.close();
    this.#store = null;
  }

  async reopen(): Promise<void> {
    await this.close();
    await this.open();
  }

  nextDevice(): string {
    this.#devices += 1;
    return ulidAt("DEV", this.number * 1_000 + this.#devices);
  }

  join(domains: readonly string[] = [SHARED], id = SPACE): Promise<void> {
    const deviceId = this.nextDevice();
    return this.store.changes.addSpace({ id, name: "team", deviceId, deviceName: `device ${this.number}`, domains });
  }

  async share(mergeIdentical = false, id = SPACE): Promise<AppliedChange[]> {
    const all: AppliedChange[] = [];
    const edit = { client: null, at: this.now() };
    await this.store.changes.shareExisting(id, mergeIdentical, edit, (_, changes) => all.push(...changes));
    return all;
  }

  async apply(entries: readonly LoggedEntry[], id = SPACE): Promise<RefusedEntry[]> {
    return this.store.changes.apply(id, entries, DEFAULT_SECRET_POLICY, () => undefined);
  }

  /** The memories of the shared domains with their history, in the order of their ids. */
  async state(domain = SHARED): Promise<{ memory: Memory; history: Revision[] }[]> {
    const { memories } = this.store;
    const ids = this.query<{ id: string }>("SELECT id FROM memories WHERE domain = ? ORDER BY id", domain);
    const found: { memory: Memory; history: Revision[] }[] = [];
    for (const { id } of ids) {
      const memory = await memories.get(id);
      if (memory !== null) found.push(withoutAuthors({ memory, history: await memories.history(id) }));
    }
    return found;
  }

  /** Reads with a connection of its own. */
  query<Row>(sql: string, ...values: readonly unknown[]): Row[] {
    const database = new Database(this.path, { readonly: true });
    try {
      return database.prepare<unknown[], Row>(sql).all(...values);
    } finally {
      database.close();
    }
  }
}

/** Each device shows the changes of the others as theirs: everything else is equal. */
export function withoutAuthors<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === "client" ? null : each))) as T;
}

/** What carriers do, in memory: every device's changes in order. */
export class Exchange {
  readonly #logs = new Map<string, LoggedEntry[]>();

  get entries(): LoggedEntry[] {
    return [...this.#logs.values()].flat();
  }

  /** Publishes a replica's changes; the record of the publication can get lost. */
  async publish(replica: Replica, isNoted = true, id = SPACE): Promise<void> {
    const { changes } = replica.store;
    for (;;) {
      const entries = await changes.outgoing(id, 10_000);
      for (const entry of entries) this.#append(entry);
      const last = entries.at(-1);
      if (last === undefined || !isNoted) return;
      await changes.setPublished(id, last.device, last.sequence);
    }
  }

  /** What a replica does not have, each device's changes in order; the order of devices is the caller's. */
  async missing(replica: Replica, id = SPACE): Promise<Map<string, LoggedEntry[]>> {
    const received = await replica.store.changes.received(id);
    const own = (await replica.store.changes.spaces()).find((space) => space.id === id)?.device.id;
    const missing = new Map<string, LoggedEntry[]>();
    for (const [device, log] of this.#logs) {
      const rest = log.slice(received.get(device) ?? 0);
      if (device !== own && rest.length > 0) missing.set(device, rest);
    }
    return missing;
  }

  async deliver(replica: Replica, id = SPACE): Promise<RefusedEntry[]> {
    return replica.apply([...(await this.missing(replica, id)).values()].flat(), id);
  }

  #append(entry: LoggedEntry): void {
    const log = this.#logs.get(entry.device) ?? [];
    this.#logs.set(entry.device, log);
    const present = log[entry.sequence - 1];
    if (present === undefined && entry.sequence !== log.length + 1) throw new Error("A sequence has a gap.");
    // A purge can have deleted the contents of a change between two attempts to publish it.
    if (present === undefined || entry.body.includes('"erased"')) log[entry.sequence - 1] = entry;
    else if (present.body !== entry.body) throw new Error("Two different changes have the same sequence.");
  }
}

/** Publishes and delivers everything, until nothing is missing. */
export async function synchronise(replicas: readonly Replica[], exchange: Exchange, id = SPACE): Promise<void> {
  // Twice: a replica that had an own memory with a received id writes a change for it.
  for (let round = 0; round < 2; round++) {
    for (const replica of replicas) await exchange.publish(replica, true, id);
    for (const replica of replicas) {
      const [refused] = await exchange.deliver(replica, id);
      if (refused !== undefined) throw new Error(JSON.stringify(refused));
    }
  }
}
