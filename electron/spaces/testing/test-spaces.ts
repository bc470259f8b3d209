import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import type { Carrier, Parcel } from "../carrier.ts";
import { SealedCarrier } from "../encryption/sealed-carrier.ts";
import { SpaceKeys } from "../encryption/space-keys.ts";
import { createFolderSpace, FolderCarrier, type FolderCarrierOptions } from "../folder/folder-carrier.ts";

export const clock = { now: () => Date.now() };

/** A space of a test, on one kind of carrier. */
export interface TestSpace {
  /**
   * A carrier as an installation opens it; registered. Another one of the same device is that device after a restart.
   */
  open(device?: string): Promise<Carrier>;
  close(): Promise<void>;
}

export interface TestFolderSpace extends TestSpace {
  readonly folder: string;
  readonly space: string;
}

export async function openFolderSpace(options: Partial<FolderCarrierOptions> = {}): Promise<TestFolderSpace> {
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-space-"));
  const space = ulid();
  await createFolderSpace(folder, space);
  const opened: Carrier[] = [];
  return {
    folder,
    space,
    async open(device = ulid()) {
      const carrier = new FolderCarrier({ folder, space, device, clock, ...options });
      opened.push(carrier);
      await carrier.register(Buffer.from(`Device ${device}`));
      return carrier;
    },
    async close() {
      await Promise.all(opened.map((carrier) => carrier.close()));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Consecutive parcels whose bodies name them. */
export function parcelsOf(device: string, first: number, last: number, bytes = 24): Parcel[] {
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const sequence = first + index;
    return { device, sequence, body: Buffer.from(`${device.slice(-4)} ${sequence} `.padEnd(bytes, "x")) };
  });
}

/** Everything after the given sequences, in batches. Checks that no batch has a gap. */
export async function readAll(carrier: Carrier, from: ReadonlyMap<string, number> = new Map(), maxBytes = 1 << 20) {
  const after = new Map(from);
  const all: Parcel[] = [];
  for (;;) {
    const { parcels, hasMore } = await carrier.read(after, maxBytes);
    for (const parcel of parcels) {
      const before = after.get(parcel.device) ?? 0;
      if (parcel.sequence !== before + 1) throw new Error(`${parcel.device}: ${parcel.sequence} follows ${before}`);
      after.set(parcel.device, parcel.sequence);
      all.push(parcel);
    }
    if (!hasMore) return all;
  }
}

/** Parcels as text, to compare. */
export function textOf(parcels: readonly Parcel[]): string[] {
  return [...parcels]
    .sort((a, b) => a.device.localeCompare(b.device) || a.sequence - b.sequence)
    .map(({ device, sequence, body }) => `${device} ${sequence} ${Buffer.from(body).toString("latin1")}`);
}

/** Cheap scrypt, since tests open many spaces. */
export const TEST_COST = 2 ** 10;
export const TEST_PASSPHRASE = "a passphrase of the tests";

export interface TestSealedSpace extends TestSpace {
  /** What an operator of the carrier has. */
  readonly inner: TestSpace;
  open(device?: string): Promise<SealedCarrier>;
}

/** The same space with end-to-end encryption. Must be called before the first device opens it. */
export function sealedSpace(space: TestSpace): TestSealedSpace {
  let made: Promise<void> | undefined;
  const makeKeys = async (carrier: Carrier) => {
    const { record } = await SpaceKeys.create(carrier.space, TEST_PASSPHRASE, TEST_COST);
    await carrier.putRecord(record.name, record.body);
  };
  return {
    inner: space,
    async open(device) {
      const carrier = await space.open(device);
      made ??= makeKeys(carrier);
      await made;
      const keys = await SpaceKeys.open(carrier.space, await carrier.records(), TEST_PASSPHRASE);
      const sealed = new SealedCarrier({ carrier, keys, clock });
      await sealed.register(Buffer.from(`Device ${sealed.device}`));
      return sealed;
    },
    close: () => space.close(),
  };
}

/** Words that must not be outside of an encrypted space. */
export const SECRET_WORDS = {
  content: "quicksilver-migration",
  tag: "topsecrettag",
  domain: "acme-hidden/warehouse",
  deviceName: "Marguerite's laptop",
} as const;

/** Entries as the change log makes them, not compressed. */
export function secretParcels(device: string, count: number): Parcel[] {
  return Array.from({ length: count }, (_, index) => {
    const fields = { content: SECRET_WORDS.content, tags: [SECRET_WORDS.tag], domain: SECRET_WORDS.domain };
    return { device, sequence: index + 1, body: Buffer.from(JSON.stringify({ index, fields })) };
  });
}

/** The secret words that are in some bytes, as text or in an encoding of it. */
export function wordsIn(bytes: Buffer): string[] {
  return Object.values(SECRET_WORDS).filter((word) => {
    const text = Buffer.from(word);
    // Base64 of a longer text contains the base64 of its parts at one of three offsets.
    const encoded = [0, 1, 2].map((skipped) => {
      const part = text.subarray(skipped, skipped + 3 * Math.floor((text.length - skipped) / 3));
      return part.toString("base64");
    });
    const forms = [word, word.toLowerCase(), text.toString("hex"), ...encoded, Buffer.from(word, "utf16le")];
    return forms.some((form) => bytes.includes(form));
  });
}
