import path from "node:path";
import { z } from "zod";
import type { Clock } from "../../core/ports.ts";
import { createMutex } from "../../core/util/mutex.ts";
import { throwIfStopped } from "../../core/util/throw-if-stopped.ts";
import { RecollectError } from "../../text/errors.ts";
import {
  type Carrier,
  type CarrierDevice,
  checkParcels,
  type DeviceProblem,
  MAX_LEAD_MS,
  MAX_NAME_BYTES,
  PARCEL_OVERHEAD_BYTES,
  type Parcel,
  type ParcelBatch,
  ULID,
} from "../carrier.ts";
import { type FileSteps, fileSteps, namesIn, statOf } from "./files.ts";
import { headOf, OwnSegments } from "./own-segments.ts";
import { type DeviceFile, HEAD_FILE, hasDeviceFile, Records, readDeviceFile, writeDeviceFile } from "./records.ts";
import { SegmentReader } from "./segment-reader.ts";
import { FolderWatch } from "./watch-folder.ts";

/** The record that makes a folder a space. */
const SPACE_RECORD = "space";
const FORMAT = 1;
const DEVICES = "devices";
const RECORDS = "records";

const spaceSchema = z.object({ format: z.int() });
const revocationSchema = z.object({ after: z.int().min(0) });
const REVOCATION = /^revoked-([0-9a-z]{26})-([0-9a-z]{26})$/;
/** Devices that are read. A folder cannot prevent that someone makes more. */
const MAX_DEVICES = 2_000;
/** Read in any case; names of others are not trusted to be few. */
const MAX_REVOCATIONS = 4_000;

export interface FolderCarrierOptions {
  /** The folder that the owner syncs. The space is in a folder of its own in it. */
  readonly folder: string;
  readonly space: string;
  readonly device: string;
  readonly clock: Clock;
  /** Passed by tests that stop between two steps. */
  readonly steps?: FileSteps;
  /** False if the folder is known not to report changes. */
  readonly canWatch?: boolean;
}

/** Makes the folders of a new space. Safe to repeat after an interruption. @throws unavailable, storage */
export async function createFolderSpace(folder: string, space: string): Promise<void> {
  if ((await statOf(folder)) === null) throw new RecollectError("space_folder_missing", { folder });
  const root = path.join(folder, space);
  for (const part of [root, path.join(root, DEVICES), path.join(root, RECORDS)]) await fileSteps.makeFolder(part);
  const records = new Records(path.join(root, RECORDS), fileSteps);
  if ((await records.get(SPACE_RECORD)) !== null) throw new RecollectError("space_exists_there", { place: root });
  await records.put(SPACE_RECORD, Buffer.from(JSON.stringify({ format: FORMAT, space })));
}

/** A space in a folder that another program syncs. Each device writes only its own files (ADR 0037). */
export class FolderCarrier implements Carrier {
  readonly space: string;
  readonly device: string;
  readonly rewrites = "own";
  readonly role = null;
  readonly skippedRows = new Map<string, number>();
  readonly #options: FolderCarrierOptions;
  readonly #root: string;
  readonly #ownFolder: string;
  readonly #steps: FileSteps;
  readonly #reader: SegmentReader;
  readonly #own: OwnSegments;
  readonly #records: Records;
  /** Changes of the own files run one at a time. */
  readonly #inTurn = createMutex();
  readonly #watches = new Set<FolderWatch>();
  /** Devices that were read before. Folders that someone makes later do not take their places. */
  readonly #known = new Set<string>();
  /** Invalid files of devices, by their names. */
  readonly #invalid = new Map<string, DeviceProblem>();

  constructor(options: FolderCarrierOptions) {
    const { folder, space, device, clock, steps = fileSteps } = options;
    this.space = space;
    this.device = device;
    this.#options = options;
    this.#steps = steps;
    this.#root = path.join(folder, space);
    this.#ownFolder = path.join(this.#root, DEVICES, device);
    this.#reader = new SegmentReader(space, path.join(this.#root, DEVICES), clock);
    this.#own = new OwnSegments({ space, device, folder: this.#ownFolder, reader: this.#reader, steps, clock });
    this.#records = new Records(path.join(this.#root, RECORDS), steps);
  }

