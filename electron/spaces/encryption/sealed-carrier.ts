import type { Clock } from "../../core/ports.ts";
import { createYielder } from "../../core/util/yielder.ts";
import type { Carrier, CarrierDevice, DeviceProblem, Parcel, ParcelBatch } from "../carrier.ts";
import { publishComparing } from "../publish-entries.ts";
import type { SpaceKeys } from "./space-keys.ts";

/** How much is read in one step to be resealed. */
const RESEAL_BYTES = 2 * 1024 * 1024;
/** The sequence after which a device whose parcels do not open is read. */
const SKIPPED = Number.MAX_SAFE_INTEGER;
const NAME = "name";

interface SealedCarrierOptions {
  readonly carrier: Carrier;
  readonly keys: SpaceKeys;
  readonly clock: Clock;
}

/** Seals what passes to another carrier. Outside are only the ids of space and devices, sequences, sizes and times. */
export class SealedCarrier implements Carrier {
  readonly #carrier: Carrier;
  readonly #keys: SpaceKeys;
  readonly #clock: Clock;
  readonly #problems = new Map<string, DeviceProblem>();

  constructor({ carrier, keys, clock }: SealedCarrierOptions) {
    this.#carrier = carrier;
    this.#keys = keys;
    this.#clock = clock;
  }

  get space(): string {
    return this.#carrier.space;
  }

  get device(): string {
    return this.#carrier.device;
  }

  get rewrites(): Carrier["rewrites"] {
    return this.#carrier.rewrites;
  }

  get role(): Carrier["role"] {
    return this.#carrier.role;
  }

  get skippedRows(): Carrier["skippedRows"] {
    return this.#carrier.skippedRows;
  }

  /** As {@link SpaceKeys.ignoredRecords}. */
  get ignoredRecords(): readonly string[] {
    return this.#keys.ignoredRecords;
  }

  /** The newest key, for the keychain of this device. */
  get storedKeys(): string {
    return this.#keys.stored;
  }

  /** Takes over keys that other devices made; see {@link SpaceKeys.refresh}. */
  async refreshKeys(signal?: AbortSignal): Promise<void> {
    this.#keys.refresh(await this.#carrier.records(signal));
  }

  /**
   * Makes the next key; {@link reseal} then replaces entries that are sealed with earlier ones.
   * @param isNew whether the passphrase changes, so that devices without it cannot read later entries
   * @throws permission_denied if the passphrase should be the same and is not
   */
  async rotate(passphrase: string, isNew: boolean, signal?: AbortSignal, cost?: number): Promise<void> {
    const { record, adopt } = await this.#keys.rotate(await this.#carrier.records(signal), passphrase, isNew, cost);
    await this.#carrier.putRecord(record.name, record.body, signal);
    adopt();
  }

  async register(name: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.refreshKeys(signal);
    await this.#carrier.register(this.#keys.seal(this.device, NAME, name), signal);
  }

  async head(signal?: AbortSignal): Promise<number> {
    return await this.#carrier.head(signal);
  }

