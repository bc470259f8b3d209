import { describe, expect, it } from "vitest";
import { extendTo, NOTHING_SELECTED, neighbour, selectAll, selectOnly, successor, toggle } from "./selection.ts";

const order = ["a", "b", "c", "d", "e"];

describe("the selection", () => {
  it("begins at the first going down and at the last going up, and stays within the list", () => {
    expect(neighbour(NOTHING_SELECTED, order, 1)).toBe("a");
    expect(neighbour(NOTHING_SELECTED, order, -1)).toBe("e");
    expect(neighbour(NOTHING_SELECTED, order, -order.length)).toBe("a");
    expect(neighbour(NOTHING_SELECTED, order, order.length)).toBe("e");
    expect(neighbour(selectOnly("e"), order, 1)).toBe("e");
    expect(neighbour(selectOnly("b"), order, 99)).toBe("e");
    expect(neighbour(selectOnly("a"), [], 1)).toBeNull();
  });

  it("adds and takes away one at a time", () => {
    const two = toggle(selectOnly("a"), "c");
    expect([...two.ids]).toEqual(["a", "c"]);
    expect([...toggle(two, "a").ids]).toEqual(["c"]);
  });

  it("reaches from its anchor in both directions and shrinks again", () => {
    const down = extendTo(selectOnly("b"), order, "d");
    expect([...down.ids]).toEqual(["b", "c", "d"]);
    expect([...extendTo(down, order, "a").ids]).toEqual(["a", "b"]);
    expect([...extendTo(down, order, "c").ids]).toEqual(["b", "c"]);
  });

  it("is one alone where its anchor has gone", () => {
    expect([...extendTo(selectOnly("gone"), order, "c").ids]).toEqual(["c"]);
  });

  it("takes everything and keeps its place", () => {
    const all = selectAll(selectOnly("c"), order);
    expect(all.ids.size).toBe(5);
    expect(all.active).toBe("c");
  });

  it("goes to the next that stays, else to the one before", () => {
    expect(successor(order, new Set(["b", "c"]))).toBe("d");
    expect(successor(order, new Set(["d", "e"]))).toBe("c");
    expect(successor(order, new Set(order))).toBeNull();
    expect(successor(order, new Set(["elsewhere"]))).toBeNull();
  });
});
