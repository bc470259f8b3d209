import type { Database } from "better-sqlite3";
import type { Clock } from "../../core/ports.ts";
import { HybridClock, lastStampAt, type Stamp } from "../../core/replication/stamp.ts";

/** A space that this device is a member of. */
export interface Space {
  /** Its key in this database. */
  readonly number: number;
  readonly id: string;
  readonly name: string;
  /** This device in the space. */
  readonly device: { readonly number: number; readonly id: string; readonly name: string };
  readonly domains: ReadonlySet<string>;
  /** The last entry of this device that its carrier has. */
  readonly published: number;
  /** The row up to which the memories that existed before are shared. */
  readonly sharedTo: number;
  readonly isLeaving: boolean;
  readonly createdAt: number;
}

interface SpaceRow {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly device: number;
  readonly device_id: string;
  readonly device_name: string;
  readonly created_at: number;
  readonly published: number;
  readonly shared_to: number;
  readonly leaving: number;
}

/** The spaces of this device in memory, and the clock of their stamps. */
export class SpaceCache {
  readonly clock: HybridClock;
  readonly #database: Database;
  readonly #systemClock: Clock;
  #all: readonly Space[] = [];
  #byDomain: ReadonlyMap<string, Space> = new Map();

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#systemClock = clock;
    this.clock = new HybridClock(clock);
    this.load();
    for (const stamp of this.#lastStamps()) this.clock.observe(stamp);
  }

  get all(): readonly Space[] {
    return this.#all;
  }

  /** Entries with greater stamps are held. */
  get lastStamp(): Stamp {
    return lastStampAt(this.#systemClock.now());
  }

  /** Whether any domain is shared. */
  get hasDomains(): boolean {
    return this.#byDomain.size > 0;
  }

  ofDomain(domain: string): Space | null {
    return this.#byDomain.get(domain) ?? null;
  }

  byNumber(number: number): Space | undefined {
    return this.#all.find((space) => space.number === number);
  }

  byId(id: string): Space | undefined {
    return this.#all.find((space) => space.id === id);
  }

  /** Reads the spaces again; must be called after each commit that changed them. */
  load(): void {
    const domains = this.#database
      .prepare<[number], string>("SELECT domain FROM space_domains WHERE space = ? ORDER BY domain")
      .pluck();
    const rows = this.#database
      .prepare<[], SpaceRow>(
        `SELECT s.number, s.id, s.name, s.device, d.id AS device_id, d.name AS device_name, s.created_at, s.published,
           s.shared_to, s.leaving
         FROM spaces s JOIN space_devices d ON d.number = s.device ORDER BY s.number`,
      )
      .all();
    this.#all = rows.map((row) => ({
      number: row.number,
      id: row.id,
      name: row.name,
      device: { number: row.device, id: row.device_id, name: row.device_name },
      domains: new Set(domains.all(row.number)),
      published: row.published,
      sharedTo: row.shared_to,
      isLeaving: row.leaving === 1,
      createdAt: row.created_at,
    }));
    this.#byDomain = new Map(this.#all.flatMap((space) => [...space.domains].map((domain) => [domain, space])));
  }

  #lastStamps(): string[] {
    return this.#database
      .prepare<[], string>(
        `SELECT max(last_stamp,
           coalesce((SELECT stamp FROM entries e WHERE e.device = d.number ORDER BY sequence DESC LIMIT 1), ''))
         FROM space_devices d`,
      )
      .pluck()
      .all()
      .filter((stamp) => stamp !== "");
  }
}
