import { expect, it } from "vitest";
import { replaces } from "./replacements.ts";
import { createTextComparison } from "./similar-text.ts";

const DAY = 24 * 60 * 60_000;
const comparison = createTextComparison();
const test = (older: string, newer: string, { domain = "team/app", namespace = "context", days = 1 } = {}) =>
  replaces(
    { content: newer, domain, namespace, createdAt: days * DAY },
    { content: older, domain: "team/app", namespace: "context", createdAt: 0 },
    comparison,
  );

const REPLACED = [
  ["Raw samples are kept for 90 days.", "Retention was cut in July: raw samples stay for 30 days only."],
  ["Billing data lives in MySQL on our cluster.", "We left MySQL: billing data is in PostgreSQL on Aurora now."],
  ["Die Entnahme erfolgt nach FIFO, älteste Palette zuerst.", "Seit Mai gilt FEFO statt FIFO für die Palette."],
  ["解题默认模型是 qwen3，温度 0.2。", "六月起默认模型换成 deepseek，qwen3 只作备用。"],
] as const;

it.each(REPLACED)("recognises a later memory that states a change of %j", (older, newer) => {
  expect(test(older, newer)).toBe(true);
  expect(test(newer, older)).toBe(false);
});

it("does not replace a similar function, or a similar text that states no change", () => {
  const older = "def read_rows(path): return [row for row in open(path)]";
  const newer = "def read_rows(path, limit): # no longer reads all\n  return [row for row in open(path)][:limit]";
  expect(test(older, newer)).toBe(false);
  const described =
    'def read_rows(path):\n  """Reads the rows of a file. No longer reads all of the rows of a file."""';
  expect(test("Reads the rows of a file.", described)).toBe(false);
  expect(test("The pool has 20 connections per pod.", "The pool has 40 connections per node.")).toBe(false);
});

it("does not replace memories of another domain or of the same hour, nor unrelated ones", () => {
  const [older, newer] = REPLACED[0];
  expect(test(older, newer, { domain: "team/other" })).toBe(false);
  expect(test(older, newer, { days: 0 })).toBe(false);
  expect(test(older, newer, { namespace: "progress" })).toBe(false);
  expect(test(older, "The load balancer was replaced in July.")).toBe(false);
});
