import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Fields } from "../../import/values.ts";
import { readJsonLines } from "./json-lines.ts";
import type { FoundBatch } from "./reader.ts";

type State = { count: number };

/** A file whose records are returned as skipped records of their type, numbered. */
function openFile(): { readonly file: string; read(position?: string | null): Promise<Reading> } {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "session.jsonl");
  const read = async (position: string | null = null): Promise<Reading> => {
    const batches: FoundBatch[] = [];
    const lines = readJsonLines<State>({
      path: file,
      position,
      signal: undefined,
      start: () => ({ count: 0 }),
      read(record: Fields, state) {
        state.count += 1;
        return [{ kind: "skipped", type: `${state.count} ${String(record.type)}` }];
      },
    });
    for await (const batch of lines) batches.push(batch);
    const types = batches.flatMap(({ found }) => found.map((each) => (each.kind === "skipped" ? each.type : "")));
    return { types, position: batches.at(-1)?.position ?? position, batches };
  };
  return { file, read };
}

interface Reading {
  readonly types: readonly string[];
  readonly position: string | null;
  readonly batches: readonly FoundBatch[];
}

const line = (type: string, more: object = {}): string => `${JSON.stringify({ type, ...more })}\n`;

it("returns the same records in two parts as in one, wherever the file was cut", async () => {
  const { file, read } = openFile();
  const bytes = Buffer.from(`${line("a")}\r\n${line("b", { text: "ü → 漢字" })}${line("c")}`);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    writeFileSync(file, bytes.subarray(0, cut));
    const before = await read();
    writeFileSync(file, bytes);
    const after = await read(before.position);
    expect([...before.types, ...after.types], `cut at ${cut}`).toEqual(["1 a", "2 b", "3 c"]);
  }
});

it("leaves an unfinished last line for the next read", async () => {
  const { file, read } = openFile();
  writeFileSync(file, `${line("a")}{"type":"b","text":"un`);
  const before = await read();
  expect(before.types).toEqual(["1 a"]);
  expect(await read(before.position)).toMatchObject({ types: [] });
  writeFileSync(file, `${line("a")}${line("b", { text: "unfinished" })}`);
  expect((await read(before.position)).types).toEqual(["2 b"]);
});

it("reads from the start a file that was truncated, rewritten or replaced", async () => {
  const { file, read } = openFile();
  writeFileSync(file, line("a") + line("b"));
  const { position } = await read();
  truncateSync(file, line("a").length);
  expect((await read(position)).types).toEqual(["1 a"]);
  writeFileSync(file, line("a") + line("x") + line("c"));
  expect((await read(position)).types).toEqual(["1 a", "2 x", "3 c"]);
  writeFileSync(file, line("y") + line("b") + line("c"));
  expect((await read(position)).types).toEqual(["1 y", "2 b", "3 c"]);
});

it("notices a changed start or end of a file that is longer than the bytes that identify it", async () => {
  const { file, read } = openFile();
  const long = line("long", { text: "x".repeat(20_000) });
  writeFileSync(file, line("a") + long + line("b"));
  const { position } = await read();
  writeFileSync(file, line("a") + long + line("b") + line("c"));
  expect((await read(position)).types).toEqual(["4 c"]);
  writeFileSync(file, line("A") + long + line("b") + line("c"));
  expect((await read(position)).types).toHaveLength(4);
  writeFileSync(file, line("a") + long + line("B") + line("c"));
  expect((await read(position)).types).toHaveLength(4);
});

