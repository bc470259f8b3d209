import { expect, it } from "vitest";
import { readZip } from "../../../tests/support/read-zip.ts";
import { writeZip } from "./zip.ts";

it("an archive gives back its files by its directory, and is the same each time", () => {
  const entries = [
    { name: "manifest.json", content: Buffer.from("{}") },
    { name: "server/é.mjs", content: Buffer.from("x".repeat(100_000)) },
  ];
  const archive = writeZip(entries);
  const read = Object.entries(readZip(archive)).map(([name, content]) => [name, content.toString()]);
  expect(read).toEqual([
    ["manifest.json", "{}"],
    ["server/é.mjs", "x".repeat(100_000)],
  ]);
  expect(archive.length).toBeLessThan(1_000);
  expect(writeZip(entries)).toEqual(archive);
});
