import { describe, expect, it } from "vitest";
import { HOUR, logFolderForEachTest } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;

describe("pinned messages", () => {
  it("keeps pinned messages through retention and clearing", async () => {
    const log = openLog({ rows: 2 });
    await recorded(log, [exchange({ target: "first" }), exchange(), exchange()]);
    expect(await log.setPinned([1, 99], true)).toMatchObject([{ id: 1, pinned: true, target: "first" }]);
    await log.clear();
    expect((await log.list({}, 10, null)).items.map(({ id }) => id)).toEqual([1]);
    place.now += 30 * 24 * HOUR;
    await recorded(
      log,
      Array.from({ length: 10 }, () => exchange()),
    );
    await log.close();
    const reopened = openLog({ rows: 2 });
    await expect.poll(async () => (await reopened.list({ pinned: false }, 10, null)).items.length).toBe(2);
    expect((await reopened.list({ pinned: true }, 10, null)).items.map(({ id }) => id)).toEqual([1]);
    expect((await reopened.get(1))?.requestBody).toBe(exchange().requestBody);
    await reopened.setPinned([1], false);
    await reopened.clear();
    expect((await reopened.list({}, 10, null)).items).toEqual([]);
  });

  it("rejects a request that would exceed the limit of pins, and pins nothing", async () => {
    const log = openLog({ pinnedRows: 2 });
    await recorded(log, [exchange(), exchange(), exchange()]);
    await log.setPinned([1, 2, 99], true);
    await log.setPinned([2], true);
    await expect(log.setPinned([2, 3], true)).rejects.toMatchObject({
      code: "conflict",
      message: "At most 2 messages can be pinned.",
    });
    expect((await log.list({ pinned: true }, 10, null)).items.map(({ id }) => id)).toEqual([2, 1]);
    await log.setPinned([1], false);
    await log.setPinned([3], true);
    expect((await log.list({ pinned: true }, 10, null)).items.map(({ id }) => id)).toEqual([3, 2]);
  });
});
