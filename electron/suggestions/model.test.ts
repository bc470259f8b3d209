import { expect, it } from "vitest";
import type { SuggestionDecision, SuggestionKind } from "../core/suggestions.ts";
import { adjustmentOf, countDecisions } from "./model.ts";

function decisions(kind: SuggestionKind, kept: number, rejected: number): SuggestionDecision[] {
  return [
    ...Array.from({ length: kept }, () => ({ kind, isKept: true })),
    ...Array.from({ length: rejected }, () => ({ kind, isKept: false })),
  ];
}

it("changes nothing without decisions", () => {
  const { floor, kinds } = adjustmentOf([]);
  expect([floor, ...Object.values(kinds)].map((value) => Math.abs(value) < 1e-9)).not.toContain(false);
});

it("raises the floor for an owner who rejects, and lowers it for one who keeps, within limits", () => {
  const rejecting = adjustmentOf(decisions("fact", 2, 20)).floor;
  expect(rejecting).toBeGreaterThan(0.5);
  expect(adjustmentOf(decisions("fact", 20, 1)).floor).toBeLessThan(-0.2);
  expect(adjustmentOf(decisions("fact", 0, 10_000)).floor).toBeLessThanOrEqual(1.5);
});

it("lowers the score of a kind that is kept less often than the others", () => {
  const { kinds } = adjustmentOf([...decisions("rule", 20, 2), ...decisions("progress", 1, 12)]);
  expect(kinds.progress).toBeLessThan(-0.4);
  expect(kinds.rule).toBeGreaterThan(0);
});

it("counts the decisions of each kind", () => {
  expect(countDecisions([...decisions("rule", 2, 1), ...decisions("fact", 0, 1)])).toEqual({
    kept: 2,
    rejected: 2,
    kinds: { rule: { kept: 2, rejected: 1 }, fact: { kept: 0, rejected: 1 } },
  });
});
