import { crc32 } from "node:zlib";

/** A picture, and how long it is shown. */
export interface Frame {
  /** A PNG file; all frames have the same size and colour type. */
  readonly png: Buffer;
  readonly milliseconds: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_DELAY = 0xffff;

/** Joins pictures to an animated PNG that repeats forever (PNG specification, third edition, chunks acTL, fcTL and fdAT). */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  const header = first === undefined ? undefined : chunksOf(first.png).find(({ type }) => type === "IHDR")?.data;
  if (header === undefined) throw new Error("An animated PNG needs a frame.");
  let sequence = 0;
  const parts = frames.flatMap(({ png, milliseconds }, index) => {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(sequence++, 0);
    header.copy(control, 4, 0, 8);
    control.writeUInt16BE(Math.min(MAX_DELAY, milliseconds), 20);
    control.writeUInt16BE(1_000, 22);
    const data = Buffer.concat(chunksOf(png).flatMap(({ type, data: part }) => (type === "IDAT" ? [part] : [])));
    if (index === 0) return [chunk("fcTL", control), chunk("IDAT", data)];
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence++);
    return [chunk("fcTL", control), chunk("fdAT", Buffer.concat([number, data]))];
  });
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(frames.length);
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("acTL", animation), ...parts, chunk("IEND")]);
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

function chunksOf(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
