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

test("text may stand in bodies, so only the log decides about it", () => {
  expect(acceptorFor({ text: "postgres" })).toBeNull();
});

test("a condition set to nothing is gone", () => {
  const filter = withCondition(withCondition(NO_FILTER, "text", "a"), "outcome", "error");
  expect(isFiltered(filter)).toBe(true);
  expect(withCondition(withCondition(filter, "text", "  "), "outcome", undefined)).toEqual({});
});
