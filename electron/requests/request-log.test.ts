import { mkdtemp, open as openFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEvents } from "../core/events.ts";
import type { ObservedExchange, RequestDetail, RequestSummary } from "../core/request-log.ts";
import { openRequestLog, type RequestLog, type RequestLogLimits } from "./request-log.ts";
import { listQuery } from "./request-table.ts";

const START = Date.parse("2026-11-21T12:00:30.000Z");
const HOUR = 3_600_000;

let folder: string;
let now: number;
let warnings: string[];
let announced: RequestSummary[];
const open = new Set<RequestLog>();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "recollect-requests-"));
  now = START;
  warnings = [];
  announced = [];
});

afterEach(async () => {
  for (const log of open) await log.close();
  open.clear();
  await rm(folder, { recursive: true, force: true });
});

function openLog(limits: Partial<RequestLogLimits> = {}): RequestLog {
  const events = createEvents((error) => {
    throw error;
  });
  events.on("requests.recorded", (summaries) => announced.push(...summaries));
  const quiet = () => {};
  const log = openRequestLog({
    path: path.join(folder, "requests.sqlite"),
    clock: { now: () => now },
    events,
    logger: { debug: quiet, info: quiet, warn: (message) => warnings.push(message), error: quiet },
    limits,
  });
  open.add(log);
  return log;
}

function exchange(changes: Partial<ObservedExchange> = {}): ObservedExchange {
  return {
    at: now,
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
    ...changes,
  };
}

/** Recording answers at once; what was recorded is announced when it can be read. */
async function recorded(log: RequestLog, exchanges: readonly ObservedExchange[]): Promise<void> {
  const expected = announced.length + exchanges.length;
  for (const each of exchanges) log.record(each);
  await expect.poll(() => announced.length, { timeout: 15_000, interval: 5 }).toBe(expected);
}

