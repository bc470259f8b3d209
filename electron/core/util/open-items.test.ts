import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { OpenItems } from "./open-items.ts";

describe("OpenItems", () => {
  it("keeps the order in which items were added, and removes one by its identity", () => {
    const items = new OpenItems<{ readonly name: string }>();
    const [first, second, third] = [{ name: "a" }, { name: "a" }, { name: "b" }];
    for (const item of [first, second, third]) items.add(item);
    const before = items.list();
    items.delete(second);
    items.delete({ name: "b" });
    expect(items.list()).toEqual([first, third]);
    expect([items.has(second), items.has(third), items.size]).toEqual([false, true, 2]);
    expect(items.find(({ name }) => name === "b")).toBe(third);
    expect(items.find(({ name }) => name === "c")).toBeUndefined();
    expect(before).toHaveLength(3);
  });

  it("returns all items when it is emptied", () => {
    const items = new OpenItems<number>();
    items.add(1);
    items.add(2);
    expect(items.take()).toEqual([1, 2]);
    expect(items.size).toBe(0);
  });

  it("keeps no removed items in memory until the next full collection", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;
    const items = new OpenItems<readonly number[]>();
    const work = (count: number) => {
      for (let index = 0; index < count; index += 1) {
        // A kilobyte.
        items.add(Array.from({ length: 128 }, () => index));
        const [oldest] = items.list();
        if (items.size > 16 && oldest !== undefined) items.delete(oldest);
      }
    };
    work(100);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let round = 0; round < 40; round += 1) {
      work(1000);
      collect({ type: "minor" });
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(4_000_000);
  });
});
