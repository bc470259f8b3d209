import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { workerUrl } from "../../tests/testing/entries.ts";
import type { ImportItem } from "./import-item.ts";
import { CLAUDE_MEM, insert } from "./testing/claude-mem.ts";
import { createDatabase, MCP_MEMORY_SERVICE, testFolder } from "./testing/databases.ts";
import { openThreadedSource } from "./threaded-source.ts";

const WORKER = workerUrl("importWorker");
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

async function readAll(file: string, deadlineMs?: number): Promise<ImportItem[]> {
  const { items } = await openThreadedSource(file, { workerUrl: WORKER, logger: QUIET, deadlineMs });
  const all: ImportItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A file of `size` bytes that starts with `start`. The rest takes no disk space and reads as zeros. */
function sparseFile(name: string, start: string, size: number): string {
  const file = path.join(testFolder(), name);
  const descriptor = openSync(file, "w");
  writeSync(descriptor, start);
  ftruncateSync(descriptor, size);
  closeSync(descriptor);
  return file;
}

const contentOf = (item: ImportItem | undefined) => (item?.kind === "memory" ? item.memory.content : undefined);

describe("a source that is read in a thread", () => {
  it("refuses a sparse file of 1 GB without reading it to its end", async () => {
    await expect(readAll(sparseFile("memories.json", "", 2 ** 30))).rejects.toMatchObject({
      code: "invalid_argument",
      details: { reason: "import_binary" },
    });
  });

  it("refuses a line past the limit of a line, after it returned the lines before it", async () => {
    const file = path.join(testFolder(), "memories.jsonl");
    writeFileSync(file, `{"content":"Before"}\n${"x".repeat(65 * 1024 * 1024)}`);
    const { items } = await openThreadedSource(file, { workerUrl: WORKER, logger: QUIET });
    const contents: unknown[] = [];
    const reading = (async () => {
      for await (const item of items) contents.push(contentOf(item));
    })();
    await expect(reading).rejects.toMatchObject({ details: { reason: "import_line_too_long", line: 2 } });
    expect(contents).toEqual(["Before"]);
  });

  it.skipIf(process.platform === "win32")("refuses devices and pipes", async () => {
    const pipe = path.join(testFolder(), "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const file of ["/dev/zero", pipe]) {
      await expect(readAll(file)).rejects.toMatchObject({ details: { reason: "import_not_file", path: file } });
    }
  });

  it("reports notes of a folder that are too large, and reads the other notes", async () => {
    const folder = path.dirname(sparseFile("a-giant.md", "# Giant", 600 * 1024 * 1024));
    writeFileSync(path.join(folder, "small.md"), "# Small");
    const items = await readAll(folder);
    expect(items.map((item) => [item.place, item.kind])).toEqual([
      ["a-giant.md", "unreadable"],
      ["small.md", "memory"],
    ]);
    expect((await readAll(path.join(folder, "a-giant.md")))[0]).toMatchObject({ reason: "import_note_too_large" });
  });

  it("reads each of 20,000 rows of mcp-memory-service with one content_hash once", async () => {
    const file = path.join(testFolder(), "sqlite_vec.db");
    const database = createDatabase(file, MCP_MEMORY_SERVICE.replace("content_hash TEXT UNIQUE", "content_hash TEXT"));
    database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO memories (content_hash, content, superseded_by, created_at) SELECT 'same', 'Memory ' || i, 'same', i FROM n`);
    database.close();
    const items = await readAll(file);
    expect(new Set(items.map(contentOf)).size).toBe(20_000);
    expect(items).toHaveLength(20_000);
  }, 300_000);

  it("cuts values of 300 MB in a database, and divides pages by the size of their values", async () => {
    const file = path.join(testFolder(), "claude-mem.db");
    const database = createDatabase(file, CLAUDE_MEM);
    database.exec("PRAGMA foreign_keys = OFF");
    for (let row = 1; row <= 300; row += 1) {
      insert(database, "observations", {
        ...{ memory_session_id: "m", project: "p", type: "decision", title: `Row ${row}`, text: "x".repeat(60_000) },
        ...{ created_at: "2025-06-01", created_at_epoch: 1 },
      });
    }
    database.exec("UPDATE observations SET text = CAST(zeroblob(300000000) AS TEXT) WHERE id = 7");
    database.close();
    const items = await readAll(file);
    expect(items.map(({ line }) => line)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
    for (const item of items) expect(contentOf(item)?.length).toBeLessThan(200_000);
  }, 300_000);

  it("fails with an error at the deadline if a source does not respond, and returns immediately", async () => {
    const file = path.join(testFolder(), "sqlite_vec.db");
    createDatabase(file, MCP_MEMORY_SERVICE).close();
    const other = new DatabaseSync(file);
    other.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
    // SQLite waits five seconds for the lock.
    await expect(readAll(file, 300)).rejects.toMatchObject({
      code: "unavailable",
      details: { reason: "import_timeout", seconds: 0.3 },
    });
    other.close();
  });

  it("fails with an error if a source needs too much memory, and the process continues", async () => {
    const file = path.join(testFolder(), "export.json");
    // Parsed, each of these empty lists takes about 16 bytes and more.
    writeFileSync(file, `{"memories":[${"[],".repeat(1_000_000)}[]]}`);
    const opened = openThreadedSource(file, { workerUrl: WORKER, logger: QUIET, maximumHeapMiB: 16 });
    await expect(opened.then(({ items }) => items[Symbol.asyncIterator]().next())).rejects.toMatchObject({
      details: { reason: "import_reader_failed" },
    });
  }, 300_000);
});
