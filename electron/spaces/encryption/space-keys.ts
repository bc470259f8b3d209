import { LRUCache } from "lru-cache";
import { z } from "zod";
import { RecollectError } from "../../text/errors.ts";
import {
  createKeyRecord,
  DEFAULT_COST,
  findKeyRecords,
  inTurns,
  isProven,
  type KeyRecord,
  newestFirst,
  openWithPrevious,
  PassphraseOpener,
  type SpaceKey,
  withEarlier,
} from "./key-record.ts";
import { SealingKey } from "./seal.ts";

/** A sealed parcel or name: version, key id, then what {@link SealingKey} makes. */
const VERSION = 1;
const HEADER_BYTES = 9;
const CACHED_KEYS = 256;

const storedSchema = z.array(z.object({ epoch: z.int().min(1), id: z.string(), key: z.base64() })).min(1);

/** The documents of a space by name, as a carrier returns them. */
export type SpaceRecords = ReadonlyMap<string, Uint8Array>;
export interface NewRecord {
  readonly name: string;
  readonly body: Uint8Array;
}

/** The keys of an encrypted space, as one device has them. */
export class SpaceKeys {
  readonly #space: string;
  readonly #keys = new Map<string, SpaceKey>();
  /** The keys whose documents were read for the ones before them. */
  readonly #read = new Set<string>();
  #ignored: readonly string[] = [];
  readonly #derived = new LRUCache<string, SealingKey>({ max: CACHED_KEYS });

  private constructor(space: string, keys: readonly SpaceKey[]) {
    this.#space = space;
    this.#add(keys);
  }

  /** Makes the first key of a space, and the document that must be stored before anything is sealed. */
  static async create(
    space: string,
    passphrase: string,
    cost = DEFAULT_COST,
  ): Promise<{ readonly keys: SpaceKeys; readonly record: NewRecord }> {
    const { key, record } = await createKeyRecord(space, passphrase, [], null, cost);
    return { keys: new SpaceKeys(space, [key]), record };
  }

  /**
   * Opens the keys with the passphrase.
   * @throws permission_denied `space_passphrase_wrong`
   * @throws unavailable if the document is missing or damaged, or there are too many that do not open
   */
  static async open(space: string, records: SpaceRecords, passphrase: string): Promise<SpaceKeys> {
    const keys = new SpaceKeys(space, []);
    await keys.unlock(records, passphrase);
    return keys;
  }

  /** Restores the keys from {@link stored}. @throws unavailable if the text is damaged */
  static fromStored(space: string, stored: string): SpaceKeys {
    try {
      const keys = storedSchema.parse(JSON.parse(stored));
      return new SpaceKeys(
        space,
        keys.map(({ key, ...rest }) => ({ ...rest, secret: Buffer.from(key, "base64") })),
      );
    } catch {
      throw new RecollectError("space_keys_damaged", { name: "key" });
    }
  }

  /** The names of the documents that no member made, as {@link refresh} found them last. */
  get ignoredRecords(): readonly string[] {
    return this.#ignored;
  }

  /** The newest key, for the keychain of this device. {@link refresh} finds the others with it. */
  get stored(): string {
    const { epoch, id, secret } = this.#current;
    return JSON.stringify([{ epoch, id, key: Buffer.from(secret).toString("base64") }]);
  }

  get epoch(): number {
    return this.#current.epoch;
  }

