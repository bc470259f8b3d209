import { describe, expect, it } from "vitest";
import type { RequestDetail } from "../core/request-log.ts";
import { countTurnsDuring } from "../threads/testing/event-loop.ts";
import { openLogFile } from "./log-file.ts";
import { buildListQuery, RequestTable } from "./request-table.ts";
import { logFolderForEachTest } from "./testing/open-log.ts";

const place = logFolderForEachTest();
const { openLog, exchange, recorded } = place;

describe("the list of requests", () => {
  it("lists requests newest first, in pages that do not shift when more arrive", async () => {
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
    "rejects the cursor %j",
    async (cursor) => {
      await expect(openLog().list({}, 3, cursor)).rejects.toMatchObject({
        code: "invalid_argument",
        field: "cursor",
      });
    },
  );

  it("filters requests by each condition and by all of them", async () => {
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
      exchange({ messageId: "g", server: "files", serverMs: 12.5 }),
      exchange({ messageId: "f", responseBody: '{"text":"100% of_it \\\\ Zürich"}' }),
    ]);
    const found = async (filter: Parameters<typeof log.list>[0]) =>
      (await log.list(filter, 10, null)).items.map((item) => item.messageId).join("");
    expect(await found({ client: "Cursor" })).toBe("a");
    expect(await found({ method: "resources/read" })).toBe("b");
    expect(await found({ server: "Files" })).toBe("g");
    expect(await found({ target: "recollect://user/_" })).toBe("b");
    expect(await found({ outcome: "error" })).toBe("c");
    expect(await found({ transport: "stdio" })).toBe("d");
    expect(await found({ minimumDurationMs: 80 })).toBe("e");
    expect(await found({ refused: true })).toBe("c");
    expect(await found({ refused: false })).toBe("fgedba");
    expect(await found({ text: "100% of_it \\" })).toBe("f");
    expect(await found({ text: "ZüRICH" })).toBe("f");
    expect(await found({ text: "_" })).toBe("fgedcba");
    expect(await found({ text: "CURSO" })).toBe("a");
    expect(
      await found({ text: "zürich", client: "codex", outcome: "ok", transport: "http", method: "tools/call" }),
    ).toBe("f");
    expect(await found({ text: "zürich", client: "cursor" })).toBe("");
  });

  it("finds the requests of a time span and those that mention a memory", async () => {
    const log = openLog();
    const id = "01J9ZQ4K7M3N5P6R8S0T2V4W6X";
    await recorded(log, [
      exchange({ messageId: "a", at: place.now }),
      exchange({ messageId: "b", at: place.now + 60_000, target: `recollect://user/context/${id}` }),
      exchange({ messageId: "c", at: place.now + 119_999, requestBody: `{"id":"${id}"}` }),
      exchange({ messageId: "d", at: place.now + 120_000, responseBody: `[{"text":"{\\"id\\":\\"${id}\\"}"}]` }),
    ]);
    const found = async (filter: Parameters<typeof log.list>[0]) =>
      (await log.list(filter, 10, null)).items.map((item) => item.messageId).join("");
    expect(await found({ since: place.now + 60_000, until: place.now + 120_000 })).toBe("cb");
    expect(await found({ memory: id })).toBe("dcb");
    expect(await found({ memory: id.toLowerCase() })).toBe("");
    expect(await found({ memory: id, since: place.now + 61_000, text: "CODEX" })).toBe("dc");
  });

  it("searches the entire log for text without blocking its thread", async () => {
    const log = openLog({ batchRows: 2000 });
    await recorded(log, [
      exchange({ responseBody: "needle" }),
      ...Array.from({ length: 5000 }, () => exchange({ requestBody: null, responseBody: null })),
    ]);
    await log.close();
    const database = openLogFile(place.file(), { now: () => place.now }, place.logger());
    const table = new RequestTable(database, 10);
    const { result: page, turns } = await countTurnsDuring(table.list({ text: "needle" }, 1, null, null));
    database.close();
    expect(page.items.map((item) => item.id)).toEqual([1]);
    expect(page.nextCursor).toBeUndefined();
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it.each([
    [{}, ["SEARCH request USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"]],
    [{ client: "x", method: "y" }, ["SEARCH request USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"]],
    [{ pinned: true }, ["SEARCH request USING INDEX request_pinned (id>? AND id<?)"]],
    [{ refused: true }, ["SEARCH request USING INDEX request_refused (id>? AND id<?)"]],
    [
      { text: "x" },
      [
        "SEARCH request USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
        "SEARCH request_body USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN",
      ],
    ],
  ] as const)("reads the list for %j from an index, without sorting", (filter, expected) => {
    const database = openLogFile(place.file(), { now: () => place.now }, place.logger());
    const { text, values } = buildListQuery(filter, 1, 9, 5);
    const plan = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values);
    database.close();
    expect(plan.map((row) => row.detail)).toEqual(expected);
  });

  it("returns a single request while a text search is running", async () => {
    const log = openLog({ batchRows: 2000 });
    await recorded(
      log,
      Array.from({ length: 5000 }, () => exchange()),
    );
    const finished: string[] = [];
    const note = (what: string) => () => void finished.push(what);
    await Promise.all([log.list({ text: "nowhere" }, 1, null).then(note("all")), log.get(1).then(note("one"))]);
    expect(finished).toEqual(["one", "all"]);
  });

  it("lists the requests older than a given one", async () => {
    const log = openLog();
    await recorded(log, [exchange(), exchange(), exchange(), exchange()]);
    const page = await log.list({}, 2, null, 4);
    expect(page.items.map(({ id }) => id)).toEqual([3, 2]);
    expect((await log.list({}, 2, page.nextCursor ?? null)).items.map(({ id }) => id)).toEqual([1]);
  });

  it("exports the requests that match a filter as JSON Lines, oldest first", async () => {
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

  it("exports a large log in parts without gaps", async () => {
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
