import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import { z } from "zod";
import { MAX_BODY_BYTES, type Parcel, ULID } from "../carrier.ts";

/**
 * A segment is a file with consecutive parcels of one device. It never changes (ADR 0037):
 *
 *   8 bytes   `RCLSEG1\n`
 *   4 bytes   length of the header, big-endian
 *   header    JSON: space, device, first, last, generation, size of the parcels, compression
 *   parcels   for each: 4 bytes length, body; compressed together if that saves space
 *   32 bytes  SHA-256 of everything before
 */
const MAGIC = Buffer.from("RCLSEG1\n");
const DIGEST_BYTES = 32;
const LENGTH_BYTES = 4;
/** A segment is written with at most this many bytes of bodies, except for a single longer body. */
export const MAX_SEGMENT_BYTES = 4 * 1024 * 1024;
export const MAX_SEGMENT_PARCELS = 65_536;
/** Beyond this a file is not a segment: bodies, lengths and header. */
const MAX_PARCEL_BYTES = MAX_SEGMENT_BYTES + MAX_BODY_BYTES + MAX_SEGMENT_PARCELS * LENGTH_BYTES;
export const MAX_FILE_BYTES = MAX_PARCEL_BYTES + 64 * 1024;
/** Sealed and compressed bodies do not shrink; then they are stored as they are. */
const MIN_SAVING = 0.05;

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

/** What the name of a segment contains: its range, and how often that range was written before. */
export interface SegmentName {
  readonly first: number;
  readonly last: number;
  /** Of overlapping segments the one with the greatest generation counts: it was merged or rewritten later. */
  readonly generation: number;
}

const headerSchema = z.object({
  space: z.string().regex(ULID),
  device: z.string().regex(ULID),
  first: z.int().min(1),
  last: z.int().min(1),
  generation: z.int().min(0),
  size: z.int().min(0).max(MAX_PARCEL_BYTES),
  compression: z.enum(["deflate", "none"]),
});

/** 16 digits are enough for every safe integer, and make names sort as their numbers. */
const NAME = /^(\d{16})-(\d{16})\.(\d{6})\.segment$/;

export function segmentFileName({ first, last, generation }: SegmentName): string {
  const digits = (value: number) => String(value).padStart(16, "0");
  return `${digits(first)}-${digits(last)}.${String(generation).padStart(6, "0")}.segment`;
}

/** Null for every other name: temporary files, conflict copies, files of other programs. */
export function parseSegmentName(fileName: string): SegmentName | null {
  const [, first, last, generation] = NAME.exec(fileName) ?? [];
  const name = { first: Number(first), last: Number(last), generation: Number(generation) };
  const isRange = name.first >= 1 && name.last >= name.first && Number.isSafeInteger(name.last);
  return isRange && name.last - name.first < MAX_SEGMENT_PARCELS ? name : null;
}

/** @param parcels at least one, consecutive, of one device */
export async function encodeSegment(
  space: string,
  parcels: readonly Parcel[],
  generation: number,
): Promise<{ readonly fileName: string; readonly bytes: Buffer }> {
  const [first, last] = [parcels[0], parcels.at(-1)];
  if (first === undefined || last === undefined) throw new TypeError("A segment needs a parcel.");
  const plain = Buffer.concat(parcels.flatMap(({ body }) => [uint32(body.length), body]));
  const compressed = await compress(plain);
  const isSmaller = compressed.length < plain.length * (1 - MIN_SAVING);
  const name = { first: first.sequence, last: last.sequence, generation };
  const compression = isSmaller ? "deflate" : "none";
  const header = Buffer.from(JSON.stringify({ space, device: first.device, ...name, size: plain.length, compression }));
  const content = Buffer.concat([MAGIC, uint32(header.length), header, isSmaller ? compressed : plain]);
  return { fileName: segmentFileName(name), bytes: Buffer.concat([content, digest(content)]) };
}

/**
 * Reads a segment.
 * @param expected what the folder and the name of the file say
 * @returns null if the file is incomplete, damaged or another segment than its name says
 */
export async function decodeSegment(
  bytes: Uint8Array,
  expected: SegmentName & { readonly space: string; readonly device: string },
): Promise<readonly Parcel[] | null> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const content = file.subarray(0, -DIGEST_BYTES);
  if (!content.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  if (!digest(content).equals(file.subarray(-DIGEST_BYTES))) return null;
  const headerAt = MAGIC.length + LENGTH_BYTES;
  if (content.length < headerAt) return null;
  const headerEnd = headerAt + content.readUInt32BE(MAGIC.length);
  const header = headerSchema.safeParse(parseJson(content.subarray(headerAt, headerEnd).toString("utf8"))).data;
  if (header === undefined || headerEnd > content.length) return null;
  const { space, device, first, last, generation } = expected;
  const isExpected = header.space === space && header.device === device && header.generation === generation;
  if (!isExpected || header.first !== first || header.last !== last) return null;
  const stored = content.subarray(headerEnd);
  try {
    const plain =
      header.compression === "none" ? stored : await decompress(stored, { maxOutputLength: header.size + 1 });
    return plain.length === header.size ? splitParcels(plain, expected) : null;
  } catch {
    return null;
  }
}

function splitParcels(plain: Buffer, { device, first, last }: SegmentName & { readonly device: string }) {
  const parcels: Parcel[] = [];
  let at = 0;
  for (let sequence = first; sequence <= last; sequence += 1) {
    if (at + LENGTH_BYTES > plain.length) return null;
    const end = at + LENGTH_BYTES + plain.readUInt32BE(at);
    if (end > plain.length) return null;
    parcels.push({ device, sequence, body: plain.subarray(at + LENGTH_BYTES, end) });
    at = end;
  }
  return at === plain.length ? parcels : null;
}

function digest(content: Uint8Array): Buffer {
  return createHash("sha256").update(content).digest();
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES);
  bytes.writeUInt32BE(value);
  return bytes;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
