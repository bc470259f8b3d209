import fc from "fast-check";
import { expect, it } from "vitest";
import { splitJsonArray } from "./json-array.ts";

/** The text in chunks of a length. */
async function* chunksOf(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

const split = (text: string, length = 1000, maxItemBytes = 1000) =>
  Array.fromAsync(splitJsonArray(chunksOf(text, length), maxItemBytes));

it("returns the text of each item of an array, in chunks of any length", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      async (items, length, wide) => {
        const text = JSON.stringify(items, null, wide ? 2 : undefined);
        const found = await split(text, length, 1_000_000);
        expect(found.map((item) => JSON.parse(item ?? ""))).toEqual(JSON.parse(text));
      },
    ),
    { numRuns: 50 },
  );
});

it.each([
  ["an empty array", " [ ] ", []],
  ["a byte order mark", '\ufeff[{"a":1}]', ['{"a":1}']],
  ["quotes and brackets in texts", '["a,]\\"}", "[{"]', ['"a,]\\"}"', ' "[{"']],
  ["an array that was cut off", '[{"a":1},{"b":', ['{"a":1}']],
  ["text after the array", "[1] [2]", ["1"]],
  ["an object", '{"a":[1]}', []],
  ["nothing", "", []],
])("reads %s", async (_case, text, items) => {
  expect(await split(text)).toEqual(items);
});

it("returns null in the place of an item that is too long, and the items after it", async () => {
  expect(await split(`[1,"${"x".repeat(2000)}",3]`, 100)).toEqual(["1", null, "3"]);
});
