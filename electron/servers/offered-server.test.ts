import { expect, it } from "vitest";
import { exposedNames, modelNames, type OwnName } from "./offered-server.ts";

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

const MODEL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

it("maps names that model interfaces refuse, differently for each original, and the same in any order", () => {
  const originals = [
    "a b",
    "a.b",
    "a/b",
    "a_b",
    "ns.tool",
    "查询",
    "résumé",
    "",
    " ",
    "x".repeat(65),
    "x".repeat(66),
    "ok",
  ];
  const names = ["one", "two"].flatMap((server) => originals.map((name) => ({ server, name })));
  const exposed = exposedNames(modelNames(names), []);
  for (const name of exposed) expect(name).toMatch(MODEL_NAME);
  expect(new Set(exposed).size).toBe(names.length);
  const reversed = exposedNames(modelNames(names.toReversed()), []);
  expect(reversed.toReversed()).toEqual(exposed);
  const single = exposedNames(modelNames(names.slice(0, originals.length)), []);
  expect(single.slice(3, 5)).toEqual(["a_b", "ns_tool"]);
  expect(single[0]).toMatch(/^a_b_[0-9a-f]{8}$/);
  expect(single[5]).toMatch(/^tool_[0-9a-f]{8}$/);
  expect(single.at(-1)).toBe("ok");
});

it("prefixes a mapped name that resembles a reserved one", () => {
  expect(exposedNames(modelNames([{ server: "web", name: "search memories" }]), ["search_memories"])).toEqual([
    "web__search_memories",
  ]);
});
