import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string;
  readonly content: Buffer;
}

/** 1980-01-01, the first day that a ZIP file can name: the same content gives the same archive. */
const DATE = 0x0021;
const UTF8_NAMES = 0x0800;
const DEFLATE = 8;
/** Regular file, readable by everybody, in the upper half of the attributes; made by UNIX. */
const ATTRIBUTES = (0o100644 << 16) >>> 0;
const MADE_BY_UNIX = 0x0314;

/** A ZIP archive (APPNOTE 6.3.10, §4.3) of a few files, each deflated. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const named = Buffer.from(name);
    const packed = deflateRawSync(content, { level: 9 });
    const common = Buffer.concat([
      words(20, UTF8_NAMES, DEFLATE, 0, DATE),
      longs(crc32(content), packed.length, content.length),
      words(named.length, 0),
    ]);
    const file = Buffer.concat([longs(0x04034b50), common, named, packed]);
    directory.push(longs(0x02014b50), words(MADE_BY_UNIX), common, words(0, 0, 0), longs(ATTRIBUTES, offset), named);
    files.push(file);
    offset += file.length;
  }
  const listing = Buffer.concat(directory);
  const end = [longs(0x06054b50), words(0, 0, entries.length, entries.length), longs(listing.length, offset), words(0)];
  return Buffer.concat([...files, listing, ...end]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2);
  return bytes;
}

function longs(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}