describe("openRequestLog", () => {
  it("keeps an exchange whole and announces its summary", async () => {
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
    const summary = { ...rest, id: 1, at: new Date(at).toISOString(), pinned: false };
    expect(announced).toEqual([summary]);
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

  it("keeps what could not be read as a message", async () => {
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

  it("survives a restart and goes on counting, after a clear too", async () => {
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

  it("writes what still waits when it closes, and takes nothing afterwards", async () => {
    const log = openLog({ batchDelayMs: 60_000 });
    for (let index = 0; index < 450; index += 1) log.record(exchange());
    await log.close();
    log.record(exchange());
    expect(announced).toHaveLength(450);
    expect((await openLog().list({}, 500, null)).items).toHaveLength(450);
  });

  it("is readable by its owner alone", async () => {
    const log = openLog();
    await recorded(log, [exchange()]);
    const modes = await Promise.all((await readdir(folder)).map((name) => stat(path.join(folder, name))));
    if (process.platform !== "win32") expect(new Set(modes.map((each) => each.mode & 0o777))).toEqual(new Set([0o600]));
  });

  describe("bodies", () => {
    it("are redacted, then cut to 64 KiB without splitting a character", async () => {
      const log = openLog();
      const secret = `sk-${"a".repeat(60)}`;
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

    it("of the oldest exchanges are given up when too many wait, and that is told", async () => {
      const log = openLog({ queuedBodyUnits: 1000 });
      const sizes = Array.from({ length: 10 }, () => exchange({ requestBody: "r".repeat(200), responseBody: null }));
      await recorded(log, sizes);
      const details = await Promise.all(announced.map(({ id }) => log.get(id)));
      expect(details.map((detail) => detail?.requestBody?.length ?? 0)).toEqual([
        0, 0, 0, 0, 0, 200, 200, 200, 200, 200,
      ]);
      expect(details.map((detail) => detail?.truncated)).toEqual([...Array(5).fill(true), ...Array(5).fill(false)]);
      expect(warnings).toEqual([expect.stringContaining("faster than the log")]);
    });
  });

  it("gives up the oldest exchanges in a flood that outgrows the queue", async () => {
    const log = openLog({ queuedRows: 100 });
    for (let index = 0; index < 250; index += 1) log.record(exchange({ messageId: String(index) }));
    await expect.poll(() => announced.length, { timeout: 10_000 }).toBe(100);
    expect(announced.map((summary) => summary.messageId)).toEqual(
      Array.from({ length: 100 }, (_, i) => String(150 + i)),
    );
    expect(warnings).toHaveLength(1);
  });

  describe("list", () => {
    it("pages newest first, and a page does not move when more arrives", async () => {
      const log = openLog();
      await recorded(
        log,
        Array.from({ length: 7 }, (_, index) => exchange({ messageId: String(index) })),
      );
      const first = await log.list({}, 3, null);
      await recorded(log, [exchange()]);
      const second = await log.list({}, 3, first.nextCursor ?? null);
      const third = await log.list({}, 3, second.nextCursor ?? null);
      expect([first, second, third].map((page) => page.items.map((item) => item.messageId))).toEqual([
        ["6", "5", "4"],
        ["3", "2", "1"],
        ["0"],
      ]);
      expect(third.nextCursor).toBeUndefined();
    });

    it.each(["", "nonsense", "cmVxdWVzdHM6MA", Buffer.from("requests:1.5").toString("base64url")])(
      "refuses the cursor %j",
      async (cursor) => {
        await expect(openLog().list({}, 3, cursor)).rejects.toMatchObject({
          code: "invalid_argument",
          field: "cursor",
        });
      },
    );

    it("filters by each condition, and by all together", async () => {
      const log = openLog();
      await recorded(log, [
        exchange({ messageId: "a", client: { name: "cursor", version: "1" } }),
        exchange({ messageId: "b", method: "resources/read", target: "recollect://user/_" }),
        exchange({
          messageId: "c",
          outcome: "error",
          errorCode: "unauthenticated",
          httpStatus: 401,
          refusal: { reason: "expired", claimed: "codex", requests: 4 },
        }),
        exchange({ messageId: "d", transport: "stdio" }),
        exchange({ messageId: "e", durationMs: 80 }),
        exchange({ messageId: "f", responseBody: '{"text":"100% of_it \\\\ Zürich"}' }),
      ]);
      const found = async (filter: Parameters<typeof log.list>[0]) =>
        (await log.list(filter, 10, null)).items.map((item) => item.messageId).join("");
      expect(await found({ client: "Cursor" })).toBe("a");
      expect(await found({ method: "resources/read" })).toBe("b");
      expect(await found({ target: "recollect://user/_" })).toBe("b");
      expect(await found({ outcome: "error" })).toBe("c");
      expect(await found({ transport: "stdio" })).toBe("d");
      expect(await found({ minimumDurationMs: 80 })).toBe("e");
      expect(await found({ refused: true })).toBe("c");
      expect(await found({ refused: false })).toBe("fedba");
      expect(await found({ text: "100% of_it \\" })).toBe("f");
      expect(await found({ text: "ZüRICH" })).toBe("f");
      expect(await found({ text: "_" })).toBe("fedcba");
      expect(await found({ text: "CURSO" })).toBe("a");
      expect(
        await found({ text: "zürich", client: "codex", outcome: "ok", transport: "http", method: "tools/call" }),
      ).toBe("f");
      expect(await found({ text: "zürich", client: "cursor" })).toBe("");
    });

    it("finds what arrived within a time, and what touched a memory", async () => {
      const log = openLog();
      const id = "01J9ZQ4K7M3N5P6R8S0T2V4W6X";
      await recorded(log, [
        exchange({ messageId: "a", at: now }),
        exchange({ messageId: "b", at: now + 60_000, target: `recollect://user/context/${id}` }),
        exchange({ messageId: "c", at: now + 119_999, requestBody: `{"id":"${id}"}` }),
        exchange({ messageId: "d", at: now + 120_000, responseBody: `[{"text":"{\\"id\\":\\"${id}\\"}"}]` }),
      ]);
      const found = async (filter: Parameters<typeof log.list>[0]) =>
        (await log.list(filter, 10, null)).items.map((item) => item.messageId).join("");
      expect(await found({ since: now + 60_000, until: now + 120_000 })).toBe("cb");
      expect(await found({ memory: id })).toBe("dcb");
      expect(await found({ memory: id.toLowerCase() })).toBe("");
      expect(await found({ memory: id, since: now + 61_000, text: "CODEX" })).toBe("dc");
    });

    it("finds text far down without holding the loop for the whole log", async () => {
      const log = openLog({ batchRows: 2000 });
      await recorded(log, [
        exchange({ responseBody: "needle" }),
        ...Array.from({ length: 5000 }, () => exchange({ requestBody: null, responseBody: null })),
      ]);
      let turns = 0;
      const timer = setInterval(() => (turns += 1), 0);
      const page = await log.list({ text: "needle" }, 1, null);
      clearInterval(timer);
      expect(page.items.map((item) => item.id)).toEqual([1]);
      expect(page.nextCursor).toBeUndefined();
      expect(turns).toBeGreaterThan(0);
    });

    it.each([
      [{}, ["SEARCH request USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"]],
      [{ client: "x" }, ["SEARCH request USING INDEX request_by_client (client_name=? AND rowid>? AND rowid<?)"]],
      [{ method: "x" }, ["SEARCH request USING INDEX request_by_method (method=? AND rowid>? AND rowid<?)"]],
      [{ outcome: "error" }, ["SEARCH request USING INDEX request_by_outcome (outcome=? AND rowid>? AND rowid<?)"]],
      [
        { text: "x" },
        [
          "SEARCH request USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
          "SEARCH request_body USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
        ],
      ],
    ] as const)("answers %j from an index, without a sort", async (filter, expected) => {
      await openLog().close();
      const database = new Database(path.join(folder, "requests.sqlite"));
      const { sql, parameters } = listQuery(filter);
      const plan = database
        .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all({ ...parameters, from: 1, below: 9, limit: 5 });
      database.close();
      expect(plan.map((row) => row.detail)).toEqual(expected);
    });
  });

  it("counts rates for each minute, without the time of streams", async () => {
    const log = openLog();
    const minute = (back: number, changes: Partial<ObservedExchange> = {}) =>
      exchange({ at: now - back * 60_000, ...changes });
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

  it("tells the rates of each client alone, the busiest first, in steps of minutes", async () => {
    const log = openLog();
    const from = (name: string | null, back: number, changes: Partial<ObservedExchange> = {}) =>
      exchange({ at: now - back * 60_000, client: name === null ? null : { name, version: "1" }, ...changes });
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

  it("keeps what is pinned when the log is cleared or grows old, and lists it alone", async () => {
    const log = openLog({ rows: 2 });
    await recorded(log, [exchange({ target: "first" }), exchange(), exchange()]);
    expect(await log.setPinned([1, 99], true)).toMatchObject([{ id: 1, pinned: true, target: "first" }]);
    await log.clear();
    expect((await log.list({}, 10, null)).items.map(({ id }) => id)).toEqual([1]);
    now += 30 * 24 * HOUR;
    await recorded(
      log,
      Array.from({ length: 600 }, () => exchange()),
    );
    await expect.poll(async () => (await log.list({ pinned: false }, 10, null)).items.length).toBe(2);
    expect((await log.list({ pinned: true }, 10, null)).items.map(({ id }) => id)).toEqual([1]);
    expect((await log.get(1))?.requestBody).toBe(exchange().requestBody);
    await log.setPinned([1], false);
    await log.clear();
    expect((await log.list({}, 10, null)).items).toEqual([]);
  });

  it("lists what is older than a message", async () => {
    const log = openLog();
    await recorded(log, [exchange(), exchange(), exchange(), exchange()]);
    const page = await log.list({}, 2, null, 4);
    expect(page.items.map(({ id }) => id)).toEqual([3, 2]);
    expect((await log.list({}, 2, page.nextCursor ?? null)).items.map(({ id }) => id)).toEqual([1]);
  });

  it("pins as many as its limit, and then none of those that were asked for", async () => {
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

  it("counts what was turned away in the rates, and does not time it", async () => {
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

  it("takes over a log of the first version", async () => {
    const old = openLog();
    await recorded(old, [exchange(), exchange({ httpStatus: 401, outcome: "error" })]);
    await old.close();
    const database = new Database(path.join(folder, "requests.sqlite"));
    const dropped = ["pinned", "subject", "refusal", "claimed", "requests", "replay_of"];
    database.exec(`DROP INDEX request_pinned; DROP INDEX request_by_time; DROP INDEX request_refused;
      ${dropped.map((name) => `ALTER TABLE request DROP COLUMN ${name};`).join("")}
      ${["response_headers", "read_ms", "first_byte_ms"].map((name) => `ALTER TABLE request_body DROP COLUMN ${name};`).join("")}
      ALTER TABLE client DROP COLUMN subject;
      CREATE INDEX request_by_time ON request (at, direction, outcome, duration_ms, method); PRAGMA user_version = 1`);
    database.close();
    const log = openLog();
    expect(await log.setPinned([1], true)).toMatchObject([{ id: 1, pinned: true, refusal: null }]);
    expect((await log.list({ refused: true }, 10, null)).items).toMatchObject([
      { id: 2, refusal: { reason: "invalid", claimed: null, requests: 1 } },
    ]);
    expect(await log.get(1)).toMatchObject({ responseHeaders: null, readMs: null });
    await recorded(log, [exchange()]);
    expect((await log.rates({ minutes: 1 })).minutes[0]).toMatchObject({ requests: 3 });
    expect(warnings).toEqual([]);
  });

  it("remembers each client, with what it did today", async () => {
    const log = openLog();
    now = START - 24 * HOUR;
    await recorded(log, [exchange({ target: "capture_memory" })]);
    now = START;
    await recorded(log, [
      exchange({ target: "capture_memory", requestHeaders: { "recollect-project": "me/app" } }),
      exchange({ target: "capture_memory", outcome: "error" }),
      exchange({ direction: "sent", method: "notifications/message" }),
      exchange({ client: null }),
    ]);
    now += 1000;
    await recorded(log, [
      exchange({
        client: { name: "script", version: "2" },
        transport: "rest",
        era: null,
        method: "POST /tools/capture_memory",
      }),
      exchange({
        client: { name: "codex", version: "0.170.0" },
        at: now - 500,
        method: "resources/list",
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
        lastSeenAt: new Date(now).toISOString(),
        lastMethod: "POST /tools/capture_memory",
        requestsToday: 1,
        capturesToday: 1,
        errorsToday: 0,
      },
      expect.objectContaining({
        name: "codex",
        version: "0.170.0",
        project: "me/app",
        lastMethod: "resources/list",
        requestsToday: 3,
        capturesToday: 1,
        errorsToday: 1,
      }),
    ]);
    now += 24 * HOUR;
    expect((await log.clientActivity()).map((client) => client.requestsToday)).toEqual([0, 0]);
  });

  describe("retention", () => {
    it("keeps the newest rows", async () => {
      const log = openLog({ rows: 1000 });
      await recorded(
        log,
        Array.from({ length: 2600 }, () => exchange()),
      );
      await expect
        .poll(async () => (await log.list({}, 3000, null)).items.at(-1)?.id, { timeout: 10_000 })
        .toBeGreaterThan(1000);
      await log.close();
      const reopened = openLog({ rows: 1000 });
      await expect.poll(async () => (await reopened.list({}, 3000, null)).items.length, { timeout: 10_000 }).toBe(1000);
      expect((await reopened.list({}, 1, null)).items[0]?.id).toBe(2600);
    });

    it("lets no flood of refusals push out what was served", async () => {
      const limits = { rows: 1000, refusedRows: 50 };
      const log = openLog(limits);
      const refusal = { reason: "missing", claimed: null, requests: 1 } as const;
      const refusals = Array.from({ length: 2000 }, () => exchange({ client: null, httpStatus: 401, refusal }));
      await recorded(log, [...Array.from({ length: 300 }, () => exchange()), ...refusals, exchange(), ...refusals]);
      await log.close();
      const reopened = openLog(limits);
      const rows = async () => (await reopened.list({}, 5000, null)).items;
      await expect.poll(async () => (await rows()).length, { timeout: 10_000 }).toBe(351);
      expect((await rows()).filter((row) => row.refusal === null)).toHaveLength(301);
    });

    it("keeps no row longer than its age", async () => {
      const first = openLog();
      await recorded(first, [exchange(), exchange({ at: now + 2 * HOUR })]);
      await first.close();
      now += 7 * 24 * HOUR + HOUR;
      const second = openLog();
      await expect
        .poll(async () => (await second.list({}, 10, null)).items.map((item) => item.id), { timeout: 10_000 })
        .toEqual([2]);
    });

    it("keeps the file within its size", async () => {
      const fileBytes = 4 * 2 ** 20;
      const first = openLog();
      await recorded(
        first,
        Array.from({ length: 1500 }, () => exchange({ requestBody: "b".repeat(6000) })),
      );
      await first.close();
      const file = path.join(folder, "requests.sqlite");
      expect((await stat(file)).size).toBeGreaterThan(2 * fileBytes);
      const second = openLog({ fileBytes });
      await expect
        .poll(async () => (await second.list({}, 1500, null)).items.length, { timeout: 10_000 })
        .toBeLessThan(700);
      await second.close();
      expect((await stat(file)).size).toBeLessThan(2 * fileBytes);
      expect((await openLog({ fileBytes }).list({}, 1, null)).items[0]?.id).toBe(1500);
    });
  });

  describe("a damaged file", () => {
    it.each([
      ["no database at all", "this is not a database, but it is long enough to be read as one. ".repeat(100)],
      ["a database of another program", null],
    ])("is set aside when it is %s", async (_what, content) => {
      const file = path.join(folder, "requests.sqlite");
      if (content === null) {
        const other = new Database(file);
        other.exec("CREATE TABLE request (x); PRAGMA user_version = 99");
        other.close();
      } else await writeFile(file, content);
      const log = openLog();
      await recorded(log, [exchange()]);
      expect((await log.list({}, 10, null)).items).toHaveLength(1);
      expect(warnings).toEqual([expect.stringContaining("set aside")]);
      expect(await readdir(folder)).toContain(`requests.sqlite.set-aside-${now}`);
    });

    it("is set aside when the damage is met while it is in use", async () => {
      const first = openLog();
      await recorded(
        first,
        Array.from({ length: 400 }, () => exchange({ requestBody: "b".repeat(4000) })),
      );
      await first.close();
      const file = path.join(folder, "requests.sqlite");
      const { size } = await stat(file);
      await overwriteMiddle(file, size);
      const second = openLog();
      let read: string[] = [];
      for (const { id } of announced) read = [...read, String((await second.get(id))?.id ?? "gone")];
      expect(read).toContain("gone");
      expect(warnings).toEqual([expect.stringContaining("set aside")]);
      await recorded(second, [exchange()]);
      expect((await second.list({}, 10, null)).items).toHaveLength(1);
    });
  });

  it("exports what a filter names as JSON Lines, oldest first", async () => {
    const log = openLog();
    await recorded(log, [exchange(), exchange({ outcome: "error" }), exchange({ requestBody: "two\nlines" })]);
    const exported = await log.exportPart({ outcome: "ok" }, null);
    expect(exported.nextCursor).toBeUndefined();
    const lines = exported.lines.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as RequestDetail).id)).toEqual([1, 3]);
    expect(JSON.parse(lines[1] ?? "")).toEqual(await log.get(3));
    const chosen = await log.exportPart({ ids: [2, 3] }, null);
    expect(chosen.lines.match(/"id":\d/g)).toEqual(['"id":2', '"id":3']);
  });

  it("exports much in parts that join without a gap", async () => {
    const log = openLog();
    await recorded(
      log,
      Array.from({ length: 80 }, () => exchange({ requestBody: "b".repeat(60_000) })),
    );
    let cursor: string | null = null;
    const ids: number[] = [];
    let parts = 0;
    do {
      const part = await log.exportPart({}, cursor);
      for (const line of part.lines.trimEnd().split("\n")) ids.push((JSON.parse(line) as RequestDetail).id);
      cursor = part.nextCursor ?? null;
      parts += 1;
    } while (cursor !== null);
    expect(parts).toBeGreaterThan(1);
    expect(ids).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
  });
});

async function overwriteMiddle(file: string, size: number): Promise<void> {
  const handle = await openFile(file, "r+");
  const from = Math.floor(size / 8192) * 4096;
  await handle.write(Buffer.alloc(40 * 4096, 0xee), 0, 40 * 4096, from);
  await handle.close();
}
