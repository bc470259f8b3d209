import { expect, test } from "vitest";
import { CHILDREN_STEP, initiallyExpanded, keysPreview, parentPointer, visibleRows } from "./json-tree.ts";

const closed = { expanded: new Set<string>(), shown: new Map<string, number>() };
const open = (...pointers: string[]) => ({ expanded: new Set(pointers), shown: new Map<string, number>() });

test("only what is open is a line", () => {
  const root = { a: { b: [1, 2] }, c: "text" };
  expect(visibleRows(root, closed)).toHaveLength(1);
  expect(visibleRows(root, open("", "/a")).map((row) => row.pointer)).toEqual(["", "/a", "/a/b", "/c"]);
});

test("each line knows its place among its siblings", () => {
  const [, , second] = visibleRows(["x", "y"], open(""));
  expect(second).toMatchObject({ name: 1, depth: 1, position: 2, siblings: 2 });
});

test("keys with slashes and tildes keep pointers apart", () => {
  const rows = visibleRows({ "a/b": 1, "a~b": 2 }, open(""));
  expect(rows.map((row) => row.pointer)).toEqual(["", "/a~1b", "/a~0b"]);
  expect(parentPointer("/a~1b")).toBe("");
});

test("JSON inside a string opens like a value", () => {
  const rows = visibleRows({ text: '{"id":7}' }, open("", "/text"));
  expect(rows[1]).toMatchObject({ kind: "string", embedded: true, size: 1, expanded: true });
  expect(rows[2]).toMatchObject({ pointer: "/text/id", value: 7 });
});

test("a long list shows its first part and a line for the rest, more on demand", () => {
  const root = Array.from({ length: CHILDREN_STEP + 20 }, (_, index) => index);
  const rows = visibleRows(root, open(""));
  expect(rows).toHaveLength(CHILDREN_STEP + 2);
  expect(rows.at(-1)?.hidden).toBe(20);
  const more = visibleRows(root, { expanded: new Set([""]), shown: new Map([["", 2 * CHILDREN_STEP]]) });
  expect(more).toHaveLength(CHILDREN_STEP + 21);
});

test("a small message opens whole, a large one by its outline", () => {
  expect([...initiallyExpanded({ a: { b: { c: 1 } } })]).toEqual(["", "/a", "/a/b"]);
  const large = { few: { x: 1 }, many: Array.from({ length: 90 }, () => ({ y: 1 })) };
  expect(initiallyExpanded(large)).toEqual(new Set(["", "/few"]));
});

test("a closed value shows its first keys", () => {
  expect(keysPreview({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toEqual(["a", "b", "c", "d", "…"]);
  expect(keysPreview([1, 2])).toEqual([]);
});
