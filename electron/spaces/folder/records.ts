import { createHash } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import { RecollectError } from "../../text/errors.ts";
import { checkRecordName, RECORD_NAME } from "../carrier.ts";
import { type FileSteps, namesIn, readWhole, statOf, writeDurably } from "./files.ts";

/** A record is a file: `RCLREC1\n`, the SHA-256 of the content, the content. */
const MAGIC = Buffer.from("RCLREC1\n");
const DIGEST_BYTES = 32;
const MAX_RECORD_BYTES = 1024 * 1024;
/** Documents that are read, newest keys first, and their bytes: others decide how many there are. */
const MAX_RECORDS = 500;
const MAX_ALL_BYTES = 32 * 1024 * 1024;

/** Documents of a space that never change. One that is incomplete or damaged is as if it were not there. */
export class Records {
  readonly #folder: string;
  readonly #steps: FileSteps;

  constructor(folder: string, steps: FileSteps) {
    this.#folder = folder;
    this.#steps = steps;
  }

  /** @param isWanted which names are read */
  async all(isWanted: (name: string) => boolean): Promise<ReadonlyMap<string, Uint8Array>> {
    const names = (await namesIn(this.#folder)).filter((name) => RECORD_NAME.test(name) && isWanted(name));
    const records = new Map<string, Uint8Array>();
    let bytes = 0;
    for (const name of names.sort().reverse().slice(0, MAX_RECORDS)) {
      const body = await this.get(name);
      if (body === null) continue;
      bytes += body.length;
      if (bytes > MAX_ALL_BYTES) break;
      records.set(name, body);
    }
    return records;
  }

  async get(name: string): Promise<Uint8Array | null> {
    const bytes = await readWhole(path.join(this.#folder, name), MAX_RECORD_BYTES);
    return bytes && decode(Buffer.from(bytes));
  }

  /** @throws conflict */
  async put(name: string, body: Uint8Array): Promise<void> {
    checkRecordName(name);
    const existing = await this.get(name);
    if (existing !== null) {
      if (Buffer.compare(existing, body) === 0) return;
      throw new RecollectError("space_record_differs", { name });
    }
    const bytes = Buffer.concat([MAGIC, digest(body), body]);
    await writeDurably(this.#steps, path.join(this.#folder, name), bytes);
  }
}

function decode(bytes: Buffer): Uint8Array | null {
  const body = bytes.subarray(MAGIC.length + DIGEST_BYTES);
  const isComplete = bytes.subarray(0, MAGIC.length).equals(MAGIC);
  return isComplete && digest(body).equals(bytes.subarray(MAGIC.length, MAGIC.length + DIGEST_BYTES)) ? body : null;
}

function digest(body: Uint8Array): Buffer {
  return createHash("sha256").update(body).digest();
}

export const HEAD_FILE = "head.json";
const MAX_DEVICE_FILE_BYTES = 64 * 1024;

const deviceFile = z.object({
  format: z.literal(1),
  /** Base64; sealed if the space is encrypted. */
  name: z.base64(),
  head: z.int().min(0),
  /** When the device wrote this, in milliseconds since 1970. */
  at: z.int().min(0),
});
export type DeviceFile = z.output<typeof deviceFile>;

/** Whether a device has the file, even if it is not valid. */
export async function hasDeviceFile(folder: string): Promise<boolean> {
  return (await statOf(path.join(folder, HEAD_FILE), true)) !== null;
}

/**
 * Reads `head.json`, the only file of a device that changes. It may be older than the segments, or missing.
 * @returns null if it is missing, incomplete or damaged
 */
export async function readDeviceFile(folder: string): Promise<DeviceFile | null> {
  const bytes = await readWhole(path.join(folder, HEAD_FILE), MAX_DEVICE_FILE_BYTES);
  if (bytes === null) return null;
  try {
    return deviceFile.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  } catch {
    return null;
  }
}

export async function writeDeviceFile(steps: FileSteps, folder: string, file: DeviceFile): Promise<void> {
  await writeDurably(steps, path.join(folder, HEAD_FILE), Buffer.from(`${JSON.stringify(file)}\n`));
}
