import { expect, it } from "vitest";
import type { ObservedExchange } from "../core/request-log.ts";
import { HOUR, logFolderForEachTest } from "./testing/open-log.ts";

const place = logFolderForEachTest();

it("counts the calls of a server since the local midnight, including before a restart, with its own part of the time", async () => {
  const { openLog, exchange, recorded } = place;
  const midnight = new Date(place.now).setHours(0, 0, 0, 0);
  const served = (server: string, serverMs: number | null, changes: Partial<ObservedExchange> = {}) =>
    exchange({ at: midnight + 1, server, serverMs, durationMs: 1_000, ...changes });
  const log = openLog();
  await recorded(log, [
    served("files", 3),
    served("files", 9, { outcome: "error" }),
    served("files", 5),
    served("files", null, { outcome: "cancelled" }),
    served("files", 700, { at: midnight - 1 }),
    served("tickets", 40),
    // The server's request to the client, the client's response, and a message that was sent.
    served("tickets", null, { direction: "sent", method: "elicitation/create" }),
    served("tickets", null, { method: "elicitation/create" }),
    served("tickets", null, { direction: "sent", method: "notifications/message" }),
    exchange({ at: midnight + 1 }),
  ]);
  await log.close();
  const later = openLog();
  const figures = () => later.serverFigures(["tickets", "unused", "files"]);
  expect(await figures()).toEqual([
    { calls: 1, errors: 0, p50: 40 },
    { calls: 0, errors: 0, p50: null },
    { calls: 4, errors: 1, p50: 5 },
  ]);
  place.now = midnight + 25 * HOUR;
  expect(await figures()).toEqual(Array.from({ length: 3 }, () => ({ calls: 0, errors: 0, p50: null })));
});
