import { expect, it } from "vitest";
import { requestMatcher } from "../../../../electron/core/request-filter.ts";
import { sampleRequest } from "../testing/sample-requests.ts";
import { isFiltered, NO_FILTER, withCondition } from "./request-filter.ts";

it("matches rows that satisfy every condition", () => {
  const matches = requestMatcher({ client: "codex", outcome: "error", minimumDurationMs: 10 });
  const codex = { name: "codex", version: "1" };
  expect(matches?.(sampleRequest({ id: 1, client: codex, outcome: "error", durationMs: 10 }))).toBe(true);
  expect(matches?.(sampleRequest({ id: 2, client: codex, outcome: "error", durationMs: 9 }))).toBe(false);
  expect(matches?.(sampleRequest({ id: 3, outcome: "error", durationMs: 10 }))).toBe(false);
});

it("matches by time of arrival, end excluded, and by refusal", () => {
  const at = Date.UTC(2026, 10, 21, 10, 0);
  const matches = requestMatcher({ since: at, until: at + 60_000, refused: true });
  const refusal = { reason: "expired", claimed: null, requests: 1 } as const;
  const arrived = (after: number) => new Date(at + after).toISOString();
  expect(matches?.(sampleRequest({ id: 1, at: arrived(0), refusal }))).toBe(true);
  expect(matches?.(sampleRequest({ id: 2, at: arrived(60_000), refusal }))).toBe(false);
  expect(matches?.(sampleRequest({ id: 3, at: arrived(-1), refusal }))).toBe(false);
  expect(matches?.(sampleRequest({ id: 4, at: arrived(0) }))).toBe(false);
});

it("matches by the server that served a request", () => {
  const matches = requestMatcher({ server: "files" });
  expect(matches?.(sampleRequest({ id: 1, server: "Files" }))).toBe(true);
  expect(matches?.(sampleRequest({ id: 2 }))).toBe(false);
});

it("leaves text and memories to the log, which has the bodies", () => {
  expect(requestMatcher({ text: "postgres" })).toBeNull();
  expect(requestMatcher({ memory: "01JD6Z5Q8N3V7K2M4P9R1S5T6W" })).toBeNull();
});

it("removes a condition that is set to undefined or to blank text", () => {
  const filter = withCondition(withCondition(NO_FILTER, "text", "a"), "outcome", "error");
  expect(isFiltered(filter)).toBe(true);
  expect(withCondition(withCondition(filter, "text", "  "), "outcome", undefined)).toEqual({});
});
