import { expect, it } from "vitest";
import { LruMap } from "./lru-map.ts";

it("removes the entry that was used longest ago when it is full", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.get("a");
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
  expect(map.size).toBe(2);
});

it("replaces a value without removing another entry", () => {
  const map = new LruMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  expect([...map.values()]).toEqual([2, 3]);
});
