import { describe, expect, it } from "vitest";
import { HOUR, logFolderForEachTest, START } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;

describe("client activity", () => {
  it("lists each client with its latest values and its counts of today", async () => {
    const log = openLog();
    place.now = START - 24 * HOUR;
    await recorded(log, [exchange({ target: "capture_memory" })]);
    place.now = START;
    await recorded(log, [
      exchange({ target: "capture_memory", project: "me/app" }),
      exchange({ target: "capture_memory", outcome: "error" }),
      exchange({ direction: "sent", method: "notifications/message" }),
      exchange({ client: null }),
    ]);
    place.now += 1000;
    await recorded(log, [
      exchange({
        client: { name: "script", version: "2" },
        transport: "rest",
        era: null,
        method: "POST /tools/capture_memory",
      }),
      exchange({
        client: { name: "codex", version: "0.170.0" },
        at: place.now - 500,
        method: "resources/list",
        target: null,
      }),
      exchange({
        client: { name: "codex", version: "0.170.0" },
        at: place.now - 400,
        method: "DELETE /mcp",
        target: null,
      }),
    ]);
    expect(await log.clientActivity()).toEqual([
      {
        name: "script",
        version: "2",
        subject: "codex",
        transport: "rest",
        era: null,
        protocolVersion: "2025-06-18",
        project: null,
        lastSeenAt: new Date(place.now).toISOString(),
        lastMethod: "POST /tools/capture_memory",
        requestsToday: 1,
        capturesToday: 1,
        errorsToday: 0,
        tokenDays: [{ day: expect.any(String), tokensIn: expect.any(Number), tokensOut: expect.any(Number) }],
      },
      expect.objectContaining({
        name: "codex",
        version: "0.170.0",
        project: "me/app",
        lastMethod: "resources/list",
        requestsToday: 4,
        capturesToday: 1,
        errorsToday: 1,
      }),
    ]);
    place.now += 24 * HOUR;
    expect((await log.clientActivity()).map((client) => client.requestsToday)).toEqual([0, 0]);
  });

  it("starts the thread only after a record, a clearing or midnight", async () => {
    const log = openLog();
    await recorded(log, [exchange()]);
    const first = await log.clientActivity();
    expect(await log.clientActivity()).toBe(first);
    log.record(exchange());
    expect(await log.clientActivity()).toMatchObject([{ requestsToday: 2 }]);
    await log.clear();
    const cleared = await log.clientActivity();
    expect(cleared).toEqual([]);
    await log.close();
    expect(await log.clientActivity()).toBe(cleared);
  });
});
