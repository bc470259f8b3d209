import { expect, test } from "vitest";
import { en } from "../../../text/en.ts";
import { barsPath, linePath } from "./chart-paths.ts";
import { describeRates } from "./describe-rates.ts";
import { figuresOf } from "./rate-figures.ts";

const minute = (requests: number, errors = 0, p50: number | null = null, p99: number | null = null) => ({
  at: "2026-11-21T10:00:00.000Z",
  requests,
  errors,
  p50,
  p99,
});

test("figures sum requests and errors and weigh latency by requests", () => {
  const figures = figuresOf({ minutes: [minute(0), minute(30, 1, 2, 9), minute(10, 0, 6, 40)] });
  expect(figures).toMatchObject({ now: 30, total: 40, errors: 1, p50: 3, p99: 40 });
  expect(figures.busiest?.requests).toBe(30);
});

test("a quiet hour has no latency and no busiest minute", () => {
  expect(figuresOf({ minutes: [minute(0), minute(0)] })).toMatchObject({ now: 0, busiest: null, p50: null, p99: null });
});

test("bars share the width, scale to the maximum and leave nothing for zero", () => {
  expect(barsPath([0, 5, 10], { width: 30, height: 20 })).toBe("M10 20v-10h9v10zM20 20v-20h9v20z");
  expect(barsPath([0, 0], { width: 30, height: 20 })).toBe("");
});

test("one error among thousands still shows", () => {
  expect(barsPath([1], { width: 4, height: 20 }, 5_000)).toContain("v-1h");
});

test("a line breaks where there is no value, and a lone value is a dash", () => {
  expect(linePath([1, 2, null, 2], { width: 40, height: 10 }, 2)).toBe("M5 5L15 0M30 0h10");
});

test("while nothing is known, nothing is claimed", () => {
  const words = describeRates(undefined, en.activity.rates);
  expect(words.errors.figure).toBe("–");
  expect(words.requests.description).not.toContain("0");
});

test("the charts can be heard: how much, how fast, how many errors", () => {
  const words = describeRates({ minutes: [minute(1_200, 3, 2, 9)] }, en.activity.rates);
  expect(words.requests.description).toContain("1,200 in all");
  expect(words.latency.description).toContain("half of the answers within 2.0 ms");
  expect(words.errors.figure).toBe("3 in an hour");
});
