import { describe, expect, it } from "vitest";
import { findJsonExcess } from "./json-limits.ts";

const LIMITS = { depth: 4, members: 3, values: 12 };
const find = (value: unknown) => findJsonExcess(JSON.stringify(value, null, 1), LIMITS);

describe("findJsonExcess", () => {
  it.each([
    ["an object at the limits", { a: { b: { c: [1] } }, d: 1, e: 2 }],
    ["a list that is longer than an object may be", [1, 2, 3, 4, 5]],
    ["signs inside strings", { a: '[[[[[[{{{{{{,,,,,,,,,,,,,,,,"\\', b: "\\", c: '\\"' }],
    ["several objects of the maximum width", [{ a: 1, b: 2, c: 3 }, { a: 1, b: 2, c: 3 }, 1]],
    ["a plain string", "a"],
  ])("accepts %s", (_name, value) => {
    expect(find(value)).toBeNull();
  });

  it.each([
    ["depth", [[[[[1]]]]]],
    ["depth", { a: [{ b: [{}] }] }],
    ["members", { a: 1, b: 2, c: 3, d: 4 }],
    ["members", [{ "a\\": 1, 'b"': 2, c: { d: [1, 2, 3, 4] }, e: 4 }]],
    ["values", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]],
    ["values", Array.from({ length: 7 }, () => [1, 2])],
  ])("reports an excess of %s", (limit, value) => {
    expect(find(value)).toBe(limit);
  });

  it("counts members that have the same name", () => {
    expect(findJsonExcess('{"a":1,"a":2,"a":3,"a":4}', LIMITS)).toBe("members");
  });

  it("reads a text that is not JSON to its end", () => {
    for (const text of ['{"a', "]]]},", '"\\', ",,,", "{{"]) expect(findJsonExcess(text, LIMITS)).not.toBe("depth");
  });
});
