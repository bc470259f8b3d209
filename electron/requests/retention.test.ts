import { stat } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { HOUR, logFolderForEachTest } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;

describe("retention", () => {
  it("keeps the most recent rows", async () => {
    const log = openLog({ rows: 1000 });
    await recorded(
      log,
      Array.from({ length: 2600 }, () => exchange()),
    );
    await expect.poll(async () => (await log.list({}, 3000, null)).items.at(-1)?.id).toBeGreaterThan(1000);
    await log.close();
    const reopened = openLog({ rows: 1000 });
    await expect.poll(async () => (await reopened.list({}, 3000, null)).items.length).toBe(1000);
    expect((await reopened.list({}, 1, null)).items[0]?.id).toBe(2600);
  });

  it("does not delete served requests because of a flood of refused ones", async () => {
    const limits = { rows: 1000, refusedRows: 50 };
    const log = openLog(limits);
    const refusal = { reason: "missing", claimed: null, requests: 1 } as const;
    const refusals = Array.from({ length: 2000 }, () => exchange({ client: null, httpStatus: 401, refusal }));
    await recorded(log, [...Array.from({ length: 300 }, () => exchange()), ...refusals, exchange(), ...refusals]);
    await log.close();
    const reopened = openLog(limits);
    const rows = async () => (await reopened.list({}, 5000, null)).items;
    await expect.poll(async () => (await rows()).length).toBe(351);
    expect((await rows()).filter((row) => row.refusal === null)).toHaveLength(301);
  });

  it("deletes rows that exceed the maximum age", async () => {
    const first = openLog();
    await recorded(first, [exchange(), exchange({ at: place.now + 2 * HOUR })]);
    await first.close();
    place.now += 7 * 24 * HOUR + HOUR;
    const second = openLog();
    await expect.poll(async () => (await second.list({}, 10, null)).items.map((item) => item.id)).toEqual([2]);
  });

  it("deletes old rows when the file is too large", async () => {
    const fileBytes = 4 * 2 ** 20;
    const first = openLog();
    await recorded(
      first,
      Array.from({ length: 1500 }, () => exchange({ requestBody: "b".repeat(6000) })),
    );
    await first.close();
    const file = place.file();
    expect((await stat(file)).size).toBeGreaterThan(2 * fileBytes);
    const second = openLog({ fileBytes });
    await expect.poll(async () => (await second.list({}, 1500, null)).items.length).toBeLessThan(700);
    await second.close();
    expect((await stat(file)).size).toBeLessThan(2 * fileBytes);
    expect((await openLog({ fileBytes }).list({}, 1, null)).items[0]?.id).toBe(1500);
  });
});
