import { rm, writeFile } from "node:fs/promises";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { logFolderForEachTest } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;
const MISSING = new URL("file:///nowhere/worker.ts");
const CRASHING_ONCE = new URL("testing/crashing-worker.ts", import.meta.url);

describe("the log thread", () => {
  it("loses nothing if it crashes once during a batch", async () => {
    const log = openLog({}, CRASHING_ONCE);
    await recorded(log, [exchange({ messageId: "1" }), exchange({ messageId: "2" })]);
    expect((await log.list({}, 10, null)).items.map(({ messageId }) => messageId)).toEqual(["2", "1"]);
    expect(place.warnings).toEqual([
      {
        message: "The worker thread for the request log failed.",
        fields: { error: "Error: This crash is intended." },
      },
    ]);
  });

  it("rejects reads and reports the losses if it cannot start, without delaying requests", async () => {
    const log = openLog({ queuedRows: 100, batchRows: 10 }, MISSING);
    for (let index = 0; index < 250; index += 1) log.record(exchange());
    await expect.poll(() => place.warnings.length).toBe(4);
    await expect(log.list({}, 10, null)).rejects.toMatchObject({
      code: "unavailable",
      details: { reason: "log_unavailable" },
    });
    expect(log.problem()).toMatchObject({ details: { reason: "log_unwritten" } });
    expect(place.statusChanges).toBe(1);
    await log.close();
    expect(place.announced).toEqual([]);
    expect(place.warnings.filter(({ message }) => message.includes("thread"))).toHaveLength(2);
    const lost = place.warnings.map(({ fields }) => Number(fields?.requestsDropped ?? 0));
    expect(lost.reduce((sum, count) => sum + count, 0)).toBe(250);
  });

  it("reports a problem only while it cannot write", async () => {
    const log = openLog();
    await recorded(log, [exchange()]);
    const other = new Database(place.file());
    other.exec("CREATE TRIGGER refuse BEFORE INSERT ON request BEGIN SELECT raise(ABORT, 'Not now.'); END");
    log.record(exchange());
    await expect.poll(() => log.problem()?.code).toBe("storage");
    other.exec("DROP TRIGGER refuse");
    other.close();
    await recorded(log, [exchange()]);
    expect(log.problem()).toBeNull();
    expect(place.statusChanges).toBe(2);
    expect(place.warnings).toMatchObject([
      { fields: { requestsDropped: 1, error: expect.stringContaining("Not now.") } },
    ]);
  });

  it("logs why it cannot open the file, and opens it once that is fixed", async () => {
    await writeFile(`${place.folder}/file`, "");
    const folder = place.folder;
    place.folder = `${folder}/file`;
    const log = openLog();
    await expect(log.clientActivity()).rejects.toMatchObject({ code: "unavailable" });
    expect(place.warnings).toMatchObject([{ fields: { error: expect.stringMatching(/EEXIST|ENOTDIR/) } }]);
    await rm(place.folder);
    expect(await log.clientActivity()).toEqual([]);
    place.folder = folder;
  });
});
