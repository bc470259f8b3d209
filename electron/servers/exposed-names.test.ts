import { expect, it } from "vitest";
import { exposedNames, type OwnName } from "./exposed-names.ts";

const own = (...names: readonly string[]): OwnName[] =>
  names.map((text) => {
    const [server = "", name = ""] = text.split("/");
    return { server, name };
  });

it("keeps unique names, and prefixes names of several servers and reserved names", () => {
  const names = own("files/read", "files/list", "web/read", "web/search_memories");
  const reserved = ["search_memories"];
  expect(exposedNames(names, reserved)).toEqual(["files__read", "list", "web__read", "web__search_memories"]);
  expect(exposedNames([...names].reverse(), reserved)).toEqual(
    ["files__read", "list", "web__read", "web__search_memories"].reverse(),
  );
});

it("prefixes a tool whose own name is the prefixed name of another", () => {
  expect(exposedNames(own("a/read", "b/read", "c/a__read"), [])).toEqual(["a__read", "b__read", "c__a__read"]);
});

it("prefixes a name that resembles a reserved one", () => {
  const names = own("web/Search-Memories", "web/searchMemories", "web/find_memories");
  expect(exposedNames(names, ["search_memories"])).toEqual([
    "web__Search-Memories",
    "web__searchMemories",
    "find_memories",
  ]);
});

it("shortens a prefixed name to 64 characters, and keeps names apart", () => {
  const long = "x".repeat(70);
  const [first = "", second = ""] = exposedNames(own(`a/${long}1`, `b/${long}1`, `a/${long}2`, `b/${long}2`), []);
  expect(first).toHaveLength(64);
  const all = exposedNames(own(`a/${long}1`, `a/${long}2`, `b/${long}1`, `b/${long}2`), []);
  expect(new Set(all).size).toBe(4);
  expect(first).not.toBe(second);
});
