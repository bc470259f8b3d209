import { expect, it } from "vitest";
import { CHILDREN_STEP, initiallyExpanded, keysPreview, parentPointer, visibleRows } from "./json-tree.ts";

const closed = { expanded: new Set<string>(), shown: new Map<string, number>() };
const open = (...pointers: string[]) => ({ expanded: new Set(pointers), shown: new Map<string, number>() });

it("returns lines for expanded values only", () => {
  const root = { a: { b: [1, 2] }, c: "text" };
  expect(visibleRows(root, closed)).toHaveLength(1);
  expect(visibleRows(root, open("", "/a")).map((row) => row.pointer)).toEqual(["", "/a", "/a/b", "/c"]);
});

it("gives each line its position among its siblings", () => {
  const [, , second] = visibleRows(["x", "y"], open(""));
  expect(second).toMatchObject({ name: 1, depth: 1, position: 2, siblings: 2 });
});

it("escapes slashes and tildes in pointers", () => {
  const rows = visibleRows({ "a/b": 1, "a~b": 2 }, open(""));
  expect(rows.map((row) => row.pointer)).toEqual(["", "/a~1b", "/a~0b"]);
  expect(parentPointer("/a~1b")).toBe("");
});

it("expands JSON in a string like a value", () => {
  const rows = visibleRows({ text: '{"id":7}' }, open("", "/text"));
  expect(rows[1]).toMatchObject({ kind: "string", embedded: true, size: 1, expanded: true });
  expect(rows[2]).toMatchObject({ pointer: "/text/id", value: 7 });
});

it("shows the start of a long list and a line for the rest, and more on demand", () => {
  const root = Array.from({ length: CHILDREN_STEP + 20 }, (_, index) => index);
  const rows = visibleRows(root, open(""));
  expect(rows).toHaveLength(CHILDREN_STEP + 2);
  expect(rows.at(-1)?.hidden).toBe(20);
  const more = visibleRows(root, { expanded: new Set([""]), shown: new Map([["", 2 * CHILDREN_STEP]]) });
  expect(more).toHaveLength(CHILDREN_STEP + 21);
});

it("expands a small message fully and a large one by its outline", () => {
  expect([...initiallyExpanded({ a: { b: { c: 1 } } })]).toEqual(["", "/a", "/a/b"]);
  const large = { few: { x: 1 }, many: Array.from({ length: 90 }, () => ({ y: 1 })) };
  expect(initiallyExpanded(large)).toEqual(new Set(["", "/few"]));
});

it("previews the first keys of a collapsed object", () => {
  expect(keysPreview({ a: 1, b: 2, c: 3, d: 4, e: 5 })).toEqual(["a", "b", "c", "d", "…"]);
  expect(keysPreview([1, 2])).toEqual([]);
});
