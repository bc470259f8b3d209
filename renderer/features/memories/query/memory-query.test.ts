import { describe, expect, it } from "vitest";
import {
  activeFilters,
  clearFilters,
  formatQuery,
  isFiltered,
  parseQuery,
  toDay,
  toFilter,
  toggleFilter,
} from "./memory-query.ts";

const parse = (address: string, view = "all") => parseQuery(view, new URLSearchParams(address));

describe("a query of the list", () => {
  it("survives the way through an address", () => {
    const query = parse(
      "q=two words&namespace=decisions&namespace=config&domain=acme/shop&tag=db&since=7d&sort=updated",
    );
    expect(parse(formatQuery(query).toString())).toEqual(query);
  });

  it("leaves out what is as usual", () => {
    expect(formatQuery(parse("")).toString()).toBe("");
    expect(parse("sort=sideways", "nowhere")).toMatchObject({ sort: "created", view: "all" });
  });

  it("asks the application for what is set and for nothing else", () => {
    expect(toFilter(parse(""))).toEqual({});
    expect(toFilter(parse("namespace=decisions&tag=db&client=cursor&since=1d"))).toEqual({
      namespace: ["decisions"],
      tags: ["db"],
      client: "cursor",
      since: "1d",
    });
  });

  it("shows in the trash what was superseded too, and only pinned memories among the pinned", () => {
    expect(toFilter(parse("", "trash"))).toEqual({ trash: "only", superseded: "include" });
    expect(toFilter(parse("", "pinned"))).toEqual({ pinned: true });
  });

  it("counts a kind without its own filter, so that it can be widened", () => {
    expect(toFilter(parse("namespace=decisions&tag=db"), "namespace")).toEqual({ tags: ["db"] });
  });

  it("adds and takes away filters; a client and a time are one each", () => {
    const two = toggleFilter(toggleFilter(parse(""), "tag", "db"), "tag", "sql");
    expect(two.tag).toEqual(["db", "sql"]);
    expect(toggleFilter(two, "tag", "db").tag).toEqual(["sql"]);
    expect(toggleFilter(toggleFilter(parse(""), "since", "1d"), "since", "7d").since).toEqual(["7d"]);
  });

  it("clears words and filters and keeps view and order", () => {
    const query = clearFilters(parse("q=x&tag=db&sort=updated", "pinned"));
    expect(isFiltered(query)).toBe(false);
    expect(activeFilters(query)).toEqual([]);
    expect(query).toMatchObject({ sort: "updated", view: "pinned" });
  });
});

describe("a day", () => {
  it("is asked for from midnight to midnight here", () => {
    const { since, before } = toFilter(parseQuery("all", new URLSearchParams("day=2026-01-31")));
    expect(toDay(new Date(since ?? ""))).toBe("2026-01-31");
    expect(toDay(new Date(before ?? ""))).toBe("2026-02-01");
    expect(new Date(before ?? "").getHours()).toBe(0);
  });

  it("that is none is left out", () => {
    expect(parseQuery("all", new URLSearchParams("day=yesterday&recalled=often"))).toMatchObject({
      day: [],
      recalled: [],
    });
  });
});
