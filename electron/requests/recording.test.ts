import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { workerUrl } from "../../tests/testing/entries.ts";
import { createEvents, type EventName } from "../core/events.ts";
import { openRequestLog } from "./request-log.ts";
import { logFolderForEachTest } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;

describe("recording", () => {
  it("stores a complete exchange and announces its summary", async () => {
    const log = openLog();
    await recorded(log, [exchange()]);
    const {
      requestBody,
      responseBody,
      requestHeaders: _,
      responseHeaders,
      readMs,
      firstByteMs,
      at,
      ...rest
    } = exchange();
    const summary = { ...rest, tokensIn: 0, tokensOut: 0, id: 1, at: new Date(at).toISOString(), pinned: false };
    expect(place.announced).toEqual([summary]);
    expect(await log.get(1)).toEqual({
      ...summary,
      requestBody,
      responseBody,
      requestHeaders: { "user-agent": "codex/0.169", authorization: "[redacted]" },
      responseHeaders,
      readMs,
      firstByteMs,
      truncated: false,
    });
    expect(await log.get(2)).toBeNull();
  });

  it("announces a written batch, and its rows only while something listens to them", async () => {
    const events = createEvents((error) => {
      throw error;
    });
    const emitted: EventName[] = [];
    const log = openRequestLog({
      path: place.file(),
      workerUrl: workerUrl("requestLogWorker"),
      clock: { now: () => place.now },
      events: {
        ...events,
        emit(name, payload) {
          emitted.push(name);
          events.emit(name, payload);
        },
      },
      logger: place.logger(),
    });
    log.record(exchange());
    await expect.poll(() => emitted, { interval: 5 }).toEqual(["requests.written"]);
    expect((await log.list({}, 10, null)).items).toMatchObject([{ id: 1 }]);
    const rows = new Promise((resolve) => events.on("requests.recorded", resolve));
    log.record(exchange());
    expect(await rows).toMatchObject([{ id: 2 }]);
    await log.close();
  });

  it("starts its thread for the first record only after a delay, or when something reads", async () => {
    const events = createEvents((error) => {
      throw error;
    });
    const log = openRequestLog({
      path: place.file(),
      workerUrl: workerUrl("requestLogWorker"),
      clock: { now: () => place.now },
      events,
      logger: place.logger(),
      limits: { batchDelayMs: 1, startDelayMs: 600_000 },
    });
    log.record(exchange());
    await sleep(100);
    expect(await readdir(place.folder)).toEqual([]);
    expect((await log.list({}, 10, null)).items).toMatchObject([{ id: 1 }]);
    const written = new Promise((resolve) => events.on("requests.written", resolve));
    log.record(exchange());
    await written;
    await log.close();
  });

  it("starts its thread without the delay if something listens to its rows", async () => {
    const log = openLog({ startDelayMs: 600_000 });
    await recorded(log, [exchange()]);
  });

  it("stores a request that is not a message", async () => {
    const log = openLog();
    const unread = { client: null, sessionId: null, era: null, protocolVersion: null, method: null, target: null };
    await recorded(log, [
      exchange({
        ...unread,
        messageId: null,
        outcome: "error",
        errorCode: "413",
        requestBody: null,
        responseBody: null,
      }),
    ]);
    expect(await log.get(1)).toMatchObject({ ...unread, messageId: null, requestBody: null, truncated: false });
  });

  it("redacts the names and addresses that a client chooses", async () => {
    const log = openLog();
    const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    const client = { name: `agent ${secret}`, version: secret };
    await recorded(log, [
      exchange({
        client,
        subject: secret,
        method: `POST /tools/${secret}`,
        target: `recollect://user/context/${secret}`,
        messageId: JSON.stringify(secret),
        protocolVersion: secret,
        project: secret,
        requestHeaders: { "recollect-project": secret, "user-agent": `agent/${secret}` },
      }),
    ]);
    const stored = JSON.stringify([await log.get(1), await log.clientActivity(), place.announced]);
    expect(stored).not.toContain("ghp_");
    expect(await log.get(1)).toMatchObject({ client: { name: "agent [redacted]" }, method: "POST /tools/[redacted]" });
    await log.close();
    const files = await Promise.all(
      (await readdir(place.folder)).map((name) => readFile(path.join(place.folder, name))),
    );
    expect(files.some((bytes) => bytes.includes("ghp_"))).toBe(false);
  });

  it("continues its ids after a restart and after clearing", async () => {
    const first = openLog();
    await recorded(first, [exchange(), exchange()]);
    await first.clear();
    await first.close();
    const second = openLog();
    expect(await second.list({}, 10, null)).toEqual({ items: [] });
    expect(await second.clientActivity()).toEqual([]);
    await recorded(second, [exchange()]);
    expect((await second.list({}, 10, null)).items.map((item) => item.id)).toEqual([3]);
  });

  it("writes the queue when it closes, and records nothing afterwards", async () => {
    const log = openLog({ batchDelayMs: 60_000 });
    for (let index = 0; index < 450; index += 1) log.record(exchange());
    await log.close();
    log.record(exchange());
    expect(place.announced).toHaveLength(450);
    expect((await openLog().list({}, 500, null)).items).toHaveLength(450);
  });

  it("creates files that only the owner can read", async () => {
    const log = openLog();
    await recorded(log, [exchange()]);
    const modes = await Promise.all((await readdir(place.folder)).map((name) => stat(path.join(place.folder, name))));
    if (process.platform !== "win32") expect(new Set(modes.map((each) => each.mode & 0o777))).toEqual(new Set([0o600]));
  });

  describe("bodies", () => {
    it("redacts bodies, then cuts them to 64 KiB without splitting a character", async () => {
      const log = openLog();
      const secret = `sk-${"a1b2c3".repeat(10)}`;
      await recorded(log, [
        exchange({ requestBody: `${"x".repeat(65_536 - 30)} ${secret} tail`, responseBody: "é€😀".repeat(20_000) }),
      ]);
      const detail = await log.get(1);
      expect(detail?.truncated).toBe(true);
      expect(detail?.requestBody).toMatch(/x \[redacted\]$/);
      expect(Buffer.byteLength(detail?.responseBody ?? "")).toBeGreaterThan(65_536 - 4);
      expect(Buffer.byteLength(detail?.responseBody ?? "")).toBeLessThanOrEqual(65_536);
      expect(detail?.responseBody).not.toContain("\uFFFD");
    });

    it("drops the oldest bodies when too much is queued, and logs a warning", async () => {
      const log = openLog({ queuedBodyUnits: 1000 });
      const sizes = Array.from({ length: 10 }, () => exchange({ requestBody: "r".repeat(200), responseBody: null }));
      await recorded(log, sizes);
      const details = await Promise.all(place.announced.map(({ id }) => log.get(id)));
      expect(details.map((detail) => detail?.requestBody?.length ?? 0)).toEqual([
        0, 0, 0, 0, 0, 200, 200, 200, 200, 200,
      ]);
      expect(details.map((detail) => detail?.truncated)).toEqual([...Array(5).fill(true), ...Array(5).fill(false)]);
      expect(place.warnings).toMatchObject([{ message: expect.stringContaining("faster than the request log") }]);
    });
  });

  it("drops the oldest exchanges when the queue is full", async () => {
    const log = openLog({ queuedRows: 100 });
    for (let index = 0; index < 250; index += 1) log.record(exchange({ messageId: String(index) }));
    await expect.poll(() => place.announced.length).toBe(100);
    expect(place.announced.map((summary) => summary.messageId)).toEqual(
      Array.from({ length: 100 }, (_, i) => String(150 + i)),
    );
    expect(place.warnings).toHaveLength(1);
  });
});
