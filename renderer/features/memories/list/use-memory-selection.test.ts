import { act, cleanup, renderHook } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { useMemorySelection } from "./use-memory-selection.ts";

afterEach(cleanup);

const order = ["a", "b", "c", "d"];

function select(first: string | null) {
  const { result } = renderHook(() => {
    const [openId, open] = useState(first);
    return { openId, ...useMemorySelection(order, openId, open, true) };
  });
  return {
    result,
    selected: () => [...result.current.selection.ids],
  };
}

it("opens the one that is left of several, so that list and page show the same", () => {
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

it("opens nothing where nothing is open", () => {
  const { result, selected } = select(null);
  act(() => result.current.choose("b", "toggle"));
  act(() => result.current.choose("c", "toggle"));
  act(() => result.current.clear());
  expect([result.current.openId, selected()]).toEqual([null, ["c"]]);
});
