import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { workerUrl } from "../../../tests/testing/entries.ts";
import { createEvents } from "../../core/events.ts";
import type { Logger } from "../../core/ports.ts";
import type { ObservedExchange, RequestSummary } from "../../core/request-log.ts";
import { openRequestLog, type RequestLog, type RequestLogLimits } from "../request-log.ts";

export const START = Date.parse("2026-11-21T12:00:30.000Z");
export const HOUR = 3_600_000;
const WORKER = workerUrl("requestLogWorker");

/** A warning in the log file. */
export interface Warning {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}

/** Gives each test its own folder and a clock that it sets, and closes its logs at the end. */
export function logFolderForEachTest() {
  const open = new Set<RequestLog>();
  const place = {
    folder: "",
    now: START,
    warnings: [] as Warning[],
    announced: [] as RequestSummary[],
    statusChanges: 0,
    file: () => path.join(place.folder, "requests.sqlite"),
    logger: (): Logger => {
      const quiet = () => {};
      const warn: Logger["warn"] = (message, fields) => place.warnings.push({ message, fields });
      return { debug: quiet, info: quiet, warn, error: quiet };
    },
    openLog(limits: Partial<RequestLogLimits> = {}, workerUrl = WORKER): RequestLog {
      const events = createEvents((error) => {
        throw error;
      });
      events.on("requests.recorded", (summaries) => place.announced.push(...summaries));
      events.on("status.changed", () => {
        place.statusChanges += 1;
      });
      const clock = { now: () => place.now };
      const log = openRequestLog({ path: place.file(), workerUrl, clock, events, logger: place.logger(), limits });
      open.add(log);
      return log;
    },
    exchange: (changes: Partial<ObservedExchange> = {}): ObservedExchange => ({
      at: place.now,
      ...EXCHANGE,
      ...changes,
    }),
    /** Records exchanges and waits until they can be read. */
    async recorded(log: RequestLog, exchanges: readonly ObservedExchange[]): Promise<void> {
      const expected = place.announced.length + exchanges.length;
      for (const each of exchanges) log.record(each);
      await expect.poll(() => place.announced.length, { interval: 5 }).toBe(expected);
    },
  };
  beforeEach(async () => {
    place.folder = await mkdtemp(path.join(tmpdir(), "recollect-requests-"));
    place.now = START;
    place.warnings = [];
    place.announced = [];
    place.statusChanges = 0;
  });
  afterEach(async () => {
    for (const log of open) await log.close();
    open.clear();
    await rm(place.folder, { recursive: true, force: true });
  });
  return place;
}

const EXCHANGE: Omit<ObservedExchange, "at"> = {
  direction: "received",
  client: { name: "codex", version: "0.169.0" },
  subject: "codex",
  sessionId: "s1",
  transport: "http",
  era: "2025",
  protocolVersion: "2025-06-18",
  method: "tools/call",
  target: "search_memories",
  messageId: "7",
  outcome: "ok",
  errorCode: null,
  httpStatus: 200,
  durationMs: 2.5,
  requestBytes: 120,
  responseBytes: 480,
  requestBody: '{"jsonrpc":"2.0","id":7}',
  responseBody: '{"jsonrpc":"2.0","id":7,"result":{}}',
  requestHeaders: { "user-agent": "codex/0.169", authorization: "Bearer abc" },
  responseHeaders: { "content-type": "application/json" },
  readMs: 0.2,
  firstByteMs: 2.1,
  refusal: null,
  replayOf: null,
  server: null,
  serverMs: null,
  project: null,
};