  async publish(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    // After a change of the passphrase, nothing more is sealed with the earlier key.
    await this.refreshKeys(signal);
    const own = new Map(parcels.map((parcel) => [parcel.sequence, parcel.body]));
    // The same entries sealed with an earlier key have other bytes.
    const isSame = (stored: Parcel) => this.#open(stored)?.equals(own.get(stored.sequence) ?? Buffer.alloc(0)) === true;
    await publishComparing(this.#carrier, await this.#sealAll(parcels), isSame, signal);
  }

  async read(after: ReadonlyMap<string, number>, maxBytes: number, signal?: AbortSignal): Promise<ParcelBatch> {
    const skipped = new Map(after);
    for (;;) {
      const { parcels, hasMore } = await this.#carrier.read(skipped, maxBytes, signal);
      const opened = await this.#openAll(parcels, skipped, signal);
      // If nothing opened, the parcels of other devices follow.
      if (opened.length > 0 || !hasMore) return { parcels: opened, hasMore };
    }
  }

  async readDevice(device: string, after: number, maxBytes: number, signal?: AbortSignal): Promise<ParcelBatch> {
    const { parcels, hasMore } = await this.#carrier.readDevice(device, after, maxBytes, signal);
    const skipped = new Map<string, number>();
    const opened = await this.#openAll(parcels, skipped, signal);
    return { parcels: opened, hasMore: hasMore && !skipped.has(device) };
  }

  async rewrite(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    await this.#carrier.rewrite(await this.#sealAll(parcels), signal);
  }

  /**
   * Seals again what this device may rewrite and is sealed with an earlier key. Can be stopped and repeated.
   * @returns the number of entries that were sealed again
   */
  async reseal(signal?: AbortSignal): Promise<number> {
    const { rewrites } = this.#carrier;
    if (rewrites === "none") return 0;
    await this.refreshKeys(signal);
    const all = rewrites === "all" ? (await this.#carrier.devices(signal)).map(({ id }) => id) : [this.device];
    let count = 0;
    for (const device of all) count += await this.#resealDevice(device, signal);
    return count;
  }

  async watch(onChange: () => void): Promise<() => Promise<void>> {
    return await this.#carrier.watch(onChange);
  }

  async devices(signal?: AbortSignal): Promise<readonly CarrierDevice[]> {
    await this.refreshKeys(signal);
    const devices = await this.#carrier.devices(signal);
    return devices.map((device) => ({
      ...device,
      name: device.name && this.#keys.open(device.id, NAME, device.name),
      problem: device.problem ?? this.#problems.get(device.id) ?? null,
    }));
  }

  async revoke(device: string, signal?: AbortSignal): Promise<void> {
    await this.#carrier.revoke(device, signal);
  }

  async records(signal?: AbortSignal): Promise<ReadonlyMap<string, Uint8Array>> {
    return await this.#carrier.records(signal);
  }

  /** Stores a document as it is: key documents are sealed in themselves. */
  async putRecord(name: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.#carrier.putRecord(name, body, signal);
  }

  async maintain(signal?: AbortSignal): Promise<void> {
    await this.#carrier.maintain(signal);
  }

  async close(): Promise<void> {
    await this.#carrier.close();
  }

  async #sealAll(parcels: readonly Parcel[]): Promise<Parcel[]> {
    const sealed: Parcel[] = [];
    const yieldIfDue = createYielder();
    for (const { device, sequence, body } of parcels) {
      await yieldIfDue();
      sealed.push({ device, sequence, body: this.#keys.seal(device, String(sequence), body) });
    }
    return sealed;
  }

  #open({ device, sequence, body }: Parcel): Buffer | null {
    return this.#keys.open(device, String(sequence), body);
  }

  /** Opens parcels. Leaves out the parcels of a device from the first that does not open. */
  async #openAll(parcels: readonly Parcel[], skipped: Map<string, number>, signal?: AbortSignal): Promise<Parcel[]> {
    if (parcels.some(({ body }) => !this.#keys.knows(body))) await this.refreshKeys(signal);
    const opened: Parcel[] = [];
    const yieldIfDue = createYielder();
    for (const parcel of parcels) {
      await yieldIfDue();
      const { device, sequence } = parcel;
      if (skipped.get(device) === SKIPPED) continue;
      const body = this.#open(parcel);
      if (body === null) {
        skipped.set(device, SKIPPED);
        const before = this.#problems.get(device);
        const since = before?.sequence === sequence ? before.since : this.#clock.now();
        this.#problems.set(device, { kind: "unreadable", file: null, sequence, since });
      } else {
        if (this.#problems.get(device)?.sequence === sequence) this.#problems.delete(device);
        opened.push({ device, sequence, body });
      }
    }
    return opened;
  }

  async #resealDevice(device: string, signal?: AbortSignal): Promise<number> {
    let count = 0;
    for (let after = 0; ; ) {
      const { parcels, hasMore } = await this.#carrier.readDevice(device, after, RESEAL_BYTES, signal);
      const outdated = parcels.filter(({ body }) => !this.#keys.isCurrent(body));
      // What does not open stays as it is; reading reports it.
      const opened = outdated.flatMap((parcel) => {
        const body = this.#open(parcel);
        return body === null ? [] : [{ ...parcel, body }];
      });
      if (opened.length > 0) await this.rewrite(opened, signal);
      count += opened.length;
      if (!hasMore) return count;
      after = parcels.at(-1)?.sequence ?? after;
    }
  }
}
