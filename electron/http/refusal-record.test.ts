import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import type { ObservedExchange, RefusalReason } from "../core/request-log.ts";
import { RefusalRecord } from "./refusal-record.ts";

function setUp() {
  let now = 1_000_000;
  const rows: ObservedExchange[] = [];
  const record = new RefusalRecord({ record: (row) => rows.push(row) }, { now: () => now });
  const note = (reason: RefusalReason, agent = "codex/1", url = "/mcp") =>
    record.note({
      request: { method: "POST", url, headers: { "user-agent": agent } } as unknown as IncomingMessage,
      transport: "http",
      refusal: { reason, claimed: agent.split("/", 1)[0] ?? null, requests: 1 },
      errorCode: "unauthenticated",
      httpStatus: 401,
    });
  return { record, rows, note, pass: (milliseconds: number) => (now += milliseconds) };
}

describe("RefusalRecord", () => {
  it("gives the first three refusals of a kind a row each, and the others of a minute one row", () => {
    const { rows, note, pass } = setUp();
    expect(Array.from({ length: 500 }, () => note("expired"))).toEqual([true, true, true, ...Array(497).fill(false)]);
    expect(note("missing", "curl/8")).toBe(true);
    expect(rows).toEqual([]);
    pass(60_000);
    expect(note("expired")).toBe(true);
    expect(rows).toMatchObject([
      { method: "POST /mcp", refusal: { reason: "expired", claimed: "codex", requests: 497 }, outcome: "error" },
    ]);
  });

  it("counts every request, even if each claims another name", () => {
    const { record, rows, note } = setUp();
    let single = 0;
    for (let number = 0; number < 10_000; number++) {
      if (note(number % 2 === 0 ? "missing" : "invalid", `agent-${number}/1`, `/path/${number}`)) single += 1;
    }
    record.close();
    expect(single + rows.length).toBeLessThan(30);
    expect(single + rows.reduce((sum, row) => sum + (row.refusal?.requests ?? 0), 0)).toBe(10_000);
    expect(rows.map((row) => [row.method, row.refusal?.claimed, row.refusal?.reason])).toEqual([
      [null, null, "missing"],
      [null, null, "invalid"],
    ]);
  });

  it("writes its counts when it is closed", () => {
    const { record, rows, note } = setUp();
    for (let number = 0; number < 4; number++) note("revoked");
    record.close();
    record.close();
    expect(rows).toMatchObject([{ refusal: { reason: "revoked", requests: 1 } }]);
  });
});
