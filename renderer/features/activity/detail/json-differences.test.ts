import { expect, test } from "vitest";
import { differencesBetween, MOST_DIFFERENCES } from "./json-differences.ts";

const answer = (id: number, structuredContent: unknown, text = "") => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text }], structuredContent },
});

test("answers with the same content do not differ, whatever their ids and texts", () => {
  expect(differencesBetween(answer(1, { items: [1] }, "one"), answer(2, { items: [1] }, "two"))).toEqual([]);
});

test("each value that differs is named by its place", () => {
  const before = answer(1, { items: [{ score: 1 }, 2], note: null });
  const after = answer(2, { items: [{ score: 0.5 }], note: null, total: 1 });
  expect(differencesBetween(before, after)).toEqual([
    { path: "result.structuredContent.items[0].score", before: "1", after: "0.5" },
    { path: "result.structuredContent.items[1]", before: "2", after: undefined },
    { path: "result.structuredContent.total", before: undefined, after: "1" },
  ]);
});

test("items with ids are compared with themselves, and a new order is told once", () => {
  const result = (id: string, score: number) => ({ memory: { id, title: id }, score });
  const before = [result("a", 1), result("b", 0.5), result("c", 0.2)];
  expect(differencesBetween(before, [result("b", 0.5), result("a", 0.9), result("d", 0.1)])).toEqual([
    { path: "[…]", before: "0, 1", after: "1, 0" },
    { path: "[0].score", before: "1", after: "0.9" },
    { path: "[2]", before: JSON.stringify(result("c", 0.2)), after: undefined },
    { path: "[2]", before: undefined, after: JSON.stringify(result("d", 0.1)) },
  ]);
  expect(differencesBetween([result("a", 1), result("a", 2)], [result("a", 1), result("a", 3)])).toEqual([
    { path: "[1].score", before: "2", after: "3" },
  ]);
});

test("an error beside a result, a list beside a value, and texts without structure are told", () => {
  expect(differencesBetween({ result: {} }, { error: { code: -1 } })).toEqual([
    { path: "result", before: "{}", after: undefined },
    { path: "error", before: undefined, after: '{"code":-1}' },
  ]);
  expect(differencesBetween([1], { 0: 1 })).toEqual([{ path: "", before: "[1]", after: '{"0":1}' }]);
  const plain = (text: string) => ({ result: { content: [{ text }] } });
  expect(differencesBetween(plain("x".repeat(400)), plain("y"))).toEqual([
    { path: "result.content[0].text", before: `${"x".repeat(300)}…`, after: "y" },
  ]);
});

test("of very different answers no more is told than can be read", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => index);
  expect(differencesBetween(many, []).length).toBe(MOST_DIFFERENCES + 1);
});
