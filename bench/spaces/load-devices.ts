import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "ulid";
import { writeEntry } from "../../electron/core/replication/entry.ts";
import { HybridClock } from "../../electron/core/replication/stamp.ts";
import type { PostgresAddress } from "../../electron/postgres/address.ts";
import { PostgresCarrier } from "../../electron/spaces/postgres/postgres-carrier.ts";
import { toEntry, toParcel } from "../../electron/spaces/publish-entries.ts";
import { contentOf } from "../http/contents.ts";
import { quantile } from "../support/statistics.ts";
import { DOMAIN } from "./member.ts";

/** The batch size of an application. */
const READ_BYTES = 256 * 1024;
const PATIENCE_MS = 600_000;
const clock = { now: () => Date.now() };

export interface LoadDevicesOptions {
  readonly address: PostgresAddress;
  readonly password: string;
  readonly space: string;
  readonly devices: number;
  /** Changes of each device in a second. */
  readonly rate: number;
  readonly seconds: number;
}

export interface LoadDevicesResult {
  /** From making a change to having it on another device, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The same for the changes of the first and the last quarter of the time. */
  readonly firstQuarter: number;
  readonly lastQuarter: number;
  /** After the last change, until every device had all, in milliseconds. */
  readonly drained: number;
}

type OnReceived = (device: string, sequence: number, madeAt: () => number) => void;

/**
 * A device without a store: it makes changes as the change log does, sends them, and reads the changes of all others.
 */
class Device {
  readonly #carrier: PostgresCarrier;
  readonly #hybridClock = new HybridClock(clock);
  readonly #after = new Map<string, number>();
  readonly #onReceived: OnReceived;
  #outbox: { device: string; sequence: number; body: string }[] = [];
  #sequence = 0;
  #sending: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #hasNew = false;

  constructor(carrier: PostgresCarrier, onReceived: OnReceived) {
    this.#carrier = carrier;
    this.#onReceived = onReceived;
  }

  get id(): string {
    return this.#carrier.device;
  }

  async start(): Promise<void> {
    await this.#carrier.register(Buffer.from(`load ${this.id}`));
    await this.#carrier.watch(() => this.read());
    this.read();
  }

  /** Makes a change and sends it, with those that were made while the last ones were sent. */
  write(): void {
    this.#sequence += 1;
    const stamp = this.#hybridClock.next(this.id);
    const at = Date.now();
    const { content, namespace, tags } = contentOf(this.#sequence + Number.parseInt(this.id.slice(-4), 32) * 1000);
    const validity = { validFrom: null, validUntil: null };
    const body = writeEntry({
      stamp,
      memory: ulid(),
      action: "capture",
      parents: [],
      at,
      client: null,
      fields: {
        content: `${content} ${stamp}`,
        namespace,
        domain: DOMAIN,
        tags: [...new Set(tags)].sort(),
        source: null,
        validity,
        pinned: false,
        deletedAt: null,
        supersededBy: null,
      },
      origin: { createdAt: at, updatedAt: at, author: null, past: 0, as: "capture" },
    });
    this.#outbox.push({ device: this.id, sequence: this.#sequence, body });
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
  }

  /** Reads the new changes. */
  read(): void {
    this.#hasNew = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
      if (this.#hasNew) this.read();
    });
  }

  async sent(): Promise<void> {
    while (this.#sending !== null) await this.#sending;
  }

  /** Whether it has everything up to these sequences. */
  has(heads: ReadonlyMap<string, number>): boolean {
    return [...heads].every(([device, head]) => device === this.id || (this.#after.get(device) ?? 0) >= head);
  }

  async heads(): Promise<ReadonlyMap<string, number>> {
    return new Map((await this.#carrier.devices()).map(({ id, head }) => [id, head]));
  }

  async close(): Promise<void> {
    await this.#reading;
    await this.#carrier.close();
  }

  async #send(): Promise<void> {
    while (this.#outbox.length > 0) {
      const part = this.#outbox;
      this.#outbox = [];
      await this.#carrier.publish(part.map(toParcel));
    }
  }

  async #readAll(): Promise<void> {
    this.#hasNew = false;
    for (;;) {
      const { parcels, hasMore } = await this.#carrier.read(this.#after, READ_BYTES);
      for (const parcel of parcels) {
        const { device, sequence } = parcel;
        if (sequence !== (this.#after.get(device) ?? 0) + 1) throw new Error(`${device} has a gap at ${sequence}.`);
        this.#after.set(device, sequence);
        if (device === this.id) continue;
        this.#onReceived(device, sequence, () => (JSON.parse(toEntry(parcel)?.body ?? "{}") as { at: number }).at);
      }
      if (!hasMore) return;
    }
  }
}

/** Runs the devices. @param othersEnded resolves when the devices of other processes have sent everything */
export async function runLoadDevices(
  { address, password, space, devices, rate, seconds }: LoadDevicesOptions,
  onStarted: () => void,
  othersEnded: Promise<void>,
): Promise<LoadDevicesResult> {
  const lags: number[] = [];
  const [first, last]: [number[], number[]] = [[], []];
  const madeAt = new Map<string, number[]>();
  let started = Number.POSITIVE_INFINITY;
  const onReceived: OnReceived = (device, sequence, readTime) => {
    const made = madeAt.get(device)?.[sequence - 1] ?? readTime();
    const lag = Date.now() - made;
    if (made < started) return;
    lags.push(lag);
    const share = (made - started) / (seconds * 1000);
    if (share < 0.25) first.push(lag);
    else if (share >= 0.75) last.push(lag);
  };
  const all: Device[] = [];
  for (let number = 0; number < devices; number++) {
    const options = { address, password: async () => password, space, device: ulid(), clock };
    const device = new Device(await PostgresCarrier.open(options), onReceived);
    madeAt.set(device.id, []);
    await device.start();
    all.push(device);
  }
  onStarted();
  started = Date.now();
  await Promise.all(
    all.map(async (device) => {
      // Devices do not write at the same moments.
      await sleep((Math.random() * 1000) / rate);
      const begin = performance.now();
      for (let change = 0; change < rate * seconds; change++) {
        madeAt.get(device.id)?.push(Date.now());
        device.write();
        await sleep(Math.max(0, begin + ((change + 1) * 1000) / rate - performance.now()));
      }
    }),
  );
  const ended = performance.now();
  await Promise.all([...all.map((device) => device.sent()), othersEnded]);
  const heads = (await all[0]?.heads()) ?? new Map<string, number>();
  while (!all.every((device) => device.has(heads))) {
    if (performance.now() - ended > PATIENCE_MS) throw new Error("The devices do not converge.");
    for (const device of all) if (!device.has(heads)) device.read();
    await sleep(20);
  }
  const drained = performance.now() - ended;
  await Promise.all(all.map((device) => device.close()));
  return {
    p50: quantile(lags, 0.5),
    p99: quantile(lags, 0.99),
    firstQuarter: quantile(first, 0.5),
    lastQuarter: quantile(last, 0.5),
    drained,
  };
}
