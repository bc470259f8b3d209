import fc from "fast-check";
import { expect, it } from "vitest";
import { add, addAll, has, hasAny, newPlaces, type Places, someAfter } from "./places.ts";

const COUNT = 70;
const list = fc.uniqueArray(fc.nat({ max: COUNT - 1 }));

function placesOf(places: readonly number[]): Places {
  const set = newPlaces(COUNT);
  for (const place of places) add(set, place);
  return set;
}

it("finds the same places as lists of numbers do", () => {
  fc.assert(
    fc.property(list, list, list, fc.nat({ max: COUNT - 1 }), (one, other, left, start) => {
      const sets = { all: [placesOf(one), placesOf(other)], none: [placesOf(left)] };
      const expected = one.filter((place) => other.includes(place) && !left.includes(place));
      expect(hasAny(sets.all, sets.none)).toBe(expected.length > 0);
      const tried: number[] = [];
      expect(someAfter(start, sets.all, sets.none, (place) => tried.push(place) === -1)).toBe(false);
      expect(tried).toEqual(expected.filter((place) => place > start).sort((a, b) => b - a));
      const both = placesOf(one);
      addAll(both, placesOf(other));
      for (let place = 0; place < COUNT; place++)
        expect(has(both, place)).toBe(one.includes(place) || other.includes(place));
    }),
  );
});
