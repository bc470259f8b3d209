import { expect, it } from "vitest";
import { differencesBetween, MAX_DIFFERENCES } from "./replay.tsx";

const response = (id: number, structuredContent: unknown, text = "") => ({
  jsonrpc: "2.0",
  id,
  result: { content: [{ type: "text", text }], structuredContent },
});

it("ignores message ids and the text form of structured content", () => {
  expect(differencesBetween(response(1, { items: [1] }, "one"), response(2, { items: [1] }, "two"))).toEqual([]);
});

it("lists each differing value with its path", () => {
  const before = response(1, { items: [{ score: 1 }, 2], note: null });
  const after = response(2, { items: [{ score: 0.5 }], note: null, total: 1 });
  expect(differencesBetween(before, after)).toEqual([
    { path: "result.structuredContent.items[0].score", before: "1", after: "0.5" },
    { path: "result.structuredContent.items[1]", before: "2", after: undefined },
    { path: "result.structuredContent.total", before: undefined, after: "1" },
  ]);
});

it("matches items by id and reports a new order once", () => {
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

it("reports an error in place of a result, an object in place of a list, and unstructured text", () => {
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

it("stops after the maximum number of differences", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => index);
  expect(differencesBetween(many, []).length).toBe(MAX_DIFFERENCES + 1);
});