  async register(name: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.#change(signal, async () => {
      // Git and some other programs do not copy an empty folder.
      await this.#steps.makeFolder(path.join(this.#root, DEVICES));
      await this.#steps.makeFolder(this.#ownFolder);
      const encoded = Buffer.from(name).toString("base64");
      if ((await readDeviceFile(this.#ownFolder))?.name !== encoded) await this.#writeHead({ name: encoded });
    });
  }

  async head(signal?: AbortSignal): Promise<number> {
    await this.#check(signal);
    return await this.#own.head();
  }

  async publish(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    checkParcels(parcels, this.device);
    await this.#change(signal, async () => {
      if ((await this.#revocations()).has(this.device)) {
        throw new RecollectError("space_device_revoked", {});
      }
      if ((await statOf(this.#ownFolder)) === null) {
        throw new RecollectError("space_device_unknown", { device: this.device });
      }
      try {
        await this.#own.append(parcels, signal);
      } finally {
        // Even after a failure: earlier parcels are published.
        if ((await readDeviceFile(this.#ownFolder))?.head !== (await this.#own.head())) await this.#writeHead({});
      }
    });
  }

  async read(after: ReadonlyMap<string, number>, maxBytes: number, signal?: AbortSignal): Promise<ParcelBatch> {
    await this.#check(signal);
    for (const device of after.keys()) this.#known.add(device);
    return await this.#collect(await this.#deviceIds(), after, maxBytes, signal);
  }

  async readDevice(device: string, after: number, maxBytes: number, signal?: AbortSignal): Promise<ParcelBatch> {
    await this.#check(signal);
    return await this.#collect([device], new Map([[device, after]]), maxBytes, signal);
  }

  async rewrite(parcels: readonly Parcel[], signal?: AbortSignal): Promise<void> {
    if (parcels.some(({ device }) => device !== this.device)) {
      throw new RecollectError("space_owner_only", {});
    }
    await this.#change(signal, () => this.#own.rewrite(parcels, signal));
  }

  async watch(onChange: () => void): Promise<() => Promise<void>> {
    const { canWatch } = this.#options;
    const folderWatch = await FolderWatch.start({
      folder: path.join(this.#root, DEVICES),
      device: this.device,
      fingerprint: () => this.#fingerprint(),
      onChange,
      ...(canWatch === undefined ? {} : { canWatch }),
    });
    this.#watches.add(folderWatch);
    return async () => {
      this.#watches.delete(folderWatch);
      await folderWatch.close();
    };
  }

  async devices(signal?: AbortSignal): Promise<readonly CarrierDevice[]> {
    await this.#check(signal);
    const revocations = await this.#revocations();
    const devices: CarrierDevice[] = [];
    for (const id of await this.#deviceIds()) {
      throwIfStopped(signal);
      const folder = path.join(this.#root, DEVICES, id);
      const file = await readDeviceFile(folder);
      const written = headOf(await this.#reader.list(id));
      const name = file === null ? null : Buffer.from(file.name, "base64");
      const isRevoked = revocations.has(id);
      devices.push({
        id,
        login: null,
        name: name !== null && name.length <= MAX_NAME_BYTES ? name : null,
        lastSeen: file !== null && file.at < this.#options.clock.now() + MAX_LEAD_MS ? file.at : null,
        head: Math.max(file?.head ?? 0, written),
        revokedAfter: revocations.get(id) ?? null,
        problem: isRevoked ? null : await this.#problemOf(id, file, written),
      });
    }
    return devices;
  }

  async #problemOf(id: string, file: DeviceFile | null, written: number): Promise<DeviceProblem | null> {
    const folder = path.join(this.#root, DEVICES, id);
    const isDamaged = file === null && (await hasDeviceFile(folder));
    const damaged = this.#noteInvalid(`${id} ${HEAD_FILE}`, isDamaged ? { kind: "corrupt", file: HEAD_FILE } : null);
    // This device has its entries, and publishes those that its folder has lost.
    const isIncomplete = id === this.device && file !== null && file.head > written;
    const lost = this.#noteInvalid(`${id} own`, isIncomplete ? { kind: "missing", file: null } : null, written + 1);
    const record = [...this.#invalid].find(([key]) => key.startsWith(`${id} revoked-`))?.[1];
    return this.#reader.problem(id) ?? lost ?? damaged ?? record ?? null;
  }

  /** Remembers since when something is not valid; null if it is valid. */
  #noteInvalid(key: string, found: Pick<DeviceProblem, "kind" | "file"> | null, sequence = 0): DeviceProblem | null {
    if (found === null) {
      this.#invalid.delete(key);
      return null;
    }
    const problem = { since: this.#options.clock.now(), ...this.#invalid.get(key), ...found, sequence };
    this.#invalid.set(key, problem);
    return problem;
  }

  /**
   * A folder has no rights: this device and others that read the record ignore what the device writes from now on.
   */
  async revoke(device: string, signal?: AbortSignal): Promise<void> {
    await this.#change(signal, async () => {
      if (!(await this.#deviceIds()).includes(device)) {
        throw new RecollectError("space_device_unknown", { device });
      }
      if ((await this.#revocations()).has(device)) return;
      const after = headOf(await this.#reader.list(device));
      const name = `revoked-${device}-${this.device}`.toLowerCase();
      await this.#records.put(name, Buffer.from(JSON.stringify({ after })));
    });
  }

  async records(signal?: AbortSignal): Promise<ReadonlyMap<string, Uint8Array>> {
    await this.#check(signal);
    return await this.#records.all((name) => name !== SPACE_RECORD && !REVOCATION.test(name));
  }

  async putRecord(name: string, body: Uint8Array, signal?: AbortSignal): Promise<void> {
    await this.#change(signal, () => this.#records.put(name, body));
  }

  async maintain(signal?: AbortSignal): Promise<void> {
    await this.#change(signal, () => this.#own.maintain(signal));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watches].map((folderWatch) => folderWatch.close()));
    this.#watches.clear();
    // Waits for a change that runs.
    await this.#inTurn(async () => undefined);
  }

  #change<T>(signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#check(signal);
      return await task();
    });
  }

  /** Never creates a folder that is not there: its disk may not be connected. */
  async #check(signal: AbortSignal | undefined): Promise<void> {
    throwIfStopped(signal);
    if ((await statOf(this.#root)) === null) {
      throw new RecollectError("space_folder_missing", { folder: this.#root, inSpace: true });
    }
    const record = await this.#records.get(SPACE_RECORD);
    if (record === null) throw new RecollectError("space_missing", { place: this.#root });
    const format = spaceSchema.safeParse(parseJson(record)).data?.format;
    if (format === undefined) throw new RecollectError("space_missing", { place: this.#root });
    if (format !== FORMAT) throw new RecollectError("space_newer", { place: this.#root });
  }

  async #collect(
    devices: readonly string[],
    after: ReadonlyMap<string, number>,
    maxBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<ParcelBatch> {
    const revocations = await this.#revocations();
    const parcels: Parcel[] = [];
    let bytes = 0;
    for (const device of devices) {
      const end = revocations.get(device) ?? Number.MAX_SAFE_INTEGER;
      const announced = (await readDeviceFile(path.join(this.#root, DEVICES, device)))?.head ?? 0;
      for await (const segment of this.#reader.segments(device, after.get(device) ?? 0, Math.min(announced, end))) {
        throwIfStopped(signal);
        for (const parcel of segment) {
          if (parcel.sequence > end) break;
          if (bytes >= maxBytes && parcels.length > 0) return { parcels, hasMore: true };
          parcels.push(parcel);
          bytes += parcel.body.length + PARCEL_OVERHEAD_BYTES;
        }
        if ((segment.at(-1)?.sequence ?? 0) >= end) break;
      }
    }
    this.#reader.release();
    return { parcels, hasMore: false };
  }

  async #deviceIds(): Promise<readonly string[]> {
    const ids = (await namesIn(path.join(this.#root, DEVICES))).filter((name) => ULID.test(name)).sort();
    if (ids.length <= MAX_DEVICES) return ids;
    const [known, others] = [ids.filter((id) => this.#known.has(id)), ids.filter((id) => !this.#known.has(id))];
    return [...new Set([...[...known, ...others].slice(0, MAX_DEVICES), this.device])];
  }

  /** The last sequence that counts, of each revoked device. */
  async #revocations(): Promise<ReadonlyMap<string, number>> {
    const revocations = new Map<string, number>();
    const names = (await namesIn(path.join(this.#root, RECORDS))).filter((name) => REVOCATION.test(name));
    const present = new Set(names);
    for (const key of this.#invalid.keys()) {
      const [, name = ""] = key.split(" ");
      if (REVOCATION.test(name) && !present.has(name)) this.#invalid.delete(key);
    }
    for (const name of names.sort().slice(0, MAX_REVOCATIONS)) {
      const [, device = "", author = ""] = REVOCATION.exec(name)?.map((part) => part.toUpperCase()) ?? [];
      const body = await this.#records.get(name);
      if (body === null) continue;
      const after = revocationSchema.safeParse(parseJson(body)).data?.after;
      const key = `${author} ${name}`;
      this.#noteInvalid(key, after === undefined ? { kind: "invalid", file: name } : null);
      if (after !== undefined) revocations.set(device, Math.min(after, revocations.get(device) ?? after));
    }
    return revocations;
  }

  async #writeHead(changes: Partial<DeviceFile>): Promise<void> {
    const file = await readDeviceFile(this.#ownFolder);
    const head = await this.#own.head();
    const at = this.#options.clock.now();
    await writeDeviceFile(this.#steps, this.#ownFolder, { name: "", ...file, ...changes, format: 1, head, at });
  }

  /** All names, and the state of the files that change: heads, and files that were incomplete when they were read. */
  async #fingerprint(): Promise<string> {
    const files = [...this.#reader.damagedFiles];
    const parts: string[] = [];
    for (const device of (await this.#deviceIds()).filter((id) => id !== this.device)) {
      const folder = path.join(this.#root, DEVICES, device);
      files.push(path.join(folder, HEAD_FILE));
      parts.push(device, ...(await namesIn(folder, true)).sort());
    }
    for (const file of files) {
      const found = await statOf(file, true);
      parts.push(`${file} ${found?.size} ${found?.mtimeMs}`);
    }
    return [...parts, ...(await namesIn(path.join(this.#root, RECORDS)))].join("\n");
  }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
