import { expect, it } from "vitest";
import { en } from "../../../../electron/text/en.ts";
import { barsPath, linePath } from "./chart-paths.ts";
import { describeRates, summarizeRates } from "./rate-strip.tsx";

const minute = (requests: number, errors = 0, p50: number | null = null, p99: number | null = null) => ({
  at: "2026-11-21T10:00:00.000Z",
  requests,
  errors,
  p50,
  p99,
});

it("sums requests and errors and weights latency by requests", () => {
  const figures = summarizeRates({ minutes: [minute(0), minute(30, 1, 2, 9), minute(10, 0, 6, 40)] });
  expect(figures).toMatchObject({ perMinute: 30, total: 40, errors: 1, p50: 3, p99: 40 });
  expect(figures.busiest?.requests).toBe(30);
});

it("has no latency and no busiest minute in an hour without requests", () => {
  expect(summarizeRates({ minutes: [minute(0), minute(0)] })).toMatchObject({
    perMinute: 0,
    busiest: null,
    p50: null,
    p99: null,
  });
});

it("divides the width among bars, scales them to the maximum and omits zeros", () => {
  expect(barsPath([0, 5, 10], { width: 30, height: 20 })).toBe("M10 20v-10h9v10zM20 20v-20h9v20z");
  expect(barsPath([0, 0], { width: 30, height: 20 })).toBe("");
});

it("draws one error among thousands", () => {
  expect(barsPath([1], { width: 4, height: 20 }, 5_000)).toContain("v-1h");
});

it("breaks a line at missing values and draws an isolated value as a dash", () => {
  expect(linePath([1, 2, null, 2], { width: 40, height: 10 }, 2)).toBe("M5 5L15 0M30 0h10");
});

it("shows dashes rather than zeros until the rates are known", () => {
  const words = describeRates(undefined, en.activity.rates);
  expect(words.errors.figure).toBe("–");
  expect(words.requests.description).not.toContain("0");
});

it("describes the charts for screen readers", () => {
  const words = describeRates({ minutes: [minute(1_200, 3, 2, 9)] }, en.activity.rates);
  expect(words.requests.description).toContain("1,200 in total");
  expect(words.latency.description).toContain("median 2.0 ms");
  expect(words.errors.figure).toBe("3 in the last hour");
});
