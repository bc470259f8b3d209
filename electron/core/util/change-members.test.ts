import { expect, it } from "vitest";
import { changeMembers } from "./change-members.ts";

const double = (value: unknown) => (typeof value === "number" ? value * 2 : value);

it("returns the same value if nothing changes", () => {
  for (const value of [{ a: "1", b: [] }, ["x", null], {}, []]) expect(changeMembers(value, double)).toBe(value);
});

it("changes members and items, keeps their order, and does not change the given value", () => {
  const record = { a: "x", b: 1, c: null, d: 2 };
  expect(Object.entries(changeMembers(record, double) as object)).toEqual([
    ["a", "x"],
    ["b", 2],
    ["c", null],
    ["d", 4],
  ]);
  expect(record).toEqual({ a: "x", b: 1, c: null, d: 2 });
  expect(changeMembers(["x", 1, null, 2], double)).toEqual(["x", 2, null, 4]);
});

it("leaves out the members that become undefined", () => {
  const withoutTexts = (value: unknown) => (typeof value === "string" ? undefined : value);
  expect(changeMembers({ a: "x", b: 1, c: "y" }, withoutTexts)).toEqual({ b: 1 });
});

it("keeps a member named __proto__ as a member", () => {
  const value = JSON.parse('{"__proto__": {"x": 1}, "b": 1}');
  expect(JSON.stringify(changeMembers(value, double))).toBe('{"__proto__":{"x":1},"b":2}');
});
