import { expect, it } from "vitest";
import { areaOf, formatRoute, parseRoute } from "./route.ts";

it("parses the place, the path and the filters of an address", () => {
  const route = parseRoute("#/memories/all/01J?tag=db&tag=sql");
  expect(route.place).toBe("memories");
  expect(route.path).toEqual(["all", "01J"]);
  expect(route.query.getAll("tag")).toEqual(["db", "sql"]);
});

it("opens Today without an address and for an unknown place", () => {
  expect(parseRoute("").place).toBe("today");
  expect(parseRoute("#/elsewhere").place).toBe("today");
  expect(parseRoute("#/memories/%E0%A4%A").path).toEqual(["%E0%A4%A"]);
});

it("still opens a place under its former name", () => {
  expect(parseRoute("#/overview?domain=user")).toEqual(parseRoute("#/timeline?domain=user"));
  expect(parseRoute("#/overview").place).toBe("timeline");
});

it("knows the place whose view a place is", () => {
  expect(areaOf("spaces")).toBe("projects");
  expect(areaOf("clientMemories")).toBe("clients");
  expect(areaOf("activity")).toBe("activity");
});

it("parses the address that it formats", () => {
  const route = { place: "activity" as const, path: ["a/b ?"], query: new URLSearchParams({ q: "über & 用户" }) };
  const again = parseRoute(formatRoute(route));
  expect(again.path).toEqual(route.path);
  expect(again.query.get("q")).toBe("über & 用户");
});
