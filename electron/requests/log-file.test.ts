import { open as openFile, readdir, stat, writeFile } from "node:fs/promises";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { logFolderForEachTest } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;

describe("the log file", () => {
  it("migrates a log of the first version", async () => {
    const old = openLog();
    await recorded(old, [exchange(), exchange({ httpStatus: 401, outcome: "error" })]);
    await old.close();
    const database = new Database(place.file());
    const dropped = ["pinned", "subject", "refusal", "claimed", "requests", "replay_of", "server", "server_ms"];
    dropped.push("tokens_in", "tokens_out", "project");
    database.exec(`DROP INDEX request_of_server; DROP INDEX request_pinned; DROP INDEX request_by_time; DROP INDEX request_refused;
    DROP INDEX request_injected; DROP TABLE client_day;
    ${dropped.map((name) => `ALTER TABLE request DROP COLUMN ${name};`).join("")}
    ${["response_headers", "read_ms", "first_byte_ms"].map((name) => `ALTER TABLE request_body DROP COLUMN ${name};`).join("")}
    ALTER TABLE client DROP COLUMN subject;
    CREATE INDEX request_by_time ON request (at, direction, outcome, duration_ms, method);
    ${["client_name", "method", "outcome"].map((name) => `CREATE INDEX request_by_${name.replace("_name", "")} ON request (${name});`).join("")}
    PRAGMA user_version = 1`);
    database.close();
    const log = openLog();
    expect(await log.setPinned([1], true)).toMatchObject([{ id: 1, pinned: true, refusal: null }]);
    expect((await log.list({ refused: true }, 10, null)).items).toMatchObject([
      { id: 2, refusal: { reason: "invalid", claimed: null, requests: 1 } },
    ]);
    expect(await log.get(1)).toMatchObject({ responseHeaders: null, readMs: null });
    await recorded(log, [exchange()]);
    expect((await log.rates({ minutes: 1 })).minutes[0]).toMatchObject({ requests: 3 });
    expect(place.warnings).toEqual([]);
  });

  describe("a file that cannot be used", () => {
    it.each([
      ["is not a database", "this is not a database, but it is long enough to be read as one. ".repeat(100)],
      ["is a database of another program", null],
    ])("sets aside a file that %s", async (_what, content) => {
      const file = place.file();
      if (content === null) {
        const other = new Database(file);
        other.exec("CREATE TABLE request (x); PRAGMA user_version = 99");
        other.close();
      } else await writeFile(file, content);
      const log = openLog();
      await recorded(log, [exchange()]);
      expect((await log.list({}, 10, null)).items).toHaveLength(1);
      expect(place.warnings).toMatchObject([{ message: expect.stringContaining("set aside") }]);
      expect(await readdir(place.folder)).toContain("requests.sqlite.set-aside-2026-11-21T12-00-30-000Z");
    });

    it("sets the file aside when damage is found in use", async () => {
      const first = openLog();
      await recorded(
        first,
        Array.from({ length: 400 }, () => exchange({ requestBody: "b".repeat(4000) })),
      );
      await first.close();
      const file = place.file();
      const { size } = await stat(file);
      await overwriteMiddle(file, size);
      const second = openLog();
      let read: string[] = [];
      for (const { id } of place.announced) read = [...read, String((await second.get(id))?.id ?? "gone")];
      expect(read).toContain("gone");
      expect(place.warnings).toMatchObject([{ message: expect.stringContaining("set aside") }]);
      await recorded(second, [exchange()]);
      expect((await second.list({}, 10, null)).items).toHaveLength(1);
    });
  });
});

async function overwriteMiddle(file: string, size: number): Promise<void> {
  const handle = await openFile(file, "r+");
  const from = Math.floor(size / 8192) * 4096;
  await handle.write(Buffer.alloc(40 * 4096, 0xee), 0, 40 * 4096, from);
  await handle.close();
}
