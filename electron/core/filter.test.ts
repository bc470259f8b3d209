import { expect, it } from "vitest";
import { combineFilters, type FilterInput, parseFilter } from "./filter.ts";

const NOW = Date.UTC(2026, 10, 21);

it("parses every argument to the filter's form", () => {
  const input: FilterInput = {
    namespace: "Decisions, apis,",
    domain: [" owner/repo ", "user", "user"],
    tags: ["#Build Tools", "ci"],
    withoutTags: ["old"],
    since: "7d",
    source: "src/",
    pinned: true,
    trash: "only",
  };
  expect(parseFilter(input, NOW)).toEqual({
    namespaces: ["decisions", "apis"],
    domains: ["owner/repo", "user"],
    tags: ["build-tools", "ci"],
    withoutTags: ["old"],
    since: NOW - 7 * 86_400_000,
    source: "src/",
    pinned: true,
    trash: "only",
  });
});

it("parses the wildcard as no condition on namespaces and as every domain", () => {
  expect(parseFilter({ namespace: "_", domain: ["user", "_"] }, NOW)).toEqual({ domains: ["_"] });
});

it.each([
  [{ namespace: "not a name" }, "namespace", "namespace_name"],
  [{ domain: "" }, "domain", "names_invalid"],
  [{ namespace: Array.from({ length: 201 }, (_, index) => `n${index}`) }, "namespace", "names_invalid"],
  [{ before: "someday" }, "before", "time_invalid"],
  [{ withoutTags: ["x".repeat(65)] }, "withoutTags", "tag_too_long"],
] as const)("refuses %j with the field %s", (input, field, reason) => {
  expect(() => parseFilter(input, NOW)).toThrow(
    expect.objectContaining({ field, details: expect.objectContaining({ reason }) }),
  );
});

it("combines two filters so that both apply", () => {
  const one = { domains: ["a", "b"], tags: ["x"], since: 1, before: 9, source: "docs/", pinned: true };
  const other = { domains: ["b", "c"], tags: ["y"], since: 2, before: 8, source: "DOCS/plan", client: "codex" };
  expect(combineFilters(one, other)).toEqual({
    domains: ["b"],
    tags: ["x", "y"],
    since: 2,
    before: 8,
    source: "DOCS/plan",
    pinned: true,
    client: "codex",
  });
  expect(combineFilters({ domains: ["_"] }, { domains: ["a"] })).toEqual({ domains: ["a"] });
});

it("refuses to combine two parts of a text of which neither contains the other", () => {
  expect(() => combineFilters({ source: "one" }, { source: "two" })).toThrow(
    expect.objectContaining({ field: "source" }),
  );
});
