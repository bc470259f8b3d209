import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { zstdCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Transcript } from "./reader.ts";
import { collect, copyFixture, readClient, readFrom } from "./testing/fixtures.ts";

/** The home folder of Codex's fixture, whose transcripts are compressed. */
async function compressAll() {
  const { reader, system, expected } = copyFixture("codex");
  for (const { path: file } of await reader.find(system)) {
    writeFileSync(`${file}.zst`, zstdCompressSync(readFileSync(file)));
    rmSync(file);
  }
  const transcripts = await reader.find(system);
  return { reader, system, expected, transcripts, first: transcripts[0] as Transcript };
}

it("reads compressed transcripts as the originals, under the same ids", async () => {
  const { reader, system } = copyFixture("codex");
  const plain = await readClient(reader, system);
  const compressed = await compressAll();
  expect(compressed.transcripts.length).toBeGreaterThan(1);
  const found = await readClient(compressed.reader, compressed.system);
  expect(collect(found)).toEqual(compressed.expected);
  const keys = (all: typeof found) => all.flatMap((each) => (each.kind === "message" ? each.message.key : [])).sort();
  expect(keys(found)).toEqual(keys(plain));
});

it("reads a compressed transcript again only if it changed", async () => {
  const { reader, first } = await compressAll();
  const { position } = await readFrom(reader, first);
  expect((await readFrom(reader, first, position)).found).toEqual([]);
  writeFileSync(first.path, Buffer.concat([readFileSync(first.path), zstdCompressSync(Buffer.from("\n"))]));
  expect((await readFrom(reader, first, position)).found.length).toBeGreaterThan(0);
});

it("reads a text of 200 MB in a small file in steps, and skips its endless line", async () => {
  const { reader, first } = await compressAll();
  const bomb = zstdCompressSync(Buffer.alloc(200 * 1024 * 1024, "x"));
  expect(bomb.length).toBeLessThan(100_000);
  writeFileSync(first.path, bomb);
  const { found } = await readFrom(reader, first);
  expect(collect(found)).toEqual({ sessions: {}, skipped: { "line above 16 MiB": 1 } });
});

it("names a compressed transcript that is damaged", async () => {
  const { reader, first } = await compressAll();
  truncateSync(first.path, 100);
  await expect(readFrom(reader, first)).rejects.toMatchObject({ details: { reason: "conversation_invalid" } });
  writeFileSync(first.path, "not zstd");
  await expect(readFrom(reader, first)).rejects.toMatchObject({ details: { reason: "conversation_invalid" } });
});