it("skips and counts lines that are not objects, binary, too deep, or have too many values", async () => {
  const { file, read } = openFile();
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}\n`;
  const wide = `[${"1,".repeat(2_000_000)}1]\n`;
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from('"text"\n[1]\nnull\n{"type":\n'),
      Buffer.from([0, 255, 254, 1, 10]),
      Buffer.from(deep + wide + line("a")),
    ]),
  );
  expect((await read()).types).toEqual([
    ...Array.from({ length: 5 }, () => "not a JSON object"),
    "too many levels or values",
    "too many levels or values",
    "1 a",
  ]);
});

it("reads lines in Windows-1252, and counts the ones in an unknown encoding", async () => {
  const { file, read } = openFile();
  const line = (...bytes: number[]) =>
    Buffer.concat([Buffer.from('{"type":"a'), Buffer.from(bytes), Buffer.from('"}\n')]);
  writeFileSync(file, Buffer.concat([line(0xe9), line(0xcf, 0xf0, 0xe8, 0xe2, 0xe5), line(0xc3, 0xbc)]));
  expect((await read()).types).toEqual(["1 aé", "line in an unknown encoding", "2 aü"]);
});

it.each([["utf16le"], ["latin1"]] as const)("names a file in UTF-16 and reads one in %s", async (encoding) => {
  const { file, read } = openFile();
  writeFileSync(file, Buffer.from('{"type":"Größe"}\n{"type":"b"}\n', encoding));
  if (encoding === "latin1") expect((await read()).types).toEqual(["1 Größe", "2 b"]);
  else await expect(read()).rejects.toMatchObject({ details: { reason: "conversation_invalid", problem: "utf16" } });
});

it("skips a line of 100 MB with bounded memory", async () => {
  const { file, read } = openFile();
  const long = Buffer.alloc(100 * 1024 * 1024, "x");
  writeFileSync(file, Buffer.concat([Buffer.from(`${line("a")}{"type":"`), long, Buffer.from(`"}\n${line("b")}`)]));
  const { types, batches } = await read();
  expect(types).toEqual(["1 a", "line above 16 MiB", "2 b"]);
  expect(batches.length).toBeGreaterThan(90);
  expect(batches.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(long.length);
});

it("skips a line that was too long also when the read stopped within it", async () => {
  const { file, read } = openFile();
  const start = `{"type":"${"x".repeat(17 * 1024 * 1024)}`;
  writeFileSync(file, line("a") + start);
  const before = await read();
  expect(before.types).toEqual(["1 a", "line above 16 MiB"]);
  writeFileSync(file, `${line("a")}${start}${"x".repeat(1000)}`);
  const within = await read(before.position);
  expect(within.types).toEqual([]);
  expect(within.batches.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(1000);
  writeFileSync(file, `${line("a")}${start}${"x".repeat(1000)}"}\n${line("b")}`);
  expect((await read(within.position)).types).toEqual(["2 b"]);
});

it("refuses a binary file, and reads a file that ends with zeros", async () => {
  const { file, read } = openFile();
  for (const start of [
    [0, 1, 2],
    [137, 80, 78, 71, 13, 10, 26],
    [255, 254, 123, 0],
  ]) {
    writeFileSync(file, Buffer.from([...start, ...Buffer.from(`\n${line("a")}`)]));
    await expect(read()).rejects.toMatchObject({ details: { reason: "conversation_invalid" } });
  }
  writeFileSync(file, `${line("a")}${"\0".repeat(5000)}`);
  expect((await read()).types).toEqual(["1 a"]);
});

it("ends at the end of a file that shrinks while it is read", async () => {
  const { file } = openFile();
  writeFileSync(file, line("a", { text: "x".repeat(1000) }).repeat(5000));
  const options = { path: file, position: null, signal: undefined, start: () => ({}) };
  let steps = 0;
  for await (const { found } of readJsonLines({ ...options, read: () => [{ kind: "skipped", type: "record" }] })) {
    steps += 1;
    expect(found.length).toBeLessThan(2000);
    truncateSync(file, 500_000);
  }
  expect(steps).toBe(1);
});

it("stops between two steps when its signal aborts", async () => {
  const { file } = openFile();
  writeFileSync(file, line("a", { text: "x".repeat(5_000) }).repeat(1_000));
  const stopped = new Error("stopped");
  const abort = new AbortController();
  const options = { path: file, position: null, signal: abort.signal, start: () => ({}), read: () => [] };
  const batches = readJsonLines(options);
  expect((await batches.next()).done).toBe(false);
  abort.abort(stopped);
  await expect(batches.next()).rejects.toBe(stopped);
});
