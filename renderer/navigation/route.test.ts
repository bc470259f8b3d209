import { describe, expect, it } from "vitest";
import { formatRoute, parseRoute } from "./route.ts";

describe("an address of the window", () => {
  it("names the place, what is open in it and how it is filtered", () => {
    const route = parseRoute("#/memories/all/01J?tag=db&tag=sql");
    expect(route.place).toBe("memories");
    expect(route.path).toEqual(["all", "01J"]);
    expect(route.query.getAll("tag")).toEqual(["db", "sql"]);
  });

  it("leads to Memories where it says nothing that is known", () => {
    expect(parseRoute("").place).toBe("memories");
    expect(parseRoute("#/elsewhere").place).toBe("memories");
    expect(parseRoute("#/memories/%E0%A4%A").path).toEqual(["%E0%A4%A"]);
  });

  it("reads back what it writes", () => {
    const route = { place: "activity" as const, path: ["a/b ?"], query: new URLSearchParams({ q: "über & 用户" }) };
    const again = parseRoute(formatRoute(route));
    expect(again.path).toEqual(route.path);
    expect(again.query.get("q")).toBe("über & 用户");
  });
});
