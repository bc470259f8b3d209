import { act, cleanup, renderHook } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import {
  extendTo,
  NOTHING_SELECTED,
  neighbour,
  selectAll,
  selectOnly,
  successor,
  toggle,
  useListSelection,
} from "./selection.ts";

afterEach(cleanup);

const order = ["a", "b", "c", "d", "e"];

function select(first: string | null) {
  const { result } = renderHook(() => {
    const [openId, open] = useState(first);
    return { openId, ...useListSelection(order, openId, open, true) };
  });
  return {
    result,
    selected: () => [...result.current.selection.ids],
  };
}

it("opens the last memory that remains selected if another was open", () => {
  const { result, selected } = select("a");
  act(() => result.current.move(1, true));
  act(() => result.current.move(1, true));
  expect([result.current.openId, selected()]).toEqual(["a", ["a", "b", "c"]]);
  act(() => result.current.clear());
  expect([result.current.openId, selected()]).toEqual(["c", ["c"]]);
  act(() => result.current.choose("a", "toggle"));
  act(() => result.current.choose("c", "toggle"));
  expect([result.current.openId, selected()]).toEqual(["a", ["a"]]);
});

it("opens no memory if none was open", () => {
  const { result, selected } = select(null);
  act(() => result.current.choose("b", "toggle"));
  act(() => result.current.choose("c", "toggle"));
  act(() => result.current.clear());
  expect([result.current.openId, selected()]).toEqual([null, ["c"]]);
});

describe("selection", () => {
  it("starts at the first row going down and at the last going up, and stays within the list", () => {
    expect(neighbour(NOTHING_SELECTED, order, 1)).toBe("a");
    expect(neighbour(NOTHING_SELECTED, order, -1)).toBe("e");
    expect(neighbour(NOTHING_SELECTED, order, -order.length)).toBe("a");
    expect(neighbour(NOTHING_SELECTED, order, order.length)).toBe("e");
    expect(neighbour(selectOnly("e"), order, 1)).toBe("e");
    expect(neighbour(selectOnly("b"), order, 99)).toBe("e");
    expect(neighbour(selectOnly("a"), [], 1)).toBeNull();
  });

  it("adds and removes one memory at a time", () => {
    const two = toggle(selectOnly("a"), "c");
    expect([...two.ids]).toEqual(["a", "c"]);
    expect([...toggle(two, "a").ids]).toEqual(["c"]);
  });

  it("extends a range from its anchor in both directions and shrinks it again", () => {
    const down = extendTo(selectOnly("b"), order, "d");
    expect([...down.ids]).toEqual(["b", "c", "d"]);
    expect([...extendTo(down, order, "a").ids]).toEqual(["a", "b"]);
    expect([...extendTo(down, order, "c").ids]).toEqual(["b", "c"]);
  });

  it("selects one memory if the anchor is gone", () => {
    expect([...extendTo(selectOnly("gone"), order, "c").ids]).toEqual(["c"]);
  });

  it("selects all and keeps the active memory", () => {
    const all = selectAll(selectOnly("c"), order);
    expect(all.ids.size).toBe(5);
    expect(all.active).toBe("c");
  });

  it("continues at the next remaining memory, or at the previous one", () => {
    expect(successor(order, new Set(["b", "c"]))).toBe("d");
    expect(successor(order, new Set(["d", "e"]))).toBe("c");
    expect(successor(order, new Set(order))).toBeNull();
    expect(successor(order, new Set(["elsewhere"]))).toBeNull();
  });
});
