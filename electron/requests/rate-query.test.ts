import { describe, expect, it } from "vitest";
import type { ObservedExchange } from "../core/request-log.ts";
import { logFolderForEachTest } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;

describe("rates", () => {
  it("counts requests by minute and ignores streams", async () => {
    const log = openLog();
    const minute = (back: number, changes: Partial<ObservedExchange> = {}) =>
      exchange({ at: place.now - back * 60_000, ...changes });
    await recorded(log, [
      ...Array.from({ length: 100 }, (_, index) => minute(2, { durationMs: index + 1 })),
      minute(0, { outcome: "error", durationMs: 4 }),
      minute(0, { method: "subscriptions/listen", durationMs: 100_000 }),
      minute(0, { direction: "sent", method: "notifications/resources/updated" }),
      minute(9),
    ]);
    expect(await log.rates({ minutes: 4 })).toEqual({
      minutes: [
        { at: "2026-11-21T11:57:00.000Z", requests: 0, errors: 0, p50: null, p99: null },
        { at: "2026-11-21T11:58:00.000Z", requests: 100, errors: 0, p50: 50, p99: 99 },
        { at: "2026-11-21T11:59:00.000Z", requests: 0, errors: 0, p50: null, p99: null },
        { at: "2026-11-21T12:00:00.000Z", requests: 1, errors: 1, p50: 4, p99: 4 },
      ],
    });
  });

  it("returns the rates of one server, with its own part of the time", async () => {
    const log = openLog();
    const served = (server: string, serverMs: number | null, changes: Partial<ObservedExchange> = {}) =>
      exchange({ at: place.now, server, serverMs, durationMs: 1_000, ...changes });
    await recorded(log, [
      served("files", 3, { at: place.now - 60_000 }),
      served("files", 9, { outcome: "error" }),
      served("files", 5),
      served("tickets", 40),
      served("files", null, { direction: "sent", method: "elicitation/create" }),
      served("files", null, { method: "elicitation/create" }),
      exchange({ at: place.now }),
    ]);
    const { minutes } = await log.rates({ minutes: 3, server: "files" });
    expect(minutes.map(({ requests, errors, p50 }) => [requests, errors, p50])).toEqual([
      [0, 0, null],
      [1, 0, 3],
      [2, 1, 5],
    ]);
    expect((await log.rates({ minutes: 1, server: "unused" })).minutes).toMatchObject([{ requests: 0 }]);
  });

  it("returns the rates of each client in steps of several minutes, the busiest first", async () => {
    const log = openLog();
    const from = (name: string | null, back: number, changes: Partial<ObservedExchange> = {}) =>
      exchange({ at: place.now - back * 60_000, client: name === null ? null : { name, version: "1" }, ...changes });
    await recorded(log, [
      from("codex", 7, { durationMs: 8 }),
      from("cursor", 1, { durationMs: 2 }),
      from("cursor", 0, { durationMs: 4, outcome: "error" }),
      from("cursor", 12),
    ]);
    const rates = await log.rates({ minutes: 10, stepMinutes: 5, byClient: true });
    expect(rates.minutes.map(({ at, requests }) => [at, requests])).toEqual([
      ["2026-11-21T11:51:00.000Z", 1],
      ["2026-11-21T11:56:00.000Z", 2],
    ]);
    expect(rates.clients).toMatchObject([
      {
        client: "cursor",
        requests: 2,
        errors: 1,
        p50: 2,
        p99: 4,
        minutes: [{ requests: 0 }, { requests: 2, errors: 1 }],
      },
      {
        client: "codex",
        requests: 1,
        errors: 0,
        p50: 8,
        minutes: [
          { requests: 1, p50: 8 },
          { requests: 0, p50: null },
        ],
      },
    ]);
  });

  it("counts refused requests, but not their duration", async () => {
    const log = openLog();
    const refused = { method: "POST /mcp", client: null, outcome: "error", durationMs: 0 } as const;
    await recorded(log, [
      exchange({ durationMs: 8 }),
      exchange({ ...refused, refusal: { reason: "expired", claimed: "codex", requests: 1 } }),
      exchange({ ...refused, method: null, refusal: { reason: "missing", claimed: null, requests: 400 } }),
    ]);
    const { minutes, clients } = await log.rates({ minutes: 1, byClient: true });
    expect(minutes).toMatchObject([{ requests: 402, errors: 401, p50: 8, p99: 8 }]);
    expect(clients).toMatchObject([
      { client: null, requests: 401, errors: 401, p50: null },
      { client: "codex", requests: 1, errors: 0 },
    ]);
  });
});
