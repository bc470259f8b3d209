import { inflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { writeZip } from "./zip.ts";

/** Reads an archive by its directory, as programs do. */
function readZip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = archive.readUInt32LE(end + 16);
  const files: Record<string, string> = {};
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    files[name] = inflateRawSync(archive.subarray(start, start + packed)).toString();
    at += 46 + nameLength;
  }
  return files;
}

it("an archive gives back its files by its directory, and is the same each time", () => {
  const entries = [
    { name: "manifest.json", content: Buffer.from("{}") },
    { name: "server/é.mjs", content: Buffer.from("x".repeat(100_000)) },
  ];
  const archive = writeZip(entries);
  expect(readZip(archive)).toEqual({ "manifest.json": "{}", "server/é.mjs": "x".repeat(100_000) });
  expect(archive.length).toBeLessThan(1_000);
  expect(writeZip(entries)).toEqual(archive);
});
