import { describe, expect, it } from "vitest";
import { localDay } from "../../../../electron/text/local-time.ts";
import {
  activeFilters,
  clearFilters,
  formatQuery,
  isFiltered,
  parseQuery,
  toFilter,
  toggleFilter,
} from "./memory-query.ts";

const parse = (address: string, view = "all") => parseQuery(view, new URLSearchParams(address));

describe("memory query", () => {
  it("parses a formatted query back to the same query", () => {
    const query = parse(
      "q=two words&namespace=decisions&namespace=config&domain=acme/shop&tag=db&since=7d&sort=updated",
    );
    expect(parse(formatQuery(query).toString())).toEqual(query);
  });

  it("formats a query without defaults, and ignores invalid values", () => {
    expect(formatQuery(parse("")).toString()).toBe("");
    expect(parse("sort=sideways", "nowhere")).toMatchObject({ sort: "created", view: "all" });
  });

  it("turns a query into a filter with only the fields that are set", () => {
    expect(toFilter(parse(""))).toEqual({});
    expect(toFilter(parse("namespace=decisions&tag=db&client=cursor&since=1d"))).toEqual({
      namespace: ["decisions"],
      tags: ["db"],
      client: "cursor",
      since: "1d",
    });
  });

  it("lists superseded memories in the trash, and only pinned memories in the pinned view", () => {
    expect(toFilter(parse("", "trash"))).toEqual({ trash: "only", superseded: "include" });
    expect(toFilter(parse("", "pinned"))).toEqual({ pinned: true });
  });

  it("omits one kind of filter on request, to count its other values", () => {
    expect(toFilter(parse("namespace=decisions&tag=db"), "namespace")).toEqual({ tags: ["db"] });
  });

  it("toggles any number of tags, but one client and one time span", () => {
    const two = toggleFilter(toggleFilter(parse(""), "tag", "db"), "tag", "sql");
    expect(two.tag).toEqual(["db", "sql"]);
    expect(toggleFilter(two, "tag", "db").tag).toEqual(["sql"]);
    expect(toggleFilter(toggleFilter(parse(""), "since", "1d"), "since", "7d").since).toEqual(["7d"]);
  });

  it("keeps the view and sort order when filters are cleared", () => {
    const query = clearFilters(parse("q=x&tag=db&sort=updated", "pinned"));
    expect(isFiltered(query)).toBe(false);
    expect(activeFilters(query)).toEqual([]);
    expect(query).toMatchObject({ sort: "updated", view: "pinned" });
  });
});

describe("day filter", () => {
  it("filters a day from midnight to midnight in local time", () => {
    const { since, before } = toFilter(parseQuery("all", new URLSearchParams("day=2026-01-31")));
    expect(localDay(since ?? "")).toBe("2026-01-31");
    expect(localDay(before ?? "")).toBe("2026-02-01");
    expect(new Date(before ?? "").getHours()).toBe(0);
  });

  it("ignores a day that is not a date", () => {
    expect(parseQuery("all", new URLSearchParams("day=yesterday&recalled=often"))).toMatchObject({
      day: [],
      recalled: [],
    });
  });
});