  /**
   * Opens the newest keys with a passphrase that was changed, and keeps the keys of this device. @throws as in `open`
   */
  async unlock(records: SpaceRecords, passphrase: string): Promise<void> {
    const all = findKeyRecords(records);
    if (all.length === 0) throw new RecollectError("space_keys_damaged", { name: "key" });
    // A member knows which documents other members made, however many there are.
    const proven = this.#provenBy(all, this.#keys);
    const opener = new PassphraseOpener(this.#space, passphrase);
    const opened = new Map<string, SpaceKey>();
    for (const record of [...inTurns(proven), ...inTurns(all.filter((record) => !proven.includes(record)))]) {
      for (const key of (await opener.open(record)) ?? []) opened.set(key.id, key);
      if (opened.size > 0) break;
    }
    if (opened.size === 0 && opener.skipped > 0) throw new RecollectError("space_keys_many", { count: opener.skipped });
    await this.#openLater(all, passphrase, opened);
    const keys = new Map([...this.#keys.values(), ...opened.values()].map((key) => [key.id, key]));
    const newest = [...keys.values()].sort(newestFirst)[0];
    if (newest === undefined || !opened.has(newest.id) || this.#isChanged(all, newest)) throw wrongPassphrase();
    this.#add([...opened.values()]);
  }

  /** Opens the documents that members made after the newest opened one, and at the same time as it. */
  async #openLater(all: readonly KeyRecord[], passphrase: string, opened: Map<string, SpaceKey>): Promise<void> {
    const opener = new PassphraseOpener(this.#space, passphrase);
    const openAny = async (records: readonly KeyRecord[]) => {
      const before = opened.size;
      for (const record of inTurns(records.filter(({ id }) => !opened.has(id)))) {
        for (const key of (await opener.open(record)) ?? []) opened.set(key.id, key);
      }
      return opened.size > before;
    };
    for (;;) {
      const [newest] = [...opened.values()].sort(newestFirst);
      if (newest === undefined) return;
      // Who has only an earlier key can prove documents too, so those after the newest key come first.
      const later = this.#provenBy(all, new Map([[newest.id, newest]])).filter(({ epoch }) => epoch > newest.epoch);
      const beside = this.#provenBy(all, opened).filter(({ epoch }) => epoch === newest.epoch);
      if (!(await openAny(later)) && !(await openAny(beside))) return;
    }
  }

  #provenBy(records: readonly KeyRecord[], keys: ReadonlyMap<string, SpaceKey>): KeyRecord[] {
    return records.filter((record) => isProven(this.#space, record, keys));
  }

  /**
   * Takes over keys that other devices made. Documents that no member made are ignored: this device continues with the
   * newest key that it knows.
   * @throws permission_denied `space_passphrase_changed` if the passphrase was changed
   * @throws unavailable `space_keys_older` if the newest document is of an earlier epoch than the key of this device
   */
  refresh(records: SpaceRecords): void {
    const all = findKeyRecords(records);
    if ((all[0]?.epoch ?? 0) < this.epoch) throw new RecollectError("space_keys_older", {});
    for (const record of all) {
      const known = this.#keys.get(record.id);
      // The keychain has only the newest one.
      if (known?.epoch !== record.epoch || this.#read.has(record.id)) continue;
      this.#add(withEarlier(this.#space, record, known.secret) ?? []);
      this.#read.add(record.id);
    }
    for (const record of [...all].reverse()) {
      if (!this.#keys.has(record.id) && this.#isNext(record, all)) {
        this.#add(openWithPrevious(this.#space, record, this.#keys) ?? []);
      }
    }
    const isKnown = ({ id, epoch }: KeyRecord) => this.#keys.get(id)?.epoch === epoch;
    const unknown = all.filter((record) => !isKnown(record) && !isProven(this.#space, record, this.#keys));
    this.#ignored = unknown.map(({ name }) => name);
    if (this.#isChanged(all, this.#current)) throw new RecollectError("space_passphrase_changed", {});
  }

  /**
   * Whether a key follows the newest key of this device, or was made at the same time as a key that this device has. Who
   * has only an earlier key, because the passphrase was changed then, must not choose the next one.
   */
  #isNext({ epoch, content }: KeyRecord, records: readonly KeyRecord[]): boolean {
    const previous = this.#keys.get(content.keyByPrevious?.id ?? "");
    if (previous === undefined || epoch !== previous.epoch + 1) return false;
    if (previous.id === this.#current.id) return true;
    return records.some((record) => {
      const known = this.#keys.get(record.id);
      if (known?.epoch !== epoch || record.epoch !== epoch || record.content.keyByPrevious?.id !== previous.id)
        return false;
      const [opened] = openWithPrevious(this.#space, record, this.#keys) ?? [];
      return opened !== undefined && Buffer.compare(opened.secret, known.secret) === 0;
    });
  }

  /** Whether a device that had a key made a later one, which this device does not have. */
  #isChanged(records: readonly KeyRecord[], current: SpaceKey): boolean {
    const known = new Map([[current.id, current]]);
    return records.some((record) => record.epoch > current.epoch && isProven(this.#space, record, known));
  }

  /**
   * Makes the next key. With a new passphrase, devices that only have the earlier keys cannot read later entries.
   * @returns the document that must be stored before `adopt` is called, which uses the key from then on
   * @throws permission_denied if the passphrase should be the same and is not
   */
  async rotate(
    records: SpaceRecords,
    passphrase: string,
    isNew: boolean,
    cost = DEFAULT_COST,
  ): Promise<{ readonly record: NewRecord; readonly adopt: () => void }> {
    this.refresh(records);
    if (!isNew) {
      const current = findKeyRecords(records).find(({ id }) => id === this.#current.id);
      const opened = current && (await new PassphraseOpener(this.#space, passphrase).open(current));
      if (!opened) throw wrongPassphrase();
    }
    const previous = isNew ? null : this.#current;
    const { key, record } = await createKeyRecord(this.#space, passphrase, [...this.#keys.values()], previous, cost);
    return { record, adopt: () => this.#add([key]) };
  }

  /** @param place names the device and the kind of text; it is authenticated */
  seal(device: string, place: string, text: Uint8Array): Buffer {
    const { id } = this.#current;
    const header = Buffer.concat([Buffer.from([VERSION]), Buffer.from(id, "hex")]);
    return Buffer.concat([header, this.#keyOf(id, device).seal(this.#placeOf(device, place), text)]);
  }

  /** Null if it does not open: an unknown key, another place, or changed bytes. */
  open(device: string, place: string, sealed: Uint8Array): Buffer | null {
    const id = keyIdOf(sealed);
    if (id === null || !this.#keys.has(id)) return null;
    return this.#keyOf(id, device).open(this.#placeOf(device, place), sealed.subarray(HEADER_BYTES));
  }

  /** Whether a text is sealed with a key that this device has. */
  knows(sealed: Uint8Array): boolean {
    const id = keyIdOf(sealed);
    return id !== null && this.#keys.has(id);
  }

  isCurrent(sealed: Uint8Array): boolean {
    return keyIdOf(sealed) === this.#current.id;
  }

  get #current(): SpaceKey {
    const [newest] = [...this.#keys.values()].sort(newestFirst);
    if (newest === undefined) throw new TypeError("A space has a key.");
    return newest;
  }

  /** A key never replaces another one: who has an earlier key chooses the ids in its document. */
  #add(keys: readonly SpaceKey[]): void {
    for (const key of keys) if (!this.#keys.has(key.id)) this.#keys.set(key.id, key);
  }

  /** Each device has a key of its own, so that no key seals more than one device's entries. */
  #keyOf(id: string, device: string): SealingKey {
    const name = `${id} ${device}`;
    let key = this.#derived.get(name);
    if (key === undefined) {
      const { secret } = this.#keys.get(id) as SpaceKey;
      key = new SealingKey(secret, `entries of ${device}`);
      this.#derived.set(name, key);
    }
    return key;
  }

  #placeOf(device: string, place: string): string {
    return `${this.#space} ${device} ${place}`;
  }
}

function keyIdOf(sealed: Uint8Array): string | null {
  if (sealed.length < HEADER_BYTES || sealed[0] !== VERSION) return null;
  return Buffer.from(sealed.subarray(1, HEADER_BYTES)).toString("hex");
}

function wrongPassphrase(): RecollectError {
  return new RecollectError("space_passphrase_wrong", {}, { field: "passphrase" });
}
