import { expect, test } from "vitest";
import { sampleRequest } from "../testing/sample-requests.ts";
import { acceptorFor, isFiltered, NO_FILTER, withCondition } from "./request-filter.ts";

test("every given condition must hold", () => {
  const accepts = acceptorFor({ client: "codex", outcome: "error", minimumDurationMs: 10 });
  const codex = { name: "codex", version: "1" };
  expect(accepts?.(sampleRequest({ id: 1, client: codex, outcome: "error", durationMs: 10 }))).toBe(true);
  expect(accepts?.(sampleRequest({ id: 2, client: codex, outcome: "error", durationMs: 9 }))).toBe(false);
  expect(accepts?.(sampleRequest({ id: 3, outcome: "error", durationMs: 10 }))).toBe(false);
});

test("a message belongs to the time it arrived in, and a refusal to the refused", () => {
  const at = Date.UTC(2026, 10, 21, 10, 0);
  const accepts = acceptorFor({ since: at, until: at + 60_000, refused: true });
  const refusal = { reason: "expired", claimed: null, requests: 1 } as const;
  const arrived = (after: number) => new Date(at + after).toISOString();
  expect(accepts?.(sampleRequest({ id: 1, at: arrived(0), refusal }))).toBe(true);
  expect(accepts?.(sampleRequest({ id: 2, at: arrived(60_000), refusal }))).toBe(false);
  expect(accepts?.(sampleRequest({ id: 3, at: arrived(-1), refusal }))).toBe(false);
  expect(accepts?.(sampleRequest({ id: 4, at: arrived(0) }))).toBe(false);
});

test("text and memories may stand in bodies, so only the log decides about them", () => {
  expect(acceptorFor({ text: "postgres" })).toBeNull();
  expect(acceptorFor({ memory: "01JD6Z5Q8N3V7K2M4P9R1S5T6W" })).toBeNull();
});

test("a condition set to nothing is gone", () => {
  const filter = withCondition(withCondition(NO_FILTER, "text", "a"), "outcome", "error");
  expect(isFiltered(filter)).toBe(true);
  expect(withCondition(withCondition(filter, "text", "  "), "outcome", undefined)).toEqual({});
});
