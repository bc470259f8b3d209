import { inflateRawSync } from "node:zlib";

/** Reads an archive by its directory, as programs do. */
export function readZip(archive: Buffer): Record<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = archive.readUInt32LE(end + 16);
  const files: Record<string, Buffer> = {};
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    files[name] = inflateRawSync(archive.subarray(start, start + packed));
    at += 46 + nameLength;
  }
  return files;
}
